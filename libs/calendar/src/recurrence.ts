import { addDays, addMonths, daysBetween, dateParts, type LocalDate } from './dates.js';

export const FREQUENCIES = [
  'one_time',
  'weekly',
  'fortnightly',
  'monthly',
  'quarterly',
  'half_yearly',
  'annually',
] as const;
export type Frequency = (typeof FREQUENCIES)[number];

const STEPS: Record<Exclude<Frequency, 'one_time'>, { days?: number; months?: number }> = {
  weekly: { days: 7 },
  fortnightly: { days: 14 },
  monthly: { months: 1 },
  quarterly: { months: 3 },
  half_yearly: { months: 6 },
  annually: { months: 12 },
};

/**
 * The first day of period `k` (0 is the first), always computed from the start and clamped to the
 * month's length, so that 31 January gives 28 February and then 31 March again.
 */
export function periodStart(start: LocalDate, frequency: Frequency, k: number): LocalDate {
  if (frequency === 'one_time') return start;
  const step = STEPS[frequency];
  return step.days ? addDays(start, step.days * k) : addMonths(start, (step.months ?? 0) * k);
}

/** The last day of period `k`: the day before the next one starts. A one-time period is one day. */
export function periodEnd(start: LocalDate, frequency: Frequency, k: number): LocalDate {
  if (frequency === 'one_time') return start;
  return addDays(periodStart(start, frequency, k + 1), -1);
}

/**
 * The index of the first period that starts on or after the date (0 when the date is before the
 * start).
 */
export function periodIndexOnOrAfter(
  start: LocalDate,
  frequency: Frequency,
  date: LocalDate,
): number {
  if (date <= start || frequency === 'one_time') return 0;
  const step = STEPS[frequency];
  if (step.days) return Math.ceil(daysBetween(start, date) / step.days);
  const from = dateParts(start);
  const to = dateParts(date);
  const months = (to.year - from.year) * 12 + (to.month - from.month);
  const k = Math.max(0, Math.floor(months / (step.months ?? 1)));
  return periodStart(start, frequency, k) >= date ? k : k + 1;
}
