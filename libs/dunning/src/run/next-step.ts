import { daysBetween, parseMinor, type Currency, type LocalDate } from '@quittance/kernel';
import { MOST_RETRIES, type AttemptResult, type DunningRunId } from '../attempts/attempt.js';
import type { DunningSchedule, DunningStep } from '../schedule/dunning-schedule.js';
import { openAmount, type OverdueInvoice, type StepBefore } from './overdue-invoice.js';

/** Why nothing is done about an overdue invoice. */
export const HOLD_REASONS = [
  'disputed',
  'below_minimum_balance',
  'never_issued',
  'paused',
  'promised',
  'payment_pending',
  'not_due_yet',
  'not_configured',
  'all_steps_done',
  'step_done_in_this_run',
  'in_progress',
  'retries_exhausted',
] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** Either the step that comes next, or why none does. */
export type Verdict =
  { readonly step: DunningStep } | { readonly hold: HoldReason; readonly step: DunningStep | null };

/** What a run goes by. */
export interface RunTerms {
  readonly schedule: Pick<DunningSchedule, 'steps' | 'minimumBalance' | 'requireIssued'>;
  readonly asOf: LocalDate;
  /** Null when it is only looked. */
  readonly runId: DunningRunId | null;
}

/**
 * What is done about an overdue invoice: the lowest step that is not done, if it has come due. A step
 * that keeps failing holds back those behind it: nobody is cut off who was never told. Pure.
 */
export function nextStep(invoice: OverdueInvoice, { schedule, asOf, runId }: RunTerms): Verdict {
  const done = invoice.before.filter(({ result }) => DONE.has(result));
  const step = schedule.steps.find((each) => !done.some((past) => covers(past, each))) ?? null;
  const hold =
    held(invoice, schedule) ??
    (schedule.steps.length === 0 ? 'not_configured' : heldByStep(invoice, step, { asOf, runId }));
  if (hold !== null) return { hold, step };
  return { step: step as DunningStep };
}

const DONE: ReadonlySet<AttemptResult> = new Set(['sent', 'done', 'skipped']);

/**
 * Whether what was done makes a step one of the past: it was this step, or one of the same day after the
 * due date or a later one. Numbers alone do not tell: when steps are put in or taken out, they move on,
 * and a customer would get a letter twice, or none before the subscription ends.
 */
function covers(past: StepBefore, { step, daysAfterDue, action }: DunningStep): boolean {
  return past.daysAfterDue >= daysAfterDue || (past.step === step && past.action === action);
}

function held(invoice: OverdueInvoice, schedule: RunTerms['schedule']): HoldReason | null {
  const open = openAmount(invoice);
  if (open <= 0n) return 'disputed';
  if (open < minimumOf(schedule.minimumBalance, invoice.currency)) return 'below_minimum_balance';
  if (schedule.requireIssued && !invoice.issued) return 'never_issued';
  if (invoice.pause !== null) return invoice.pause === 'promise' ? 'promised' : 'paused';
  return invoice.pending >= open ? 'payment_pending' : null;
}

function heldByStep(
  { dueDate, before }: OverdueInvoice,
  step: DunningStep | null,
  { asOf, runId }: Pick<RunTerms, 'asOf' | 'runId'>,
): HoldReason | null {
  if (before.some((each) => each.runId === runId && !isLeftBehind(each))) {
    return 'step_done_in_this_run';
  }
  if (step === null) return 'all_steps_done';
  if (daysBetween(dueDate, asOf) < step.daysAfterDue) return 'not_due_yet';
  const tried = before.find((each) => each.step === step.step);
  if (tried?.leased) return 'in_progress';
  const sameTried = tried?.action === step.action && tried.tries > MOST_RETRIES;
  return sameTried ? 'retries_exhausted' : null;
}

/** Somebody was at it and died: nobody knows what came of it, so it is done again. */
function isLeftBehind({ result, leased }: StepBefore): boolean {
  return result === 'running' && !leased;
}

/** Decimal text of major units in a currency; what is finer than the currency is rounded up. */
export function minimumOf(amount: string, currency: Currency): bigint {
  for (let text = amount; ; text = text.slice(0, -1)) {
    const minor = parseMinor(text.replace(/\.$/, ''), currency);
    if (minor !== undefined) return text === amount ? minor : minor + 1n;
  }
}
