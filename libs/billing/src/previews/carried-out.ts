/** How much of what waits a preview carries out, and undoes, so as to show it. */
export interface PreviewLimits {
  /** Schedules. */
  readonly most: number;
  /** Milliseconds in which another one is begun. */
  readonly ms: number;
}

/** Each is a transaction that holds its schedule until it is undone. */
export const PREVIEW_LIMITS: PreviewLimits = { most: 500, ms: 20_000 };

/** Counts what a preview carries out, and what it has to leave out. */
export class CarriedOut {
  private readonly began = performance.now();
  private count = 0;
  /** Schedules of which something waits that is not shown. */
  leftOut = 0;

  constructor(private readonly limits: PreviewLimits = PREVIEW_LIMITS) {}

  /** Whether another one may be carried out. */
  takes(): boolean {
    const { most, ms } = this.limits;
    const may = this.count < most && performance.now() - this.began < ms;
    if (may) this.count += 1;
    else this.leftOut += 1;
    return may;
  }
}
