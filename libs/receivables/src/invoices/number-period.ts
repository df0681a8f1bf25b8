import { invalidField } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { periodOf, type RulesInForce } from '@quittance/numbering';

/** What ties a document to the counter its number came from. */
export interface Numbered {
  readonly number: string;
  readonly numberPeriod: string;
  readonly issueDate: LocalDate;
}

/**
 * The number came from the counter of the issue date's period, so the date stays within it.
 * @throws DomainError validation_failed
 */
export function refuseOtherPeriod(
  { number, numberPeriod, issueDate: before }: Numbered,
  rules: RulesInForce,
  issueDate?: LocalDate,
): void {
  if (issueDate === undefined) return;
  // After a change of the numbering rules the number tells no period any more.
  if (periodOf(rules, before) !== numberPeriod) return;
  if (periodOf(rules, issueDate) === numberPeriod) return;
  const message = `must stay in the period ${numberPeriod}, which the number ${number} belongs to`;
  throw invalidField('/issueDate', 'period', message);
}
