import { setTimeout as sleep } from 'node:timers/promises';

export interface PollingOptions {
  /** Does one batch and answers how many items it had. */
  readonly work: () => Promise<number>;
  readonly onError: (error: unknown) => void;
  /** The pause after the first empty batch; each further one doubles it. */
  readonly firstPauseMs?: number;
  readonly longestPauseMs?: number;
  /** The longest pause after failures: the database may be away for a while. */
  readonly longestFailurePauseMs?: number;
}

let times = 1;

/**
 * Lets all loops of the process that find nothing rest so many times as long: on a cluster each of
 * their questions goes to every machine.
 */
export function restLonger(factor: number): void {
  times = factor;
}

/** Asks for work again and again: at once while there is some, less and less often while not. */
export class PollingLoop {
  private readonly halt = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly options: PollingOptions) {}

  start(): void {
    this.running = this.run();
  }

  /** Fulfilled when the batch in hand is done. */
  async stop(): Promise<void> {
    this.halt.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const {
      firstPauseMs = 50,
      longestPauseMs = 1000,
      longestFailurePauseMs = 30_000,
    } = this.options;
    let pause = 0;
    while (!this.halt.signal.aborted) {
      try {
        const done = await this.options.work();
        pause = done > 0 ? 0 : Math.min(Math.max(pause * 2, firstPauseMs), longestPauseMs * times);
      } catch (error) {
        this.options.onError(error);
        pause = Math.min(Math.max(pause * 2, longestPauseMs), longestFailurePauseMs);
      }
      await this.rest(pause);
    }
  }

  private async rest(ms: number): Promise<void> {
    if (ms === 0) return;
    await sleep(ms, undefined, { signal: this.halt.signal }).catch(() => undefined);
  }
}
