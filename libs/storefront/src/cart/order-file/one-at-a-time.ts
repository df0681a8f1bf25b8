import { quickOrderBusy } from '../../storefront.errors.js';

/** So many wait; who comes behind them is sent away. */
const MOST_WAITING = 4;

/**
 * Lets the work of a process through one by one: what outsiders send may take long to read, and
 * many at once would take the memory of all.
 */
export class OneAtATime {
  private waiting = 0;
  private last: Promise<unknown> = Promise.resolve();

  /** @throws DomainError quick_order_busy */
  run<T>(work: () => Promise<T>): Promise<T> {
    if (this.waiting > MOST_WAITING) return Promise.reject(quickOrderBusy());
    this.waiting += 1;
    const mine = this.last.then(work).finally(() => {
      this.waiting -= 1;
    });
    this.last = mine.catch(() => undefined);
    return mine;
  }
}
