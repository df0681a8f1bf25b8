/**
 * What the formulas, patterns, schemas and markup of one request may cost together, in characters
 * looked at or made; each takes some nanoseconds, at the worst ten. A page of 200 records with 25
 * formulas of 20 operations each takes a tenth of it.
 */
const REQUEST_WORK = 15_000_000;
/** What each record of a mass operation adds to that. */
const RECORD_WORK = 100_000;

/** What the definitions and texts of a company may still cost. Counts what is done and not time. */
export class WorkBudget {
  private remaining: number;

  /** @param whole what this one is a part of: what is spent here is spent there too */
  constructor(
    size = REQUEST_WORK,
    private readonly whole?: WorkBudget,
  ) {
    this.remaining = size;
  }

  get left(): number {
    const own = Math.max(this.remaining, 0);
    return this.whole ? Math.min(own, this.whole.left) : own;
  }

  /** Something was not done because it cost more than was left. */
  get exhausted(): boolean {
    return this.remaining < 0 || this.whole?.exhausted === true;
  }

  /** Takes from what is left; false when it is not enough. */
  spend(work: number): boolean {
    this.remaining -= work;
    const enough = this.whole?.spend(work) ?? true;
    return this.remaining >= 0 && enough;
  }

  /**
   * Adds what the next records of a mass operation may cost: what a request may take grows with the
   * records that it works on, and not with the batches that they come in. What is left over is
   * kept, up to the budget of a request.
   */
  renew(records: number): void {
    const own = records * RECORD_WORK;
    const kept = Math.max(this.remaining, 0);
    this.remaining = Math.max(own, Math.min(kept + own, REQUEST_WORK));
  }
}
