import { addDays, addMonths, parseLocalDate, type LocalDate } from '@quittance/calendar';

/** The first day of the month of a day. */
export function monthStart(day: LocalDate): LocalDate {
  return parseLocalDate(`${day.slice(0, 8)}01`);
}

/** The last day of a month by its first. */
export function monthEnd(first: LocalDate): LocalDate {
  return addDays(addMonths(first, 1), -1);
}

/** First days of months, from that of one day to that of another. */
export function monthsOf(from: LocalDate, to: LocalDate): LocalDate[] {
  const months: LocalDate[] = [];
  for (let month = monthStart(from); month <= to; month = addMonths(month, 1)) months.push(month);
  return months;
}

/** `2026-04`. */
export function monthName(first: LocalDate): string {
  return first.slice(0, 7);
}
