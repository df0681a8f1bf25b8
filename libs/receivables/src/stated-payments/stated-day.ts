import { addDays, type LocalDate } from '@quittance/calendar';
import { invalidField } from '@quittance/kernel';

/** So long before an invoice somebody may have paid for it in advance. */
const DAYS_AHEAD = 366;

/**
 * The day on which a customer says to have paid: none to come, and none that has nothing to do with
 * the invoices. Pure.
 * @throws DomainError validation_failed
 */
export function statedDay(
  said: LocalDate | undefined,
  today: LocalDate,
  invoices: readonly { readonly issueDate: LocalDate }[],
): LocalDate {
  const day = said ?? today;
  if (day > today) throw invalidField('/paidOn', 'max', `must not be after today, ${today}`);
  const issued = invoices.map(({ issueDate }) => issueDate).sort();
  const first = addDays(issued[0] ?? today, -DAYS_AHEAD);
  if (day < first) throw invalidField('/paidOn', 'min', `must not be before ${first}`);
  return day;
}
