import type { Tx } from '@quittance/database';
import { requireProfile } from '@quittance/documents';
import type { CreditNote } from '../credit-notes/credit-note.description.js';
import type { CreditNoteLine } from '../credit-notes/credit-note-line.description.js';
import type { Invoice } from '../invoices/invoice.description.js';
import type { InvoiceLine } from '../invoice-lines/invoice-line.description.js';
import { printFacts } from './print-facts.js';
import { printableCreditNote } from './printable-credit-note.js';
import { printableInvoice } from './printable-invoice.js';

/**
 * That an invoice is what its profile demands, before anybody gets it. One without a profile asks
 * for nothing.
 * @throws DomainError e_invoice_not_possible
 */
export async function requireInvoiceProfile(
  tx: Tx,
  invoice: Invoice,
  lines: readonly InvoiceLine[],
): Promise<void> {
  if (invoice.eInvoiceProfile === null) return;
  const facts = await printFacts(tx, invoice.accountId);
  requireProfile(printableInvoice(invoice, lines, null, facts));
}

/**
 * The same of a credit note.
 * @throws DomainError e_invoice_not_possible
 */
export async function requireNoteProfile(
  tx: Tx,
  note: CreditNote,
  lines: readonly CreditNoteLine[],
  invoice: Invoice | null,
): Promise<void> {
  if (note.eInvoiceProfile === null) return;
  const facts = await printFacts(tx, note.accountId);
  const billTo = note.billTo ?? facts.account;
  requireProfile(printableCreditNote(note, lines, { billTo, invoice }, facts));
}
