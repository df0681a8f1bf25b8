import type { Ctx } from '@quittance/kernel';
import { billBatch, type BatchTools } from './bill-batch.js';
import type { BillingRun } from './billing-run.js';
import type { ClaimKey } from './claim.js';

/** One walk through the due schedules of a run, batch by batch in the order of their keys. */
export class RunWalk {
  private after: ClaimKey | null = null;
  private most: number;

  constructor(
    private readonly tools: BatchTools,
    private readonly run: BillingRun,
    private readonly contexts: () => Ctx,
    /** Stops it behind the batch in hand. */
    private readonly signal?: AbortSignal,
  ) {
    this.most = tools.batchSize;
  }

  /** Whether an engine outside says what the taxes are; known after the first batch. */
  get asksEngine(): boolean {
    return this.tools.quotes.needed;
  }

  /** Bills the next batch. Answers how many schedules it was through; none at the end. */
  async step(): Promise<number> {
    const { tools, run, after, most } = this;
    const { schedules, next } = await billBatch(this.contexts(), tools, run, after, most);
    // Catching up, few schedules fill a transaction: the rest need not be locked.
    if (schedules > 0) this.most = Math.min(tools.batchSize, 2 * schedules);
    this.after = next;
    return schedules;
  }

  /** Goes on until nothing is left behind that nobody else holds. Answers whether it billed any. */
  async toEnd(): Promise<boolean> {
    let any = false;
    while (!this.signal?.aborted && (await this.step()) > 0) any = true;
    return any;
  }

  /** From the start again, for what others let go meanwhile. Answers whether there was any. */
  again(): Promise<boolean> {
    this.after = null;
    return this.toEnd();
  }
}
