import { sendAhead, type Tx } from '@quittance/database';
import type { Seller } from '../price-lines.js';
import { changeInvoice, type ChangeNote, type LockedInvoice } from './change-invoice.js';
import { replaceLines, type Invoice } from './invoice.repository.js';
import type { InvoiceView } from './invoice.view.js';
import { priceInvoice, totalsOf, type KeptLine } from './price-invoice.js';

/**
 * Prices a locked invoice again, with these lines and changes, and stores both. The customer is
 * the one the invoice is addressed to, as it was when that was written.
 * @throws DomainError validation_failed, invoice_total_negative
 */
export function repriceInvoice(
  tx: Tx,
  locked: LockedInvoice,
  change: Partial<Invoice>,
  lines: readonly KeptLine[],
  seller: Seller,
  note: ChangeNote,
): InvoiceView {
  const after: Invoice = { ...locked.invoice, ...change };
  const { address, taxRegistration } = after.billTo;
  const customer = { id: after.accountId, address, taxRegistration };
  const priced = priceInvoice(after.id, after, seller, customer, lines);
  sendAhead(tx, replaceLines(tx, after.id, priced.lines));
  const totals = { ...totalsOf(priced), taxRounding: seller.rounding };
  return changeInvoice(tx, { ...locked, lines: priced.lines }, { ...change, ...totals }, note);
}
