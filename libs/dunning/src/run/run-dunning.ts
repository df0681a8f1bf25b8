import { Inject, Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import { CheckoutMeans } from '@quittance/gateway';
import { DomainError, bulkCtx, systemCtx, type Clock, type Ctx } from '@quittance/kernel';
import { MailAvailability, TemplateRenderer, type ReadyEmails } from '@quittance/notifications';
import { atWork, setAside, workQuarantined, worksAlone } from '@quittance/watchdog';
import { openOverdue } from '@quittance/receivables';
import { DUNNING_CLOCK } from '../dunning.settings.js';
import { SubscriptionControl } from '../subscription-control.port.js';
import { admitSteps } from './admit-steps.js';
import { announceDunningRunEnd, beginRun, type RunWanted } from './begin-run.js';
import { collectPayment, type OnStepFault } from './collect-payment.js';
import type { DunningRun } from './dunning-run.js';
import { endRun, readDunningRun } from './dunning-run.repository.js';
import { LettersAhead } from './letters-ahead.js';
import { nextStep, type DueStep, type RunTerms } from './next-step.js';
import { FIRST, type OverdueInvoice, type WalkKey } from './overdue-invoice.js';
import { overdueInvoices } from './overdue-invoice.sql.js';
import { storeFault, takeSteps, type Collection, type StepMeans } from './take-steps.js';

export interface DunningRunRequest extends RunWanted {
  readonly onFault?: OnStepFault;
}

/** Invoices of one transaction. */
const BATCH = 200;
/** Payment links made at once. */
const LINKS_AT_ONCE = 5;

/**
 * Takes the next step for every overdue invoice: one step per invoice and run, in the order of the
 * steps. Those who run at once share one run; a run that was killed is carried on.
 */
@Injectable()
export class RunDunning {
  constructor(
    readonly db: Database,
    readonly checkouts: CheckoutMeans,
    private readonly subscriptions: SubscriptionControl,
    @Inject(DUNNING_CLOCK) private readonly clock: Clock,
    private readonly mail: MailAvailability,
    readonly renderer: TemplateRenderer,
  ) {}

  /**
   * Null when the key was used before, or there is nothing to carry on.
   * @throws DomainError dunning_not_configured, dunning_run_in_progress, as_of_in_future
   */
  async execute(ctx: Ctx, request: DunningRunRequest = {}): Promise<DunningRun | null> {
    const { companyId, requestId, actor } = ctx;
    // A long run tells all along that it is alive.
    const contexts = () => bulkCtx(systemCtx(companyId, this.clock.now(), requestId, actor));
    const begun = await this.db.write(contexts(), (tx) => beginRun(tx, request));
    if (!begun) return null;
    const { run, terms } = begun;
    const { subscriptions, mail } = this;
    const means: StepMeans = { run, subscriptions, mail: mail.available };
    await this.walk(contexts, terms, means, request);
    await this.db.write(contexts(), async (tx) =>
      announceDunningRunEnd(tx, await endRun(tx, run.id, 'completed')),
    );
    return this.db.write(ctx, (tx) => readDunningRun(tx, run.id));
  }

  private async walk(
    contexts: () => Ctx,
    terms: RunTerms,
    means: StepMeans,
    request: DunningRunRequest,
  ): Promise<void> {
    const letters = means.mail ? new LettersAhead(contexts, this, terms, BATCH) : undefined;
    try {
      for (let after: WalkKey | null = FIRST; after;) {
        const ready = await letters?.behind(after);
        const batch = new Batch(contexts(), this.db, terms, { ...means, ready }, request.onFault);
        after = await batch.take(after);
        await this.collect(contexts, means, batch.collections, request.onFault);
      }
    } finally {
      await letters?.end();
    }
  }

  private async collect(
    contexts: () => Ctx,
    { run }: StepMeans,
    collections: readonly Collection[],
    onFault: DunningRunRequest['onFault'],
  ): Promise<void> {
    const waiting = [...collections];
    const worker = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        await collectPayment(contexts(), this, { run, onFault }, next);
      }
    };
    await Promise.all(Array.from({ length: LINKS_AT_ONCE }, worker));
  }
}

/** The kind of the work on a batch. */
const INVOICE_SET = 'dunning-set';

/** Some invoices of a walk, in one transaction; when it fails, each in its own. */
class Batch {
  collections: readonly Collection[] = [];

  constructor(
    private readonly ctx: Ctx,
    private readonly db: Database,
    private readonly terms: RunTerms,
    private readonly means: StepMeans & { readonly ready: ReadyEmails | undefined },
    private readonly onFault: DunningRunRequest['onFault'],
  ) {}

  /** Where the walk goes on; null at its end. */
  async take(after: WalkKey): Promise<WalkKey | null> {
    let overdue: readonly OverdueInvoice[] = [];
    if (worksAlone(this.ctx, INVOICE_SET)) {
      overdue = await this.db.write(this.ctx, (tx) => this.lockNext(tx, after));
      for (const invoice of overdue) await this.takeAlone(invoice);
      return overdue.at(-1) ?? null;
    }
    const own = { ...this.ctx, unit: { kind: INVOICE_SET, id: '' } };
    const inOneGo = async (tx: Tx) => {
      overdue = await this.lockNext(tx, after);
      return this.act(tx, overdue);
    };
    try {
      this.collections = await atWork(own, () => this.db.write(own, inOneGo));
    } catch (error) {
      if (overdue.length === 0 || isForLater(error)) throw error;
      for (const invoice of overdue) await this.takeAlone(invoice);
    }
    return overdue.at(-1) ?? null;
  }

  private async lockNext(tx: Tx, after: WalkKey): Promise<readonly OverdueInvoice[]> {
    const { asOf } = this.terms;
    const locked = await openOverdue.lock(tx, asOf, { after, most: BATCH });
    return overdueInvoices(tx, asOf, locked);
  }

  private async act(tx: Tx, overdue: readonly OverdueInvoice[]): Promise<readonly Collection[]> {
    if (overdue.length === 0) return [];
    const wanted: DueStep[] = [];
    let held = 0;
    for (const invoice of overdue) {
      const verdict = nextStep(invoice, this.terms);
      if (!('hold' in verdict)) wanted.push({ invoice, step: verdict.step });
      // Those of this run are counted already, by whoever began with them.
      else if (!isOfRun(invoice, this.terms)) held += 1;
    }
    const due = await admitSteps(tx, this.means, wanted);
    const again = due.filter(({ invoice }) => isOfRun(invoice, this.terms)).length;
    const refused = wanted.filter((each) => !due.includes(each));
    held += refused.filter(({ invoice }) => !isOfRun(invoice, this.terms)).length;
    const { ready = new Map() } = this.means;
    return takeSteps(tx, this.means, due, { held, again, ready });
  }

  private async takeAlone(invoice: OverdueInvoice): Promise<void> {
    const verdict = nextStep(invoice, this.terms);
    const unit = { kind: 'dunning-invoice', id: invoice.id, set: INVOICE_SET };
    const own = { ...this.ctx, unit };
    const alone = async (tx: Tx) => {
      const { asOf } = this.terms;
      const locked = await openOverdue.lock(tx, asOf, { id: invoice.id });
      return this.act(tx, await overdueInvoices(tx, asOf, locked));
    };
    try {
      const made = await atWork(own, () => this.db.write(own, alone));
      this.collections = [...this.collections, ...made];
    } catch (error) {
      const quarantined = isQuarantine(error);
      if (isForLater(error) || ('hold' in verdict && !quarantined)) throw error;
      this.onFault?.(error, invoice.id);
      if ('hold' in verdict) return;
      const fault = { invoice, step: verdict.step };
      await this.db.write(this.ctx, (tx) => storeFault(tx, this.means, fault));
      if (quarantined) setAside(own);
    }
  }
}

function isOfRun({ before }: OverdueInvoice, { runId }: RunTerms): boolean {
  return before.some((each) => each.runId === runId);
}

function isQuarantine(error: unknown): boolean {
  return error instanceof DomainError && error.code === workQuarantined.code;
}

/** The database is away or overloaded: that says nothing about an invoice. */
function isForLater(error: unknown): boolean {
  return (error as { status?: unknown }).status === 503;
}
