import { Injectable } from '@nestjs/common';
import { companyToday, readCompany } from '@quittance/company';
import { findBillingAccounts } from '@quittance/crm';
import { Database, type Tx } from '@quittance/database';
import { livePaymentLinks } from '@quittance/gateway';
import { daysBetween, type LocalDate } from '@quittance/calendar';
import { formatMinor } from '@quittance/money';
import type { Ctx } from '@quittance/kernel';
import {
  MailAvailability,
  RenderingShare,
  TemplateRenderer,
  prepareEmails,
  toRender,
  type NewEmail,
  type PreparedEmail,
  type RefusedEmail,
} from '@quittance/notifications';
import { openOverdue } from '@quittance/receivables';
import { dunningNotConfigured } from '../dunning.errors.js';
import { readDunningSchedule } from '../schedule/dunning-schedule.repository.js';
import { LETTERS, letterOf } from '../letters/letter.js';
import { nextStep, type RunTerms, type StepVerdict } from './next-step.js';
import { FIRST, openAmount, type OverdueInvoice, type WalkKey } from './overdue-invoice.js';
import { overdueInvoices } from './overdue-invoice.sql.js';

const BATCH = 200;
/** Invoices that an answer lists; all are counted. */
export const MOST_STEPS_LISTED = 2000;

/** What a run would do about one overdue invoice. Amounts are decimal text. */
export interface PlannedStep {
  readonly invoiceId: string;
  readonly number: string;
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
}

export interface DunningForecast {
  readonly asOf: LocalDate;
  /** Overdue invoices. */
  readonly invoices: number;
  /** Of them, those that a step would be taken for. */
  readonly due: number;
  /** The first of them in the order of their due dates. */
  readonly plan: readonly PlannedStep[];
}

/** Tells what a dunning run would do, by the same rules, and changes nothing. */
@Injectable()
export class ForecastDunning {
  constructor(
    private readonly db: Database,
    private readonly mail: MailAvailability,
    private readonly renderer: TemplateRenderer,
  ) {}

  /** @throws DomainError dunning_not_configured */
  async execute(ctx: Ctx, asOf?: LocalDate): Promise<DunningForecast> {
    const terms = await this.db.read(ctx, (tx) => termsOf(tx, asOf));
    const plan: PlannedStep[] = [];
    const share = new RenderingShare();
    let invoices = 0;
    let due = 0;
    for (let after: WalkKey | null = FIRST; after;) {
      const from: WalkKey = after;
      const batch = await this.db.read(ctx, (tx) =>
        planBatch(tx, terms, from, { listed: plan.length, mail: this.mail.available }),
      );
      invoices += batch.invoices;
      due += batch.due;
      plan.push(...(await this.withSubjects(ctx, batch.plan, share)));
      after = batch.next;
    }
    return { asOf: terms.asOf, invoices, due, plan };
  }

  /** Renders the letters with no transaction open. */
  private async withSubjects(
    ctx: Ctx,
    plan: readonly Planned[],
    share: RenderingShare,
  ): Promise<PlannedStep[]> {
    const drafts = plan.flatMap(({ letter }) => (letter && 'template' in letter ? [letter] : []));
    const wanted = drafts.map(toRender);
    const outcomes = await this.renderer.renderWithin(share, ctx.companyId, wanted);
    const byLetter = new Map(drafts.map((letter, i) => [letter, outcomes[i]]));
    return plan.map(({ planned, letter }): PlannedStep => {
      if (!letter || 'refused' in letter) return planned;
      const outcome = byLetter.get(letter);
      if (outcome && 'rendered' in outcome) {
        return { ...planned, subject: outcome.rendered.subject };
      }
      const untried = outcome && 'broken' in outcome && outcome.untried;
      const reason = untried ? 'template_not_tried' : 'template_broken';
      return { ...planned, blockedBy: planned.blockedBy ?? reason };
    });
  }
}

/** A step with the letter that it would send. */
interface Planned {
  readonly planned: PlannedStep;
  readonly letter: PreparedEmail | RefusedEmail | null;
}

async function termsOf(tx: Tx, asOf: LocalDate | undefined): Promise<RunTerms> {
  const [company, schedule] = await Promise.all([readCompany(tx), readDunningSchedule(tx)]);
  if (schedule.steps.length === 0) throw dunningNotConfigured();
  const today = companyToday(company, tx.ctx.now);
  const day = asOf ?? today;
  // Looking ahead it is that day; looking back, whatever is done is done today.
  return { schedule, asOf: day, on: day > today ? day : today, runId: null };
}

async function planBatch(
  tx: Tx,
  terms: RunTerms,
  after: WalkKey,
  { listed, mail }: { readonly listed: number; readonly mail: boolean },
) {
  const { asOf } = terms;
  const found = await openOverdue.read(tx, asOf, { after, most: BATCH });
  const overdue = await overdueInvoices(tx, asOf, found);
  const judged = overdue.map((invoice) => ({ invoice, verdict: nextStep(invoice, terms) }));
  const plan = await planned(
    tx,
    terms,
    judged.slice(0, Math.max(MOST_STEPS_LISTED - listed, 0)),
    mail,
  );
  return {
    invoices: overdue.length,
    due: judged.filter(({ verdict }) => !('hold' in verdict)).length,
    plan,
    next: overdue.at(-1) ?? null,
  };
}

interface Judged {
  readonly invoice: OverdueInvoice;
  readonly verdict: StepVerdict;
}

async function planned(
  tx: Tx,
  { asOf }: RunTerms,
  judged: readonly Judged[],
  mail: boolean,
): Promise<Planned[]> {
  const [accounts, links] = await Promise.all([
    findBillingAccounts(tx, [...new Set(judged.map(({ invoice }) => invoice.accountId))]),
    livePaymentLinks(
      tx,
      judged.map(({ invoice }) => ({ id: invoice.id, balance: openAmount(invoice) })),
    ),
  ]);
  const letters = judged.map(({ invoice, verdict }): NewEmail | null => {
    const templateCode = verdict.step && LETTERS[verdict.step.action];
    if (!templateCode) return null;
    const account = accounts.get(invoice.accountId);
    const [to, accountName] = [account?.email ?? null, account?.name ?? ''];
    const paymentLink = links.get(invoice.id) ?? null;
    return letterOf(invoice, { templateCode, to, accountName, paymentLink, asOf });
  });
  const prepared = await prepareEmails(
    tx,
    letters.filter((letter) => letter !== null),
  );
  let taken = 0;
  return judged.map(({ invoice, verdict }, i): Planned => {
    const letter = letters[i] ?? null;
    const draft = letter && (prepared[taken++] ?? null);
    const unsent = letter && !mail ? 'email_not_available' : null;
    const refused = draft && 'refused' in draft ? draft.refused : unsent;
    const planned = {
      ...aboutInvoice(invoice, asOf),
      accountName: accounts.get(invoice.accountId)?.name ?? '',
      step: verdict.step?.step ?? null,
      action: verdict.step?.action ?? null,
      templateCode: letter?.templateCode ?? null,
      recipient: letter?.to ?? null,
      subject: null,
      blockedBy:
        'hold' in verdict ? verdict.hold : (refused ?? withoutSubscription(invoice, verdict)),
      nextOn: 'hold' in verdict ? verdict.nextOn : null,
    };
    return { planned, letter: draft };
  });
}

function aboutInvoice(invoice: OverdueInvoice, asOf: LocalDate) {
  const { currency, dueDate } = invoice;
  return {
    invoiceId: invoice.id,
    number: invoice.number,
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
