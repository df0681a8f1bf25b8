import { Inject, Injectable, Optional } from '@nestjs/common';
import { Database, isForLater, type Tx } from '@quittance/database';
import { CheckoutMeans } from '@quittance/gateway';
import {
  DomainError,
  bulkCtx,
  systemCtx,
  type AccountId,
  type Clock,
  type Ctx,
  type InvoiceId,
} from '@quittance/kernel';
import { MailAvailability, TemplateRenderer, type ReadyEmails } from '@quittance/notifications';
import { atWork, setAside, workQuarantined, worksAlone } from '@quittance/watchdog';
import { openOverdue } from '@quittance/receivables';
import { inLanes } from '@quittance/work';
import { inGroups } from '../letters/in-groups.js';
import { DUNNING_CLOCK } from '../dunning.settings.js';
import { type FeesWithin, StepFees, withoutFees } from '../step-fees/step-fees.js';
import { SubscriptionControl } from '../subscription-control.port.js';
import { admitSteps } from './admit-steps.js';
import { announceDunningRunEnd, beginRun, type RunWanted } from './begin-run.js';
import { collectPayment, type CollectFor, type OnStepFault } from './collect-payment.js';
import type { DunningRun } from './dunning-run.js';
import { leaveRun, readDunningRun } from './dunning-run.repository.js';
import { LettersAhead } from './letters-ahead.js';
import { nextStep, type DueStep, type RunTerms } from './next-step.js';
import { FIRST, type OverdueInvoice, type WalkKey } from './overdue-invoice.js';
import { overdueInvoices } from './overdue-invoice.sql.js';
import { storeFaults, takeSteps, type Collection, type StepMeans } from './take-steps.js';
import { walkOf, type Stretch, type Walk } from './walk.js';

export interface DunningRunRequest extends RunWanted {
  readonly onFault?: OnStepFault;
}

/** Payment links made at once. */
const LINKS_AT_ONCE = 5;

/**
 * Takes the next step for every overdue invoice: one step per invoice and run, in the order of the
 * steps. Those who run at once share one run; a run that was killed is carried on.
 */
@Injectable()
export class RunDunning {
  /** Who runs without it asks for no fees. */
  @Optional() @Inject(StepFees) private readonly fees?: StepFees;

  constructor(
    readonly db: Database,
    readonly checkouts: CheckoutMeans,
    private readonly subscriptions: SubscriptionControl,
    @Inject(DUNNING_CLOCK) private readonly clock: Clock,
    private readonly mail: MailAvailability,
    readonly renderer: TemplateRenderer,
  ) {}

  /** Fees of steps as they are looked at. */
  feesAhead(): FeesWithin {
    return this.fees?.ahead() ?? withoutFees;
  }

  /** A transaction that takes steps, and asks for their fees. */
  write<T>(ctx: Ctx, work: (tx: Tx, fees: FeesWithin) => Promise<T>): Promise<T> {
    return this.fees?.write(ctx, work) ?? this.db.write(ctx, (tx) => work(tx, withoutFees));
  }

  /**
   * Null when the key was used before, or there is nothing to carry on. A run that others are still
   * at is answered as it is: running.
   * @throws DomainError dunning_not_configured, dunning_run_in_progress, as_of_in_future
   */
  async execute(ctx: Ctx, request: DunningRunRequest = {}): Promise<DunningRun | null> {
    const { companyId, requestId, actor } = ctx;
    // A long run tells all along that it is alive.
    const contexts = () => bulkCtx(systemCtx(companyId, this.clock.now(), requestId, actor));
    const begun = await this.db.write(contexts(), (tx) => beginRun(tx, request));
    if (!begun) return null;
    if ('underWay' in begun) {
      return this.db.read(ctx, (tx) => readDunningRun(tx, begun.underWay.id));
    }
    const { run, terms } = begun;
    const { subscriptions, mail, checkouts } = this;
    const means = { run, subscriptions, mail: mail.available, checkouts, terms };
    const leave = (through: boolean) =>
      this.db.write(contexts(), async (tx) =>
        announceDunningRunEnd(tx, await leaveRun(tx, run.id, through)),
      );
    try {
      await this.walk(contexts, means, request);
    } catch (error) {
      // Whoever else works at it goes on; where nobody does, it is carried on as of a dead process.
      await leave(false).catch(() => undefined);
      throw error;
    }
    await leave(true);
    return this.db.write(ctx, (tx) => readDunningRun(tx, run.id));
  }

  private async walk(
    contexts: () => Ctx,
    means: RunMeans,
    { onFault }: DunningRunRequest,
  ): Promise<void> {
    const { run, terms } = means;
    const walk = walkOf(terms.schedule);
    const letters = means.mail ? new LettersAhead(contexts, this, terms, walk) : undefined;
    try {
      for (let after: WalkKey | null = FIRST; after;) {
        const ready: ReadyEmails | undefined = await letters?.behind(after);
        const batch: Batch = new Batch(contexts(), this, { ...means, walk, ready }, onFault);
        after = await batch.take(after);
        await this.collect(contexts, { run, terms, onFault }, batch.collections);
      }
    } finally {
      await letters?.end();
    }
  }

  private async collect(
    contexts: () => Ctx,
    by: CollectFor,
    collections: readonly Collection[],
  ): Promise<void> {
    await inLanes(collections, LINKS_AT_ONCE, (each) => collectPayment(contexts(), this, by, each));
  }
}

/** The kind of the work on a batch. */
const INVOICE_SET = 'dunning-set';

/** What a run acts with, and what it goes by. */
interface RunMeans extends Omit<StepMeans, 'fees'> {
  readonly terms: RunTerms;
}

/** What is taken by itself: an invoice, or all that a customer has overdue. */
type Alone = { readonly id: InvoiceId } | { readonly account: AccountId };

/** Some of what a walk goes through, in one transaction; when it fails, each in its own. */
class Batch {
  collections: readonly Collection[] = [];

  constructor(
    private readonly ctx: Ctx,
    private readonly by: Pick<RunDunning, 'db' | 'write'>,
    private readonly means: RunMeans & {
      readonly walk: Walk;
      readonly ready: ReadyEmails | undefined;
    },
    private readonly onFault: DunningRunRequest['onFault'],
  ) {}

  /** Where the walk goes on; null at its end. */
  async take(after: WalkKey): Promise<WalkKey | null> {
    let stretch: Judged = { overdue: [], partly: [], next: null };
    if (worksAlone(this.ctx, INVOICE_SET)) {
      stretch = await this.by.db.write(this.ctx, (tx) => this.lockNext(tx, after));
      await this.takeEach(stretch.overdue);
    } else {
      const own = { ...this.ctx, unit: { kind: INVOICE_SET, id: '' } };
      const inOneGo = async (tx: Tx, fees: FeesWithin) => {
        stretch = await this.lockNext(tx, after);
        return this.act(tx, fees, stretch.overdue);
      };
      try {
        this.collections = await atWork(own, () => this.by.write(own, inOneGo));
      } catch (error) {
        if (stretch.overdue.length === 0 || isForLater(error)) throw error;
        await this.takeEach(stretch.overdue);
      }
    }
    await this.takeEach(await this.read(stretch.partly));
    return stretch.next;
  }

  private async read(accounts: readonly AccountId[]): Promise<readonly OverdueInvoice[]> {
    if (accounts.length === 0) return [];
    const { asOf } = this.means.terms;
    return this.by.db.read(this.ctx, async (tx) =>
      overdueInvoices(tx, asOf, await openOverdue.read(tx, asOf, { accounts })),
    );
  }

  private async lockNext(tx: Tx, after: WalkKey): Promise<Judged> {
    const { walk, terms } = this.means;
    const { found, partly, next } = await walk.lock(tx, terms.asOf, after);
    return { overdue: await overdueInvoices(tx, terms.asOf, found), partly, next };
  }

  private async act(
    tx: Tx,
    fees: FeesWithin,
    overdue: readonly OverdueInvoice[],
  ): Promise<readonly Collection[]> {
    if (overdue.length === 0) return [];
    const { terms, ready = new Map() } = this.means;
    const wanted: DueStep[] = [];
    let held = 0;
    for (const invoice of overdue) {
      const verdict = nextStep(invoice, terms);
      if (!('hold' in verdict)) wanted.push({ invoice, step: verdict.step });
      // Those of this run are counted already, by whoever began with them.
      else if (!isOfRun(invoice, terms)) held += 1;
    }
    const due = await admitSteps(tx, this.means, wanted);
    const again = due.filter(({ invoice }) => isOfRun(invoice, terms)).length;
    const admitted = new Set(due);
    const refused = wanted.filter((each) => !admitted.has(each));
    held += refused.filter(({ invoice }) => !isOfRun(invoice, terms)).length;
    return takeSteps(tx, { ...this.means, fees }, due, { overdue, held, again, ready });
  }

  private async takeEach(overdue: readonly OverdueInvoice[]): Promise<void> {
    if (!this.means.terms.schedule.consolidate) {
      for (const invoice of overdue) await this.takeAlone({ id: invoice.id }, [invoice]);
      return;
    }
    const accounts = inGroups(overdue, ({ accountId }) => accountId);
    for (const [account, invoices] of accounts) await this.takeAlone({ account }, invoices);
  }

  private async takeAlone(alone: Alone, known: readonly OverdueInvoice[]): Promise<void> {
    const own = { ...this.ctx, unit: { ...unitOf(alone), set: INVOICE_SET } };
    let overdue = known;
    const byItself = async (tx: Tx, fees: FeesWithin) => {
      overdue = await this.lockAlone(tx, alone);
      return this.act(tx, fees, overdue);
    };
    try {
      const made = await atWork(own, () => this.by.write(own, byItself));
      this.collections = [...this.collections, ...made];
    } catch (error) {
      const noted = await this.noteFaults(error, overdue);
      if (noted && isQuarantine(error)) setAside(own);
    }
  }

  private async lockAlone(tx: Tx, alone: Alone): Promise<readonly OverdueInvoice[]> {
    const { asOf } = this.means.terms;
    const locked =
      'id' in alone
        ? await openOverdue.lock(tx, asOf, { id: alone.id })
        : await openOverdue.lockAllOf(tx, asOf, alone.account);
    return overdueInvoices(tx, asOf, locked);
  }

  /**
   * Of what failed, the steps that were to be taken have failed; nobody else is stopped by it.
   * False where none were.
   */
  private async noteFaults(error: unknown, overdue: readonly OverdueInvoice[]): Promise<boolean> {
    const due = overdue.flatMap((invoice): DueStep[] => {
      const verdict = nextStep(invoice, this.means.terms);
      return 'hold' in verdict ? [] : [{ invoice, step: verdict.step }];
    });
    const [first] = overdue;
    if (isForLater(error) || !first || (due.length === 0 && !isQuarantine(error))) throw error;
    this.onFault?.(error, (due[0]?.invoice ?? first).id);
    if (due.length === 0) return false;
    await this.by.db.write(this.ctx, (tx) => storeFaults(tx, this.means, due));
    return true;
  }
}

/** Locked invoices with all that decides about them. */
interface Judged extends Pick<Stretch, 'partly' | 'next'> {
  readonly overdue: readonly OverdueInvoice[];
}

function unitOf(alone: Alone) {
  return 'id' in alone
    ? { kind: 'dunning-invoice', id: alone.id }
    : { kind: 'dunning-account', id: alone.account };
}

function isOfRun({ before }: OverdueInvoice, { runId }: RunTerms): boolean {
  return before.some((each) => each.runId === runId);
}

function isQuarantine(error: unknown): boolean {
  return error instanceof DomainError && error.code === workQuarantined.code;
}
