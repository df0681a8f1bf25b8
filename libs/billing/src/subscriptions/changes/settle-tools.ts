import type { LocalDate } from '@quittance/calendar';
import type { DocumentsWithin } from '@quittance/receivables';
import type { Taxes } from '@quittance/tax';

/** The documents that settling makes; a preview takes note of which they are. */
export type SettledDocuments = Pick<
  DocumentsWithin,
  'find' | 'hold' | 'creditedByOthers' | 'draft' | 'addLines' | 'credit' | 'cancel'
>;

/** What settling works with. */
export interface SettleTools {
  readonly documents: SettledDocuments;
  readonly taxes: Taxes;
  readonly today: LocalDate;
}
