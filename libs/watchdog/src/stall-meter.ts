/** A look at the thread that is watched. */
export interface Look {
  /** Changes with every turn of its loop. */
  readonly beat: number;
  /** When this look is taken, in milliseconds of a clock that does not jump back. */
  readonly at: number;
  /**
   * How long it has waited for a processor in all; 0 where the system does not say. Asked of a loop
   * that stands.
   */
  readonly waited: () => number;
}

/** Modules are loaded in one step, which takes as long as a disk does that was never read. */
const LOADING_MS = 60_000;

/** How long a loop may stand still, in milliseconds: longer while its modules are loaded. */
export function longestStill(limitMs: number, isLoaded: boolean): number {
  return isLoaded ? limitMs : Math.max(limitMs, LOADING_MS);
}

/**
 * How long a loop has stood still, in milliseconds. Counted is what the watcher sees pass: when the
 * whole process was stopped or its machine suspended, the watcher was too. Not counted is the time
 * in which the loop wanted to go on and no processor was free.
 */
export class StallMeter {
  private last: Look | undefined;
  /** When the loop was first seen to stand. */
  private waited: number | undefined;
  private still = 0;

  /**
   * @param longest what one look may add: a longer gap means that the watcher itself was stopped
   */
  constructor(private readonly longest: number) {}

  look(look: Look): number {
    const { last } = this;
    this.last = look;
    if (!last || look.beat !== last.beat) {
      this.still = 0;
      this.waited = undefined;
      return 0;
    }
    const passed = Math.min(look.at - last.at, this.longest);
    const waited = look.waited();
    this.still = Math.max(0, this.still + passed - (waited - (this.waited ?? waited)));
    this.waited = waited;
    return this.still;
  }
}
