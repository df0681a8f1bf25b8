import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import { taxDayOf } from '@quittance/lines';
import type { CreditNote } from '../credit-notes/credit-note.description.js';
import type { Invoice } from '../invoices/invoice.description.js';
import { isDeposit } from '../orders/order-deposit.repository.js';

type DatedInvoice = Pick<Invoice, 'id' | 'issueDate' | 'deliveryDate' | 'periodEnd'>;

/**
 * The day an invoice is taxed by. What is asked for ahead bears the taxes of its own day, whatever
 * it says of the delivery (Directive 2006/112/EC, article 65).
 */
export async function taxDayOfInvoice(tx: Tx, invoice: DatedInvoice): Promise<LocalDate> {
  const day = taxDayOf(invoice);
  if (day === invoice.issueDate) return day;
  return (await isDeposit(tx, invoice.id)) ? invoice.issueDate : day;
}

/**
 * The day a credit note is taxed by: that of the invoice whose taxes it gives back, which may be a
 * deposit; of none that of its own supply.
 */
export function taxDayOfNote(
  tx: Tx,
  note: Pick<CreditNote, 'issueDate'> & Partial<Pick<CreditNote, 'deliveryDate'>>,
  corrected: DatedInvoice | null | undefined,
): LocalDate | Promise<LocalDate> {
  return corrected ? taxDayOfInvoice(tx, corrected) : taxDayOf(note);
}
