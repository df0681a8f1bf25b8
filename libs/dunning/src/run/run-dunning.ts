import { Inject, Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { companyToday, readCompany } from '@quittance/company';
import { Database, type Tx } from '@quittance/database';
import {
  addSeconds,
  failpoint,
  systemCtx,
  type Clock,
  type Ctx,
  type LocalDate,
} from '@quittance/kernel';
import { MailAvailability } from '@quittance/notifications';
import { emit } from '@quittance/outbox';
import { dunningNotConfigured, dunningRunInProgress } from '../dunning.errors.js';
import { pauseView } from '../pauses/pause.js';
import { endWhatIsOver } from '../pauses/pause.repository.js';
import { readSchedule } from '../schedule/dunning-schedule.repository.js';
import { SubscriptionControl } from '../subscription-control.port.js';
import { CollectPayment, type OnFault } from './collect-payment.js';
import type { DunningRun } from './dunning-run.js';
import {
  endRun,
  readDunningRun,
  releaseAttempts,
  reviveRun,
  runningRun,
  startRun,
} from './dunning-run.repository.js';
import { DUNNING_CLOCK } from '../dunning.settings.js';
import { nextStep, type RunTerms } from './next-step.js';
import { FIRST, type OverdueInvoice, type WalkKey } from './overdue-invoice.js';
import { LOCK_ONE, LOCK_OVERDUE, overdueInvoices } from './overdue-invoice.sql.js';
import {
  storeFault,
  takeSteps,
  type Collection,
  type DueStep,
  type StepMeans,
} from './take-steps.js';

export interface DunningRunRequest {
  /** The company's today unless given. */
  readonly asOf?: LocalDate | undefined;
  /** A second run with the same key is not made: the clock's, one a day. */
  readonly key?: string;
  /** Carries on the run of that day that is in progress; starts none when it has ended meanwhile. */
  readonly carryOn?: boolean;
  readonly onFault?: OnFault;
}

/** Invoices of one transaction. */
const BATCH = 200;
/** Payment links made at once. */
const LINKS_AT_ONCE = 5;
/** A run that nobody has touched for so long was killed. */
const DEAD_AFTER_SECONDS = 60;

/**
 * Takes the next step for every overdue invoice: one step per invoice and run, in the order of the
 * steps. Those who run at once share one run; a run that was killed is carried on.
 */
@Injectable()
export class RunDunning {
  constructor(
    private readonly db: Database,
    private readonly collectPayment: CollectPayment,
    private readonly subscriptions: SubscriptionControl,
    @Inject(DUNNING_CLOCK) private readonly clock: Clock,
    private readonly mail: MailAvailability,
  ) {}

  /**
   * Null when the key was used before, or there is nothing to carry on.
   * @throws DomainError dunning_not_configured, dunning_run_in_progress
   */
  async execute(ctx: Ctx, request: DunningRunRequest = {}): Promise<DunningRun | null> {
    const { companyId, requestId, actor } = ctx;
    // A long run tells all along that it is alive.
    const contexts = () => systemCtx(companyId, this.clock.now(), requestId, actor);
    const begun = await this.db.write(contexts(), (tx) => begin(tx, request));
    if (!begun) return null;
    const { run, terms } = begun;
    const { subscriptions, mail } = this;
    const means: StepMeans = { run, subscriptions, mail: mail.available };
    await this.walk(contexts, terms, means, request);
    await this.db.write(contexts(), async (tx) =>
      announceEnd(tx, await endRun(tx, run.id, 'completed')),
    );
    return this.db.write(ctx, (tx) => readDunningRun(tx, run.id));
  }

  private async walk(
    contexts: () => Ctx,
    terms: RunTerms,
    means: StepMeans,
    request: DunningRunRequest,
  ): Promise<void> {
    for (let after: WalkKey | null = FIRST; after;) {
      const batch = new Batch(contexts(), this.db, terms, means, request.onFault);
      after = await batch.take(after);
      await failpoint('dunning.after_batch');
      await this.collect(contexts, means, batch.collections, request.onFault);
    }
  }

  private async collect(
    contexts: () => Ctx,
    { run }: StepMeans,
    collections: readonly Collection[],
    onFault: DunningRunRequest['onFault'],
  ): Promise<void> {
    const waiting = [...collections];
    const lane = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        await this.collectPayment.execute(contexts(), run, next, onFault);
      }
    };
    await Promise.all(Array.from({ length: LINKS_AT_ONCE }, lane));
  }
}

interface Begun {
  readonly run: DunningRun;
  readonly terms: RunTerms;
}

/** Starts a run, or joins the one that is under way. */
async function begin(tx: Tx, request: DunningRunRequest): Promise<Begun | null> {
  const { asOf, key, carryOn = false } = request;
  const { now } = tx.ctx;
  const [company, schedule] = await Promise.all([readCompany(tx), readSchedule(tx)]);
  // A run whose steps are gone meanwhile finds nothing to do, and ends.
  if (schedule.steps.length === 0 && !carryOn) throw dunningNotConfigured();
  const today = companyToday(company, now);
  const day = asOf ?? today;
  const termsOf = (run: DunningRun): Begun => ({
    run,
    terms: { schedule, asOf: day, runId: run.id },
  });
  const other = await runningRun(tx);
  const isDead = other && addSeconds(other.aliveAt, DEAD_AFTER_SECONDS) <= now;
  if (other?.asOf === day) {
    if (isDead) await reviveRun(tx, other);
    return termsOf(other);
  }
  if (carryOn) return null;
  if (other && !isDead) throw dunningRunInProgress({ asOf: other.asOf });
  if (other) {
    await releaseAttempts(tx, other.id);
    announceEnd(tx, await endRun(tx, other.id, 'failed'));
  }
  const run = await startRun(tx, day, key ?? null);
  if (!run) {
    const rival = await runningRun(tx);
    if (rival && rival.asOf !== day) throw dunningRunInProgress({ asOf: rival.asOf });
    return rival ? termsOf(rival) : null;
  }
  // What lasts until a day to come may still be kept, however far ahead the run looks.
  await endPauses(tx, day < today ? day : today);
  const after = { asOf: day };
  audit(tx, { action: 'dunning.run_started', object: 'dunning-run', recordId: run.id, after });
  return termsOf(run);
}

async function endPauses(tx: Tx, day: LocalDate): Promise<void> {
  for (const pause of await endWhatIsOver(tx, day)) {
    const type = pause.outcome === 'broken' ? 'dunning.promise_broken' : 'dunning.resumed';
    const view = pauseView(pause);
    emit(tx, { type, object: 'dunning-pause', recordId: pause.id, data: { ...view } });
    const change = { object: 'dunning-pause', recordId: pause.id, after: { ...view } };
    audit(tx, { action: type, ...change });
  }
}

function announceEnd(tx: Tx, run: DunningRun | undefined): void {
  if (!run) return;
  const change = { object: 'dunning-run', recordId: run.id };
  emit(tx, { type: 'dunning.run_completed', ...change, data: { ...run } });
  audit(tx, { action: `dunning.run_${run.status}`, ...change, after: { ...run } });
}

/** Some invoices of a walk, in one transaction; when it fails, each in its own. */
class Batch {
  collections: readonly Collection[] = [];

  constructor(
    private readonly ctx: Ctx,
    private readonly db: Database,
    private readonly terms: RunTerms,
    private readonly means: StepMeans,
    private readonly onFault: DunningRunRequest['onFault'],
  ) {}

  /** Where the walk goes on; null at its end. */
  async take(after: WalkKey): Promise<WalkKey | null> {
    let overdue: readonly OverdueInvoice[] = [];
    try {
      this.collections = await this.db.write(this.ctx, async (tx) => {
        const { companyId, now } = tx.ctx;
        const walk = [companyId, this.terms.asOf, now, after.dueDate, after.id, BATCH];
        overdue = await overdueInvoices(tx, LOCK_OVERDUE, walk);
        return this.act(tx, overdue);
      });
    } catch (error) {
      if (overdue.length === 0 || isForLater(error)) throw error;
      for (const invoice of overdue) await this.takeAlone(invoice);
    }
    return overdue.at(-1) ?? null;
  }

  private async act(tx: Tx, overdue: readonly OverdueInvoice[]): Promise<readonly Collection[]> {
    if (overdue.length === 0) return [];
    const due: DueStep[] = [];
    let held = 0;
    for (const invoice of overdue) {
      const verdict = nextStep(invoice, this.terms);
      if (!('hold' in verdict)) due.push({ invoice, step: verdict.step });
      // Those of this run are counted already, by whoever began with them.
      else if (!isOfRun(invoice, this.terms)) held += 1;
    }
    const again = due.filter(({ invoice }) => isOfRun(invoice, this.terms)).length;
    const collections = await takeSteps(tx, this.means, due, { held, again });
    await failpoint('dunning.before_commit');
    return collections;
  }

  private async takeAlone(invoice: OverdueInvoice): Promise<void> {
    const verdict = nextStep(invoice, this.terms);
    try {
      const made = await this.db.write(this.ctx, async (tx) => {
        const { companyId, now } = tx.ctx;
        const one = [companyId, this.terms.asOf, now, invoice.id];
        return this.act(tx, await overdueInvoices(tx, LOCK_ONE, one));
      });
      this.collections = [...this.collections, ...made];
    } catch (error) {
      if (isForLater(error) || 'hold' in verdict) throw error;
      this.onFault?.(error, invoice.id);
      const fault = { invoice, step: verdict.step };
      await this.db.write(this.ctx, (tx) => storeFault(tx, this.means, fault));
    }
  }
}

function isOfRun({ before }: OverdueInvoice, { runId }: RunTerms): boolean {
  return before.some((each) => each.runId === runId);
}

/** The database is away or overloaded: that says nothing about an invoice. */
function isForLater(error: unknown): boolean {
  return (error as { status?: unknown }).status === 503;
}
