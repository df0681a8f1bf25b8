import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import { notFound, type InvoiceId } from '@quittance/kernel';
import { findInvoice } from '../invoices/invoice.queries.js';
import { linesOf } from '../invoices/invoice.repository.js';
import { invoiceView, type InvoiceView } from '../invoices/invoice.view.js';

/** An invoice as it is behind what was just written of it. */
export async function shownInvoice(tx: Tx, id: InvoiceId, today: LocalDate): Promise<InvoiceView> {
  const [invoice, lines] = await Promise.all([findInvoice(tx, id), linesOf(tx, id)]);
  if (!invoice) throw notFound({ object: 'invoice' });
  return invoiceView(invoice, lines, today);
}
