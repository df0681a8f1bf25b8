import { addDays, addMonths, dateParts, dayOfMonth, monthNumber, toEpochDay } from './dates.js';
import type { LocalDate } from './dates.js';

/** Days from the first to the one behind the last. */
export interface NamedDays {
  readonly from: LocalDate;
  readonly until: LocalDate;
}

const NAMED = /^(last|this|next)_(?:(week|month)|(fiscal_)?(quarter|year))$/;
const LAST_DAYS = /^last_([1-9]\d{0,3})_days$/;
const STEPS = { last: -1, this: 0, next: 1 } as const;
const DAYS_OF_WEEK = 7;
/** The first day of the count was a Thursday; a week begins on Monday (ISO 8601). */
const THURSDAY = 3;

/** For whoever says which there are. */
export const NAMED_PERIODS =
  'last_, this_ or next_ with week, month, quarter, year, fiscal_quarter or fiscal_year, or ' +
  'last_7_days';

/**
 * The days that a name means, as of today: `this_month`, `last_fiscal_quarter`, `next_week`,
 * `last_30_days` (today and the 29 days before). Undefined for any other text, and beyond the years
 * 1 to 9999.
 * @param fiscalStart the month in which the year of the company begins, 1 to 12
 */
export function namedPeriod(
  name: unknown,
  today: LocalDate,
  fiscalStart = 1,
): NamedDays | undefined {
  if (typeof name !== 'string') return undefined;
  try {
    const [, days] = LAST_DAYS.exec(name) ?? [];
    if (days !== undefined) {
      return { from: addDays(today, 1 - Number(days)), until: addDays(today, 1) };
    }
    const [, which, short, fiscal, long] = NAMED.exec(name) ?? [];
    if (which === undefined) return undefined;
    const step = STEPS[which as keyof typeof STEPS];
    if (short === 'week') return weekOf(addDays(today, step * DAYS_OF_WEEK));
    const months = short === 'month' ? 1 : long === 'quarter' ? 3 : 12;
    return monthsOf(today, { months, step, first: fiscal === undefined ? 1 : fiscalStart });
  } catch {
    return undefined;
  }
}

function weekOf(day: LocalDate): NamedDays {
  const sinceMonday = (((toEpochDay(day) + THURSDAY) % DAYS_OF_WEEK) + DAYS_OF_WEEK) % DAYS_OF_WEEK;
  const from = addDays(day, -sinceMonday);
  return { from, until: addDays(from, DAYS_OF_WEEK) };
}

interface Months {
  /** How long the period is: it divides a year. */
  readonly months: number;
  readonly step: number;
  /** The month in which a year begins. */
  readonly first: number;
}

function monthsOf(today: LocalDate, { months, step, first }: Months): NamedDays {
  const sinceStart = (dateParts(today).month - first + 12) % months;
  const from = dayOfMonth(monthNumber(today) - sinceStart + step * months, 1);
  return { from, until: addMonths(from, months) };
}

const RELATIVE = /^today([+-])(\d{1,5})([wmy])$/;

/**
 * The day of `today+1w`, `today-1m`, `today+2y`; where a month lacks the day, its last one.
 * Undefined for any other text: days are `relativeDay`.
 */
export function relativeDate(text: string, today: LocalDate): LocalDate | undefined {
  const [, sign, count, unit] = RELATIVE.exec(text) ?? [];
  if (count === undefined) return undefined;
  const steps = Number(count) * (sign === '-' ? -1 : 1);
  try {
    if (unit === 'w') return addDays(today, steps * DAYS_OF_WEEK);
    return addMonths(today, unit === 'y' ? 12 * steps : steps);
  } catch {
    return undefined;
  }
}
