import type { LocalDate } from '@quittance/calendar';
import type { DocumentsWithin } from '@quittance/receivables';
import type { Taxes } from '@quittance/tax';

/** What settling works with. */
export interface SettleTools {
  readonly documents: DocumentsWithin;
  readonly taxes: Taxes;
  readonly today: LocalDate;
}
