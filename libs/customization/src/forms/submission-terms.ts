import type { Currency, Instant, LocalDate, WorkBudget } from '@quittance/kernel';

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
