/** What a process can give, and of it one company. */
export interface ShareBounds {
  readonly all: number;
  readonly one: number;
  readonly refused: () => Error;
  /**
   * Milliseconds for which what becomes free is kept for a company that has nothing and was
   * refused: it comes again within them, as it is told to. Nothing is kept without it.
   */
  readonly turn?: number;
}

/**
 * Something that a process has little of: one that takes without end leaves the others theirs, and
 * some that take all of it by turns leave the next who has none the first that becomes free.
 */
export class Shares {
  private readonly taken = new Map<string, number>();
  private total = 0;
  /** Companies that have nothing and asked, the first first, and until when they are waited for. */
  private readonly waiting = new Map<string, number>();

  constructor(private readonly bounds: ShareBounds) {}

  /** @throws what the bounds refuse with; nothing is taken then */
  take(company: string, amount = 1): void {
    const own = this.taken.get(company) ?? 0;
    const { all, one, refused } = this.bounds;
    if (own + amount > one) throw refused();
    if (this.total + amount + this.before(company, own) > all) {
      this.wait(company, own);
      throw refused();
    }
    this.waiting.delete(company);
    this.total += amount;
    this.taken.set(company, own + amount);
  }

  giveBack(company: string, amount = 1): void {
    this.total -= amount;
    const left = (this.taken.get(company) ?? 0) - amount;
    if (left > 0) this.taken.set(company, left);
    else this.taken.delete(company);
  }

  /** How many have their turn before a company; before one that has something all who have not. */
  private before(company: string, own: number): number {
    const now = performance.now();
    for (const [name, until] of this.waiting) if (until < now) this.waiting.delete(name);
    const place = own > 0 ? -1 : [...this.waiting.keys()].indexOf(company);
    return place < 0 ? this.waiting.size : place;
  }

  private wait(company: string, own: number): void {
    const { turn } = this.bounds;
    if (turn !== undefined && own === 0) this.waiting.set(company, performance.now() + turn);
  }
}
