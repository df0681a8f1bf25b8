import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import { taxDayOf } from '@quittance/lines';
import type { Invoice } from '../invoices/invoice.description.js';
import { isDeposit } from '../orders/order-deposit.repository.js';

/**
 * The day an invoice is taxed by. What is asked for ahead bears the taxes of its own day, whatever
 * it says of the delivery (Directive 2006/112/EC, article 65).
 */
export async function taxDayOfInvoice(
  tx: Tx,
  invoice: Pick<Invoice, 'id' | 'issueDate' | 'deliveryDate' | 'periodEnd'>,
): Promise<LocalDate> {
  const day = taxDayOf(invoice);
  if (day === invoice.issueDate) return day;
  return (await isDeposit(tx, invoice.id)) ? invoice.issueDate : day;
}
