import { buyerOf, type PriceTerms, taxDays } from '@quittance/lines';
import { type Tx } from '@quittance/database';
import type { Seller } from '@quittance/lines';
import { changeInvoice, type ChangeNote, type LockedInvoice } from '../invoices/change-invoice.js';
import {
  replaceInvoiceLines,
  type Invoice,
  type InvoiceLine,
} from '../invoices/invoice.repository.js';
import type { InvoiceView } from '../invoices/invoice.view.js';
import { tellRewritten } from './rewritten-lines.js';
import { priceInvoice, totalsOf, withoutOwnAdjustments, type KeptLine } from './price-invoice.js';

/** A change of an invoice with the totals that it comes to, and the lines that make them up. */
export interface RepricedInvoice {
  readonly change: Partial<Invoice>;
  readonly lines: readonly InvoiceLine[];
}

/** What an invoice is priced again with. */
export interface Repricing {
  readonly lines: readonly KeptLine[];
  /** Those it says it was supplied on unless told: see `taxDaysOfInvoice`. */
  readonly days?: Pick<PriceTerms, 'taxDate' | 'linesIssuedOn'>;
}

/**
 * Prices an invoice again, with these lines and changes: pure. The customer is the one the invoice
 * is addressed to, as it was when that was written.
 * @throws DomainError validation_failed, invoice_total_negative
 */
export function repriceInvoice(
  invoice: Invoice,
  change: Partial<Invoice>,
  { lines, days }: Repricing,
  seller: Seller,
): RepricedInvoice {
  const after: Invoice = { ...invoice, ...change };
  const customer = buyerOf(after.accountId, after.billTo);
  const kept = withoutOwnAdjustments(lines);
  const terms = { ...after, ...(days ?? taxDays.of(after)) };
  const priced = priceInvoice(after.id, terms, seller, customer, kept);
  const totals = { ...totalsOf(priced), taxRounding: seller.rounding };
  return { change: { ...change, ...totals }, lines: priced.lines };
}

/** Stores a locked invoice as it was priced again. */
export function storeRepriced(
  tx: Tx,
  locked: LockedInvoice,
  { change, lines }: RepricedInvoice,
  note: ChangeNote,
): InvoiceView {
  tx.later(replaceInvoiceLines(tx, locked.invoice.id, lines));
  tellRewritten(tx, locked.invoice, locked.lines, lines);
  return changeInvoice(tx, { ...locked, lines }, change, note);
}
