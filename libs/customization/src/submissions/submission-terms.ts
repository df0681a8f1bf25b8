import type { Currency } from '@quittance/money';
import type { Instant } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import type { WorkBudget } from '@quittance/work';

/** What values and conditions of a form are read by. */
export interface SubmissionTerms {
  readonly now: Instant;
  readonly today: LocalDate;
  readonly timeZone: string;
  readonly baseCurrency: Currency;
  /** What the reading of one submission may cost, its conditions included. */
  readonly work: WorkBudget;
  /** Whether a master has an active entry of this code. */
  hasEntry(type: string, code: string): boolean;
}
