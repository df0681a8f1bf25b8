import { quickOrderBusy } from '../../storefront.errors.js';

/** So many wait; who comes behind them is sent away. */
const MOST_WAITING = 4;
/** Of one party: else one that sends without end would keep all others away. */
const MOST_OF_ONE = 2;

/**
 * Lets the work of a process through one by one: what outsiders send may take long to read, and
 * many at once would take the memory of all.
 */
export class OneAtATime {
  private readonly held = new Map<string, number>();
  private waiting = 0;
  private last: Promise<unknown> = Promise.resolve();

  /**
   * @param party for whom it is
   * @throws DomainError quick_order_busy
   */
  run<T>(party: string, work: () => Promise<T>): Promise<T> {
    const own = this.held.get(party) ?? 0;
    if (this.waiting > MOST_WAITING || own >= MOST_OF_ONE) {
      return Promise.reject(quickOrderBusy({}, { retryAfter: 1 }));
    }
    this.waiting += 1;
    this.held.set(party, own + 1);
    const mine = this.last.then(work).finally(() => this.leave(party));
    this.last = mine.catch(() => undefined);
    return mine;
  }

  private leave(party: string): void {
    this.waiting -= 1;
    const left = (this.held.get(party) ?? 1) - 1;
    if (left === 0) this.held.delete(party);
    else this.held.set(party, left);
  }
}
