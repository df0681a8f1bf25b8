/** Work of one key at once, and who waits to begin. */
interface Lane {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Lets at most so many pieces of work of one key run at once in this process; the others wait, in
 * the order in which they came. For work that would only wait further inside, where waiting costs
 * more.
 */
export class Lanes {
  private readonly lanes = new Map<string, Lane>();

  /** @param width how many of one key run at once */
  constructor(private readonly width: number) {}

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const lane = this.lanes.get(key) ?? { running: 0, waiting: [] };
    this.lanes.set(key, lane);
    if (lane.running < this.width) lane.running += 1;
    else await new Promise<void>((begin) => lane.waiting.push(begin));
    try {
      return await work();
    } finally {
      this.leave(key, lane);
    }
  }

  /** The place of who leaves is that of the next. */
  private leave(key: string, lane: Lane): void {
    const next = lane.waiting.shift();
    if (next) return next();
    lane.running -= 1;
    if (lane.running === 0) this.lanes.delete(key);
  }
}
