/** Work of one key at once, and who waits to begin. */
interface Slot {
  running: number;
  readonly waiting: (() => void)[];
}

/** How many of one key wait at the most, and what those behind them are refused with. */
export interface MostWaiting {
  readonly most: number;
  readonly refusal: () => Error;
}

/**
 * Lets at most so many pieces of work of one key run at once in this process; the others wait, in
 * the order in which they came, as many as may. For work that would only wait further inside, where
 * waiting costs more.
 */
export class KeyedLimiter {
  private readonly slots = new Map<string, Slot>();

  /**
   * @param limit how many of one key run at once
   * @param waiting else all others wait
   */
  constructor(
    private readonly limit: number,
    private readonly waiting?: MostWaiting,
  ) {}

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const slot = this.slots.get(key) ?? { running: 0, waiting: [] };
    this.slots.set(key, slot);
    if (slot.running < this.limit) slot.running += 1;
    else if (this.waiting && slot.waiting.length >= this.waiting.most) throw this.waiting.refusal();
    else await new Promise<void>((begin) => slot.waiting.push(begin));
    try {
      return await work();
    } finally {
      this.leave(key, slot);
    }
  }

  /** The place of who leaves is that of the next. */
  private leave(key: string, slot: Slot): void {
    const next = slot.waiting.shift();
    if (next) return next();
    slot.running -= 1;
    if (slot.running === 0) this.slots.delete(key);
  }
}
