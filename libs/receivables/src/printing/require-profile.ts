import type { Tx } from '@quittance/database';
import { requireProfile } from '@quittance/documents';
import type { CreditNote } from '../credit-notes/credit-note.description.js';
import type { CreditNoteLine } from '../credit-notes/credit-note-line.description.js';
import type { Invoice } from '../invoices/invoice.description.js';
import type { InvoiceLine } from '../invoice-lines/invoice-line.description.js';
import { taxDaysOfInvoice, taxDaysOfNote } from '../invoice-lines/tax-day-of-invoice.js';
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
  const [facts, days] = await Promise.all([
    printFacts(tx, invoice.accountId),
    taxDaysOfInvoice(tx, invoice, lines),
  ]);
  requireProfile(printableInvoice(invoice, lines, { paymentLink: null, days }, facts));
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
  const [facts, days] = await Promise.all([
    printFacts(tx, note.accountId),
    taxDaysOfNote(tx, note, invoice, lines),
  ]);
  const billTo = note.billTo ?? facts.account;
  requireProfile(printableCreditNote(note, lines, { billTo, invoice, days }, facts));
}
