import type { LocalDate } from '@quittance/calendar';
import type { InvoiceId } from '@quittance/kernel';
import type { MadeDocument } from '@quittance/receivables';
import type { ChangeLine, KeptChangeLine } from './changes/change-line.js';
import type { UndoneChanges } from './changes/taken-back.js';
import type { PaidItem } from './paid-item.js';

/** A line by which a change asks for an item. */
export type AskedByChange = Pick<
  ChangeLine,
  'changeId' | 'itemId' | 'startOn' | 'untilOn' | 'productId' | 'taxCode' | 'placeOf' | 'invoiceId'
>;

/** What is paid for on a day and behind it. */
export interface PaidState {
  /** The day from which on its rows were read. */
  readonly since: LocalDate;
  readonly items: readonly PaidItem[];
  readonly documents: ReadonlyMap<InvoiceId, MadeDocument>;
  /** Earlier changes of the day: another takes their place. */
  readonly undone: UndoneChanges | null;
  /** The rows as they are, where that is undone. */
  readonly stored: readonly PaidItem[];
  /** Rows of what was voided or cancelled: nothing is paid for by them. */
  readonly closed: readonly PaidItem[];
  /** Lines of earlier changes that wait for an invoice. */
  readonly waiting: readonly KeptChangeLine[];
  /** What changes have asked for the days, in the order of these. */
  readonly asked: readonly AskedByChange[];
}
