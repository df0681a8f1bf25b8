import type { Tx } from '@quittance/database';
import type { LockedInvoice } from '../invoices/change-invoice.js';
import { findInvoice } from '../invoices/invoice.queries.js';
import { invoiceView, type InvoiceView } from '../invoices/invoice.view.js';
import type { ProviderRefunds } from '../payments/provider-refunds.port.js';
import { applyToSent } from '../credits/auto-apply-credit.js';

/**
 * Lays the customer's open credit against an invoice that was just sent, or is objected to no
 * longer, where the company wants that, and answers the invoice as it is then.
 */
export async function creditSentInvoice(
  tx: Tx,
  { invoice, lines, company, today }: LockedInvoice,
  sent: InvoiceView,
  refunds?: ProviderRefunds,
): Promise<InvoiceView> {
  const { status, sentAt, version } = sent;
  const now = { ...invoice, status, sentAt, version };
  if (!(await applyToSent(tx, company, now, refunds))) return sent;
  const credited = await findInvoice(tx, invoice.id);
  return credited ? invoiceView(credited, lines, today) : sent;
}
