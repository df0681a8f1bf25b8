import { Injectable } from '@nestjs/common';
import { isForLater, Database, violates } from '@quittance/database';
import {
  bulkCtx,
  DomainError,
  systemCtx,
  type Clock,
  type CompanyId,
  type Ctx,
  type ScheduleId,
} from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import { DueSubscriptions } from '@quittance/sales';
import { TaxQuotes } from '@quittance/tax';
import { quarantineSeconds } from '@quittance/watchdog';
import { setTimeout as sleep } from 'node:timers/promises';
import { billingRunFailed } from '../billing.errors.js';
import { announceBillingRunEnd } from './announce-run.js';
import type { BatchTools } from './bill-batch.js';
import type { BillingRun, RunStatus } from './billing-run.js';
import { failRun, findOpenRun, finishRun, startBillingRun } from './billing-run.repository.js';
import { checkPreview, readToken } from '../previews/check-preview.js';
import { refuseUnbillable } from './refuse-unbillable.js';
import { RunQuotes } from './run-quotes.js';
import { RunWalk } from './run-walk.js';
import { PendingCredits } from '../subscriptions/changes/pending-credits.js';
import { RunIsOver } from './store-batch.js';

/** How a worker carries out runs. */
export interface RunWork {
  readonly clock: Clock;
  /** Periods that one transaction bills. */
  readonly batchSize: number;
  /** Stops after the batch in hand; the run stays open for the next worker. */
  readonly signal?: AbortSignal;
  /** Told about what fails for no reason of the business. */
  readonly onFault?: (error: unknown, scheduleId: ScheduleId | null) => void;
}

/** How long to wait for schedules that another worker holds. */
const HELD_ELSEWHERE_MS = 100;

/**
 * Carries out the runs of a company. Any number of workers may do so at once: they share the run in
 * hand by the row locks of its schedules, and whoever finds nothing left ends it. A worker that is
 * killed leaves its batch undone, and the others, or the next one, take it up.
 */
@Injectable()
export class ExecuteRun {
  /** Runs that this process is at work on. */
  private inHand = 0;

  constructor(
    readonly db: Database,
    readonly taxes: TaxQuotes,
    private readonly models: CompanyModels,
    /** Without it only subscriptions that have begun are billed. */
    private readonly subscriptions?: DueSubscriptions,
    /** Without it what no invoice has room for waits. */
    readonly pending?: PendingCredits,
  ) {}

  /**
   * Works on the company's oldest open run until it ends. False when there is none.
   * @throws DomainError database_unavailable, database_busy: call again later
   */
  async execute(companyId: CompanyId, work: RunWork): Promise<boolean> {
    const asking = systemCtx(companyId, work.clock.now(), 'billing-run');
    // What stands still outside its schedules is left alone for a while: other companies are
    // billed.
    if (quarantineSeconds(asking) > 0) return false;
    const run = await this.db.read(asking, findOpenRun);
    if (!run) return false;
    const contexts = () =>
      bulkCtx(systemCtx(companyId, work.clock.now(), `billing-run-${run.id}`, run.actor));
    this.inHand += 1;
    try {
      if (run.status === 'queued' && !(await this.start(contexts(), run, work))) return true;
      await this.walk(contexts, run, work);
    } catch (error) {
      if (error instanceof RunIsOver) return true;
      await this.giveUp(contexts(), run, error, work);
    } finally {
      this.inHand -= 1;
    }
    return true;
  }

  /** False when there is nothing to do for it: it is refused, or another run has just started. */
  private async start(ctx: Ctx, run: BillingRun, work: RunWork): Promise<boolean> {
    const refusal = await this.refusalOf(ctx, run);
    // Once it runs it was found to hold: what differs now is what another worker has billed since.
    if (refusal) return !(await this.fail(ctx, run, refusal, 'queued'));
    // What is held against a preview makes what that showed.
    if (run.previewToken === null) await this.begin(ctx, work);
    try {
      await this.db.write(ctx, async (tx) => {
        if (await startBillingRun(tx, run)) await refuseUnbillable(tx, run);
      });
      return true;
    } catch (error) {
      if (violates(error, 'billing_run_running_key')) return false;
      throw error;
    }
  }

  /**
   * Begins the subscriptions whose day has come, as the sweep of the hour would, whoever has asked
   * for the run; what cannot begin keeps nothing else waiting.
   */
  private async begin(ctx: Ctx, { onFault }: RunWork): Promise<void> {
    try {
      await this.subscriptions?.begin(bulkCtx(systemCtx(ctx.companyId, ctx.now, ctx.requestId)));
    } catch (error) {
      if (isForLater(error)) throw error;
      onFault?.(error, null);
    }
  }

  /** Why the run is not what its preview showed; null when it is, or was never held against one. */
  private async refusalOf(ctx: Ctx, { previewToken }: BillingRun): Promise<DomainError | null> {
    if (previewToken === null) return null;
    try {
      await checkPreview(ctx, this, readToken(previewToken));
      return null;
    } catch (error) {
      if (error instanceof DomainError && !isForLater(error)) return error;
      throw error;
    }
  }

  /**
   * Goes through what is due until nothing is left. Two walks share it, so that the database stores
   * what one has billed while the other reads and prices; one, where other runs in hand keep both
   * busy or an engine outside is asked.
   */
  private async walk(contexts: () => Ctx, run: BillingRun, work: RunWork): Promise<void> {
    const walk = () => new RunWalk(this.tools(work), run, contexts, work.signal);
    const first = walk();
    if ((await first.step()) > 0 && !first.asksEngine && this.inHand === 1) {
      await allEnded([first.toEnd(), walk().toEnd()]);
    }
    while (!work.signal?.aborted) {
      if (await first.again()) continue;
      await this.pending?.giveBack(contexts, run, (error, id) => work.onFault?.(error, id));
      if (await this.finish(contexts(), run)) return;
      await sleep(HELD_ELSEWHERE_MS);
    }
  }

  private tools({ batchSize, onFault }: RunWork): BatchTools {
    const { db, taxes, models } = this;
    return {
      db,
      taxes,
      models,
      quotes: new RunQuotes(),
      batchSize,
      onFault: (error, id) => onFault?.(error, id),
    };
  }

  /** Whether the run is over, by this worker or another. */
  private finish(ctx: Ctx, run: BillingRun): Promise<boolean> {
    return this.db.write(ctx, async (tx) => {
      const ended = await finishRun(tx, run);
      if (ended) announceBillingRunEnd(tx, ended);
      return ended !== undefined || (await findOpenRun(tx))?.id !== run.id;
    });
  }

  /** A database that is away is asked again later; anything else ends the run. */
  private async giveUp(ctx: Ctx, run: BillingRun, error: unknown, work: RunWork): Promise<void> {
    if (isForLater(error)) throw error;
    const refused = error instanceof DomainError;
    if (!refused) work.onFault?.(error, null);
    await this.fail(ctx, run, refused ? error : billingRunFailed());
  }

  /** Whether this ended the run; with a status, only from that. */
  private fail(
    ctx: Ctx,
    { id }: BillingRun,
    error: DomainError,
    from: RunStatus | null = null,
  ): Promise<boolean> {
    return this.db.write(ctx, async (tx) => {
      const ended = await failRun(tx, id, error, from);
      if (ended) announceBillingRunEnd(tx, ended);
      return ended !== undefined;
    });
  }
}

/** Waits for all of them, and fails with what is no mere end of the run where one did. */
async function allEnded(walks: readonly Promise<unknown>[]): Promise<void> {
  const ended = await Promise.allSettled(walks);
  const errors = ended.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  if (errors.length > 0) throw errors.find((error) => !(error instanceof RunIsOver)) ?? errors[0];
}
