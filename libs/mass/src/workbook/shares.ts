/** What a process can give, and of it one company. */
export interface ShareBounds {
  readonly all: number;
  readonly one: number;
  readonly refused: () => Error;
}

/** Something that a process has little of; one that takes without end leaves the others theirs. */
export class Shares {
  private readonly taken = new Map<string, number>();
  private total = 0;

  constructor(private readonly bounds: ShareBounds) {}

  /** @throws what the bounds refuse with; nothing is taken then */
  take(company: string, amount = 1): void {
    const own = (this.taken.get(company) ?? 0) + amount;
    const { all, one, refused } = this.bounds;
    if (own > one || this.total + amount > all) throw refused();
    this.total += amount;
    this.taken.set(company, own);
  }

  giveBack(company: string, amount = 1): void {
    this.total -= amount;
    const left = (this.taken.get(company) ?? 0) - amount;
    if (left > 0) this.taken.set(company, left);
    else this.taken.delete(company);
  }
}
