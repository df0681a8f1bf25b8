import type { Tx } from '@quittance/database';
import type { LockedInvoice } from '../invoices/change-invoice.js';
import { findInvoice } from '../invoices/invoice.queries.js';
import { invoiceView, type InvoiceView } from '../invoices/invoice.view.js';
import { applyToSent } from './auto-apply-credit.js';

/**
 * Lays the customer's open credit against an invoice that was just sent, where the company wants
 * that, and answers the invoice as it is then.
 */
export async function creditSentInvoice(
  tx: Tx,
  { invoice, lines, company, today }: LockedInvoice,
  sent: InvoiceView,
): Promise<InvoiceView> {
  const { status, sentAt, version } = sent;
  if (!(await applyToSent(tx, company, { ...invoice, status, sentAt, version }))) return sent;
  const credited = await findInvoice(tx, invoice.id);
  return credited ? invoiceView(credited, lines, today) : sent;
}
