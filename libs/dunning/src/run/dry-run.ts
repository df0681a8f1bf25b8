import { Injectable, Optional } from '@nestjs/common';
import { companyToday, readCompany } from '@quittance/company';
import { findBillingAccounts } from '@quittance/crm';
import { Database, type Tx } from '@quittance/database';
import { CheckoutMeans } from '@quittance/gateway';
import { daysBetween, type LocalDate } from '@quittance/calendar';
import { formatMinor, sumOf } from '@quittance/money';
import type { Ctx } from '@quittance/kernel';
import {
  MailAvailability,
  RenderingShare,
  TemplateRenderer,
  prepareEmails,
  toRender,
  type PreparedEmail,
  type RefusedEmail,
} from '@quittance/notifications';
import { dunningNotConfigured } from '../dunning.errors.js';
import { readDunningSchedule } from '../schedule/dunning-schedule.repository.js';
import { chooseLetters, type Letter } from '../letters/choose-letters.js';
import { LETTERS } from '../letters/letter-codes.js';
import { askedByCurrency } from '../letters/letter.js';
import { nextStep, type DueStep, type RunTerms, type StepVerdict } from './next-step.js';
import {
  FIRST,
  askedAmount,
  openAmount,
  type OverdueInvoice,
  type WalkKey,
} from './overdue-invoice.js';
import { overdueInvoices } from './overdue-invoice.sql.js';
import { type FeeAhead, type FeesWithin, StepFees, withoutFees } from '../step-fees/step-fees.js';
import { walkOf } from './walk.js';
import { lettersOf, writtenLetters } from './write-letters.js';

/** Invoices that an answer lists; all are counted. */
export const MOST_STEPS_LISTED = 2000;

/** What a run would do about one overdue invoice. Amounts are decimal text. */
export interface PlannedStep {
  readonly invoiceId: string;
  readonly number: string;
  /** Drafts are among them unless the schedule asks for what was issued. */
  readonly status: OverdueInvoice['status'];
  readonly accountId: string;
  readonly accountName: string;
  readonly dueDate: LocalDate;
  readonly daysOverdue: number;
  readonly currency: string;
  readonly balance: string;
  /** Of the balance, what nobody objects to. */
  readonly openAmount: string;
  readonly step: number | null;
  readonly action: string | null;
  readonly templateCode: string | null;
  readonly recipient: string | null;
  readonly subject: string | null;
  /**
   * Why nothing, or nothing but a failed attempt, would come of it; `template_not_tried` where only
   * the letter could not be shown, as those before it took too much.
   */
  readonly blockedBy: string | null;
  /** The first day on which the step would be taken, where it waits for one. */
  readonly nextOn: LocalDate | null;
  /** What it would ask for being late, before tax; null where nothing. */
  readonly fee: string | null;
}

/** A letter that a run would send, about one invoice or several. Amounts are decimal text. */
export interface PlannedLetter {
  readonly accountId: string;
  readonly accountName: string;
  readonly step: number;
  readonly action: string;
  readonly templateCode: string;
  readonly recipient: string | null;
  readonly subject: string | null;
  /** What it asks for in each currency. */
  readonly totals: readonly {
    readonly currency: string;
    readonly invoices: number;
    readonly amount: string;
  }[];
  /** The invoices of which it takes a step. */
  readonly steps: number;
  readonly blockedBy: string | null;
}

export interface DunningForecast {
  readonly asOf: LocalDate;
  /** Overdue invoices. */
  readonly invoices: number;
  /** Of them, those that a step would be taken for. */
  readonly due: number;
  /** The first of them: of customers in turn, or in the order of their due dates. */
  readonly plan: readonly PlannedStep[];
  /** The letters of the steps in the plan. */
  readonly letters: readonly PlannedLetter[];
}

/** Tells what a dunning run would do, by the same rules, and changes nothing. */
@Injectable()
export class ForecastDunning {
  constructor(
    private readonly db: Database,
    private readonly mail: MailAvailability,
    private readonly renderer: TemplateRenderer,
    private readonly checkouts: CheckoutMeans,
    @Optional() private readonly fees?: StepFees,
  ) {}

  /** @throws DomainError dunning_not_configured */
  async execute(ctx: Ctx, asOf?: LocalDate): Promise<DunningForecast> {
    const terms = await this.db.read(ctx, (tx) => termsOf(tx, asOf));
    const plan: PlannedStep[] = [];
    const letters: PlannedLetter[] = [];
    const fees = this.fees?.ahead() ?? withoutFees;
    const share = new RenderingShare();
    let invoices = 0;
    let due = 0;
    for (let after: WalkKey | null = FIRST; after;) {
      const from: WalkKey = after;
      const means = { mail: this.mail.available, checkouts: this.checkouts, terms, fees };
      const batch = await this.db.read(ctx, (tx) => planBatch(tx, means, from, plan.length));
      invoices += batch.invoices;
      due += batch.due;
      const shown = await this.withSubjects(ctx, batch.letters, share);
      plan.push(...batch.plan.map((each) => plannedStep(each, shown, terms)));
      letters.push(...batch.letters.flatMap((each) => plannedLetter(each, shown)));
      after = batch.next;
    }
    return { asOf: terms.asOf, invoices, due, plan, letters };
  }

  /** Renders the letters with no transaction open. */
  private async withSubjects(
    ctx: Ctx,
    letters: readonly Drafted[],
    share: RenderingShare,
  ): Promise<ReadonlyMap<Letter, Shown>> {
    const drafts = letters.flatMap(({ draft }) => ('template' in draft ? [draft] : []));
    const wanted = drafts.map(toRender);
    const outcomes = await this.renderer.renderWithin(share, ctx.companyId, wanted);
    const byDraft = new Map<Drafted['draft'], (typeof outcomes)[number] | undefined>(
      drafts.map((draft, i) => [draft, outcomes[i]]),
    );
    return new Map(
      letters.map(({ letter, draft, unsent }): [Letter, Shown] => {
        if ('refused' in draft) return [letter, { subject: null, refused: draft.refused }];
        const outcome = byDraft.get(draft);
        if (outcome && 'rendered' in outcome) {
          return [letter, { subject: outcome.rendered.subject, refused: unsent }];
        }
        const untried = outcome && 'broken' in outcome && outcome.untried;
        const reason = untried ? 'template_not_tried' : 'template_broken';
        return [letter, { subject: null, refused: unsent ?? reason }];
      }),
    );
  }
}

/** What a letter would be read as, or why it would not be sent. */
interface Shown {
  readonly subject: string | null;
  readonly refused: string | null;
}

/** A letter with the e-mail that it would be. */
interface Drafted {
  readonly letter: Letter;
  readonly accountName: string;
  readonly recipient: string | null;
  readonly draft: PreparedEmail | RefusedEmail;
  /** Why none is sent whatever it says. */
  readonly unsent: string | null;
  /** Shown for a step that waits: it is none of those that a run would send. */
  readonly waits: boolean;
}

async function termsOf(tx: Tx, asOf: LocalDate | undefined): Promise<RunTerms> {
  const [company, schedule] = await Promise.all([readCompany(tx), readDunningSchedule(tx)]);
  if (schedule.steps.length === 0) throw dunningNotConfigured();
  const today = companyToday(company, tx.ctx.now);
  const day = asOf ?? today;
  // Looking ahead it is that day; looking back, whatever is done is done today.
  return { schedule, asOf: day, on: day > today ? day : today, runId: null };
}

interface PlanMeans {
  readonly mail: boolean;
  readonly checkouts: CheckoutMeans;
  readonly terms: RunTerms;
  readonly fees: FeesWithin;
}

async function planBatch(tx: Tx, means: PlanMeans, after: WalkKey, listed: number) {
  const { terms } = means;
  const { asOf, schedule } = terms;
  const { found, next } = await walkOf(schedule).read(tx, asOf, after);
  const overdue = await overdueInvoices(tx, asOf, found);
  const judged = overdue.map((invoice) => ({ invoice, verdict: nextStep(invoice, terms) }));
  const shown = judged.slice(0, Math.max(MOST_STEPS_LISTED - listed, 0));
  const letters = await draftedLetters(tx, means, shown, overdue);
  const covered = new Map(
    letters.flatMap((each) => each.letter.steps.map(({ invoice }) => [invoice.id, each] as const)),
  );
  const [names, fees] = await Promise.all([
    findBillingAccounts(tx, [...new Set(shown.map(({ invoice }) => invoice.accountId))]),
    means.fees.of(tx, stepsOf(shown)),
  ]);
  return {
    invoices: overdue.length,
    due: judged.filter(({ verdict }) => !('hold' in verdict)).length,
    plan: shown.map((each): Planned => ({
      ...each,
      accountName: names.get(each.invoice.accountId)?.name ?? '',
      drafted: covered.get(each.invoice.id) ?? null,
      fee: fees.get(each.invoice.id) ?? null,
    })),
    letters,
    next,
  };
}

interface Judged {
  readonly invoice: OverdueInvoice;
  readonly verdict: StepVerdict;
}

/** A step with the letter that it would be told by. */
interface Planned extends Judged {
  readonly accountName: string;
  readonly drafted: Drafted | null;
  readonly fee: FeeAhead | null;
}

function stepsOf(some: readonly Judged[]): DueStep[] {
  return some.flatMap(({ invoice, verdict: { step } }): DueStep[] =>
    step ? [{ invoice, step }] : [],
  );
}

/** Those that would be sent, and what each step that waits would say by itself. */
async function draftedLetters(
  tx: Tx,
  means: PlanMeans,
  judged: readonly Judged[],
  overdue: readonly OverdueInvoice[],
): Promise<readonly Drafted[]> {
  const isHeld = ({ verdict }: Judged) => 'hold' in verdict;
  const due = stepsOf(judged.filter((each) => !isHeld(each)));
  const sent = await lettersOf(tx, means, due, overdue);
  const alone = { ...means.terms.schedule, consolidate: false };
  const terms = { schedule: alone, forSeveral: new Set<string>() };
  const waiting = chooseLetters(stepsOf(judged.filter(isHeld)), overdue, terms);
  const written = await writtenLetters(tx, means, [...sent, ...waiting]);
  const drafts = await prepareEmails(
    tx,
    written.map(({ email }) => email),
  );
  return written.map(({ letter, email }, i) => ({
    letter,
    accountName: (email.data['account'] as { name: string }).name,
    recipient: email.to ?? null,
    draft: drafts[i] as PreparedEmail | RefusedEmail,
    unsent: means.mail ? null : 'email_not_available',
    waits: i >= sent.length,
  }));
}

function plannedStep(
  { invoice, verdict, accountName, drafted, fee }: Planned,
  shown: ReadonlyMap<Letter, Shown>,
  { asOf }: RunTerms,
): PlannedStep {
  const { step } = verdict;
  const said = drafted ? (shown.get(drafted.letter) ?? null) : null;
  return {
    ...aboutInvoice(invoice, asOf),
    accountName,
    step: step?.step ?? null,
    action: step?.action ?? null,
    templateCode: drafted?.letter.templateCode ?? (step && LETTERS[step.action]) ?? null,
    recipient: drafted?.recipient ?? null,
    subject: said?.subject ?? null,
    blockedBy:
      'hold' in verdict ? verdict.hold : (said?.refused ?? withoutSubscription(invoice, verdict)),
    nextOn: 'hold' in verdict ? verdict.nextOn : null,
    fee: fee && formatMinor(fee.amount, fee.currency),
  };
}

function plannedLetter(
  { letter, accountName, recipient, waits }: Drafted,
  shown: ReadonlyMap<Letter, Shown>,
): PlannedLetter[] {
  if (waits) return [];
  const { subject = null, refused = null } = shown.get(letter) ?? {};
  const { accountId, templateCode, lead, steps } = letter;
  return [
    {
      accountId,
      accountName,
      step: lead.step.step,
      action: lead.step.action,
      templateCode,
      recipient,
      subject,
      totals: [...askedByCurrency(letter)].map(([currency, invoices]) => ({
        currency,
        invoices: invoices.length,
        amount: formatMinor(sumOf(invoices.map(askedAmount)), currency),
      })),
      steps: steps.length,
      blockedBy: refused,
    },
  ];
}

function aboutInvoice(invoice: OverdueInvoice, asOf: LocalDate) {
  const { currency, dueDate } = invoice;
  return {
    invoiceId: invoice.id,
    number: invoice.number,
    status: invoice.status,
    accountId: invoice.accountId,
    dueDate,
    daysOverdue: daysBetween(dueDate, asOf),
    currency,
    balance: formatMinor(invoice.balance, currency),
    openAmount: formatMinor(openAmount(invoice), currency),
  };
}

function withoutSubscription(
  { subscriptionId }: OverdueInvoice,
  { step }: StepVerdict,
): string | null {
  const acts = step?.action === 'suspend_subscription' || step?.action === 'cancel_subscription';
  return acts && subscriptionId === null ? 'no_subscription' : null;
}
