import { addDays, addMonths, dateParts, toEpochDay, type LocalDate } from '@quittance/calendar';
import type { LimitPeriod } from '../actors/portal-actor.js';

/** A period over which what somebody commits to adds up. */
export type AddedPeriod = Exclude<LimitPeriod, 'order'>;
export const ADDED_PERIODS = [
  'day',
  'week',
  'month',
  'quarter',
  'year',
] as const satisfies readonly AddedPeriod[];

/** The days from the first on and before the other. */
export interface LimitSpan {
  readonly startsOn: LocalDate;
  readonly until: LocalDate;
}

const MONTHS = { month: 1, quarter: 3, year: 12 } as const;

/**
 * The period of the calendar in which a day of the company is; a week begins on Monday. Pure.
 */
export function limitSpanOf(period: AddedPeriod, day: LocalDate): LimitSpan {
  if (period === 'day') return { startsOn: day, until: addDays(day, 1) };
  if (period === 'week') {
    // The first day that is counted was a Thursday.
    const behindMonday = (((toEpochDay(day) + 3) % 7) + 7) % 7;
    const startsOn = addDays(day, -behindMonday);
    return { startsOn, until: addDays(startsOn, 7) };
  }
  const months = MONTHS[period];
  const { month, day: ofMonth } = dateParts(day);
  const first = addDays(day, 1 - ofMonth);
  const startsOn = addMonths(first, -((month - 1) % months));
  return { startsOn, until: addMonths(startsOn, months) };
}
