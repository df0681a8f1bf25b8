import { addDays, daysBetween, parseLocalDate, type LocalDate } from '@quittance/calendar';
import { invalidFields, type FieldError } from '@quittance/kernel';

/** The dates of an invoice that depend on one another. */
export interface InvoiceDates {
  readonly issueDate: LocalDate;
  readonly dueDate: LocalDate;
  readonly periodStart: LocalDate | null;
  readonly periodEnd: LocalDate | null;
}

/**
 * An invoice is not due before it is issued, and its period does not end before it starts.
 * @throws DomainError validation_failed with every wrong date
 */
export function checkInvoiceDates<T extends InvoiceDates>(dates: T): T {
  const errors: FieldError[] = farFaults(dates);
  if (dates.dueDate < dates.issueDate) {
    const message = `must not be before the issue date ${dates.issueDate}`;
    errors.push({ pointer: '/dueDate', code: 'min', message });
  }
  errors.push(...periodFaults(dates, ''));
  if (errors.length > 0) throw invalidFields(errors);
  return dates;
}

/** Nothing was invoiced earlier, and behind the last day no due date could be counted. */
export const FIRST_ISSUED = parseLocalDate('1900-01-01');
const LAST_ISSUED = parseLocalDate('8999-12-31');

function farFaults({ issueDate }: Pick<InvoiceDates, 'issueDate'>): FieldError[] {
  const pointer = '/issueDate';
  if (issueDate < FIRST_ISSUED) {
    return [{ pointer, code: 'min', message: `must not be before ${FIRST_ISSUED}` }];
  }
  if (issueDate <= LAST_ISSUED) return [];
  return [{ pointer, code: 'max', message: `must not be after ${LAST_ISSUED}` }];
}

type Period = Pick<InvoiceDates, 'periodStart' | 'periodEnd'>;

function periodFaults({ periodStart, periodEnd }: Period, pointer: string): FieldError[] {
  if (periodStart === null || periodEnd === null || periodEnd >= periodStart) return [];
  const message = `must not be before the start of the period ${periodStart}`;
  return [{ pointer: `${pointer}/periodEnd`, code: 'min', message }];
}

/**
 * The period of a line as it is written does not end before it starts either: no e-invoice could
 * say that.
 * @throws DomainError validation_failed
 */
export function checkLinePeriod<T extends Period>(line: T, pointer = ''): T {
  const errors = periodFaults(line, pointer);
  if (errors.length > 0) throw invalidFields(errors);
  return line;
}

const LAST_DAY = parseLocalDate('9999-12-31');

/** The date so many days later, at most the last one there is. */
export function daysAfter(date: LocalDate, days: number): LocalDate {
  return daysBetween(date, LAST_DAY) < days ? LAST_DAY : addDays(date, days);
}
