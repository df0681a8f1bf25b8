import { addDays, daysBetween, parseLocalDate, type LocalDate } from '@quittance/calendar';
import { parseMinor, type Currency } from '@quittance/money';
import { MOST_RETRIES, type DunningRunId } from '../attempts/attempt.js';
import { DONE, firstDayOf } from '../letters/minimum-gap.js';
import type { DunningSchedule, DunningStep } from '../schedule/dunning-schedule.js';
import { isOnItsWay, openAmount, type OverdueInvoice, type StepBefore } from './overdue-invoice.js';

/** Why nothing is done about an overdue invoice. */
export const HOLD_REASONS = [
  'awaits_approval',
  'tax_undetermined',
  'disputed',
  'below_minimum_balance',
  'never_issued',
  'paused',
  'promised',
  'payment_pending',
  'not_due_yet',
  'subscription_at_rest',
  'minimum_gap',
  'not_configured',
  'all_steps_done',
  'step_done_in_this_run',
  'in_progress',
  'retries_exhausted',
] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** Why nothing is done now. */
export interface HeldStep {
  readonly hold: HoldReason;
  readonly step: DunningStep | null;
  /** The day from which on it would be, where it is days that it waits for. */
  readonly nextOn: LocalDate | null;
}

/** Either the step that comes next, or why none does. */
export type StepVerdict = { readonly step: DunningStep } | HeldStep;

/** A step that a run takes for an invoice. */
export interface DueStep {
  readonly invoice: OverdueInvoice;
  readonly step: DunningStep;
}

/** What a run goes by. */
export interface RunTerms {
  readonly schedule: Pick<
    DunningSchedule,
    'steps' | 'minimumBalance' | 'requireIssued' | 'minimumGapDays' | 'consolidate'
  >;
  readonly asOf: LocalDate;
  /** The day on which something would be done: the company's today, also when a run looks back. */
  readonly on: LocalDate;
  /** Null when it is only looked. */
  readonly runId: DunningRunId | null;
}

/**
 * What is done about an overdue invoice: the lowest step that is not done, if it has come due and
 * keeps its distance. A step that keeps failing holds back those behind it: nobody is cut off who
 * was never told. Pure.
 */
export function nextStep(invoice: OverdueInvoice, terms: RunTerms): StepVerdict {
  const { schedule, asOf, runId } = terms;
  const done = invoice.before.filter(({ result }) => DONE.has(result));
  const step = schedule.steps.find((each) => !done.some((past) => covers(past, each))) ?? null;
  const hold = heldBack(invoice, schedule) ?? heldForGood(invoice, step, terms);
  if (hold !== null || step === null) {
    return { hold: hold ?? 'all_steps_done', step, nextOn: null };
  }
  const distant = firstDayOf(invoice, step, { ...schedule, runId });
  const overdueFor = daysBetween(invoice.dueDate, asOf);
  if (overdueFor < step.daysAfterDue) {
    const due = dayOf(invoice.dueDate, step);
    return { hold: 'not_due_yet', step, nextOn: distant && distant > due ? distant : due };
  }
  if (restsFor(invoice, step, { steps: schedule.steps, overdueFor })) {
    return { hold: 'subscription_at_rest', step, nextOn: null };
  }
  if (distant && distant > terms.on) return { hold: 'minimum_gap', step, nextOn: distant };
  return { step };
}

/**
 * What is paused or has not begun is suspended once it goes on, and not passed over: whoever pauses
 * would be free of it for good. It keeps no later step waiting, as it does not go on by then.
 */
function restsFor(
  { atRest }: Pick<OverdueInvoice, 'atRest'>,
  { action, daysAfterDue }: DunningStep,
  { steps, overdueFor }: { readonly steps: readonly DunningStep[]; readonly overdueFor: number },
): boolean {
  if (!atRest || action !== 'suspend_subscription') return false;
  return !steps.some((next) => next.daysAfterDue > daysAfterDue && next.daysAfterDue <= overdueFor);
}

const LAST_OF_ALL_DAYS = parseLocalDate('9999-12-31');

function dayOf(dueDate: LocalDate, { daysAfterDue }: DunningStep): LocalDate {
  const left = daysBetween(dueDate, LAST_OF_ALL_DAYS);
  return addDays(dueDate, Math.min(daysAfterDue, left));
}

/** The tries of this step: the last of them, if there was one. */
export function lastTryOfStep(
  { before }: Pick<OverdueInvoice, 'before'>,
  { step, action }: DunningStep,
): StepBefore | undefined {
  return before.findLast((each) => each.step === step && each.action === action);
}

/** Somebody was at it and died: nobody knows what came of it, so it is done again. */
export function isLeftBehind({ result, leased }: Pick<StepBefore, 'result' | 'leased'>): boolean {
  return result === 'running' && !leased;
}

/**
 * Whether what was done makes a step one of the past: it was this step, or one of the same day
 * after the due date or a later one. Numbers alone do not tell: when steps are put in or taken out,
 * they move on, and a customer would get a letter twice, or none before the subscription ends.
 */
function covers(past: StepBefore, { step, daysAfterDue, action }: DunningStep): boolean {
  return past.daysAfterDue >= daysAfterDue || (past.step === step && past.action === action);
}

/** Why an invoice is not pursued at all, whatever its steps. Pure. */
export function heldBack(
  invoice: OverdueInvoice,
  schedule: RunTerms['schedule'],
): HoldReason | null {
  if (invoice.awaitsApproval) return 'awaits_approval';
  if (invoice.taxUndetermined) return 'tax_undetermined';
  const open = openAmount(invoice);
  if (open <= 0n) return 'disputed';
  if (open < minimumOf(schedule.minimumBalance, invoice.currency)) return 'below_minimum_balance';
  if (schedule.requireIssued && !invoice.issued) return 'never_issued';
  if (invoice.pause !== null) return invoice.pause === 'promise' ? 'promised' : 'paused';
  return isOnItsWay(invoice) ? 'payment_pending' : null;
}

/** What no day that passes changes. */
function heldForGood(
  invoice: OverdueInvoice,
  step: DunningStep | null,
  { schedule, asOf, runId }: RunTerms,
): HoldReason | null {
  const { before, dueDate } = invoice;
  if (schedule.steps.length === 0) return 'not_configured';
  if (before.some((each) => each.runId === runId && !isLeftBehind(each))) {
    return 'step_done_in_this_run';
  }
  if (step === null) return 'all_steps_done';
  if (daysBetween(dueDate, asOf) < step.daysAfterDue) return null;
  if (before.some(({ leased }) => leased)) return 'in_progress';
  const last = lastTryOfStep(invoice, step);
  const hasFailed = last?.result === 'failed' && !last.retryAsked;
  return hasFailed && last.tries > MOST_RETRIES ? 'retries_exhausted' : null;
}

/** Decimal text of major units in a currency; what is finer than the currency is rounded up. */
export function minimumOf(amount: string, currency: Currency): bigint {
  for (let text = amount; ; text = text.slice(0, -1)) {
    const minor = parseMinor(text.replace(/\.$/, ''), currency);
    if (minor !== undefined) return text === amount ? minor : minor + 1n;
  }
}
