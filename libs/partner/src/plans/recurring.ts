import { addMonths, type LocalDate } from '@quittance/calendar';

/** A line that recurs, as it is invoiced. */
export interface RecurringPeriod {
  /** The first day of what is invoiced; null where nothing recurs. */
  readonly periodStart: LocalDate | null;
  /** The first day of the subscription. */
  readonly start: LocalDate;
  /** Whether it is on the first invoice of it. */
  readonly first: boolean;
}

/**
 * Whether what recurs is paid for: always where no months are said, on the first invoice alone
 * where they are 0, else as long as its period starts within them.
 */
export function isWithinMonths(months: number | null, of: RecurringPeriod): boolean {
  if (months === null) return true;
  if (months === 0) return of.first;
  return of.periodStart !== null && of.periodStart < addMonths(of.start, months);
}
