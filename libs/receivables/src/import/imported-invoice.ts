import type { Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import type { InvoiceStatus } from '../invoices/invoice.js';

/** An invoice of another system, as it stood there on the day of the file. */
export interface ImportedInvoice {
  /** Line of the file, the first is 1. */
  readonly line: number;
  /** The customer's key in the other system. */
  readonly customer: string;
  readonly customerName: string | null;
  /** Its number in the other system. */
  readonly reference: string;
  readonly issueDate: LocalDate;
  readonly dueDate: LocalDate;
  readonly currency: Currency;
  /** Minor units. */
  readonly amount: bigint;
  readonly disputed: boolean;
  readonly settledOn: LocalDate | null;
}

/** When its money had come by a day, or null. */
export function settledBy(row: ImportedInvoice, asOf: LocalDate): LocalDate | null {
  return row.settledOn !== null && row.settledOn <= asOf ? row.settledOn : null;
}

/** Where an invoice stood at the end of a day: the due day itself is not overdue. */
export function importedStatus(row: ImportedInvoice, asOf: LocalDate): InvoiceStatus {
  if (settledBy(row, asOf)) return 'paid';
  if (row.disputed) return 'disputed';
  return row.dueDate < asOf ? 'overdue' : 'sent';
}
