import { addDays, type LocalDate } from '@quittance/calendar';
import type { AttemptResult, DunningRunId } from '../attempts/attempt.js';
import type { DunningSchedule, DunningStep } from '../schedule/dunning-schedule.js';
import type { OverdueInvoice } from '../run/overdue-invoice.js';
import { LETTERS } from './letter-codes.js';

/** What the distance is measured by. */
export interface GapTerms {
  readonly minimumGapDays: DunningSchedule['minimumGapDays'];
  /** The letters of one run are one occasion: they hold none of each other back. */
  readonly runId: DunningRunId | null;
}

/** The results that make a step one of the past. */
export const DONE: ReadonlySet<AttemptResult> = new Set(['sent', 'done', 'skipped']);

/**
 * The first day on which a step keeps its distance; null when nothing comes before it. Pure.
 *
 * - From every step that was taken for the invoice it keeps as many days as the ladder has between
 * the two, so that old debt comes to the steps as slowly as new debt does, and never fewer than the
 * minimum gap.
 * - A letter keeps the minimum gap from the last letter to the customer too, whatever invoice that
 * was about. Not the ladder's days: where every week brings a new invoice and its first reminder,
 * the older ones would never come to their second.
 * - A try that failed reached nobody and is no distance away from anything.
 *
 * Days are those on which something was done, not those that a run looked from: who makes up for a
 * month of runs in an hour writes one letter.
 */
export function firstDayOf(
  { before, lastLetter }: Pick<OverdueInvoice, 'before' | 'lastLetter'>,
  step: DunningStep,
  { minimumGapDays, runId }: GapTerms,
): LocalDate | null {
  const days = before
    .filter(({ result }) => DONE.has(result))
    .map((past) => addDays(past.madeOn, Math.max(minimumGapDays, between(past, step))));
  if (sendsLetter(step) && lastLetter !== null && lastLetter.runId !== runId) {
    days.push(addDays(lastLetter.on, minimumGapDays));
  }
  return days.reduce<LocalDate | null>((last, day) => (last && last > day ? last : day), null);
}

/** Whether a step writes to the customer. */
export function sendsLetter({ action }: Pick<DunningStep, 'action'>): boolean {
  return LETTERS[action] !== undefined;
}

function between(
  past: Pick<DunningStep, 'daysAfterDue'>,
  step: Pick<DunningStep, 'daysAfterDue'>,
): number {
  return step.daysAfterDue - past.daysAfterDue;
}
