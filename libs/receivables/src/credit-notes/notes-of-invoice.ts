import { sql, type LockedTx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';
import {
  invoiceCreditOpen,
  invoiceHasCreditNotes,
  invoiceLinesCredited,
} from '../receivables.errors.js';

/** Named in a refusal; a person looks the others up. */
const MOST_NAMED = 10;

/** Notes that people wrote about an invoice, by `credit_note_invoice_index`. */
const notesOf = (which: string) =>
  sql(`
    select n.number from receivables.credit_note n
    where n.company_id = $1 and n.invoice_id = $2 and n.kind = 'credit' ${which}
    order by n.number limit ${MOST_NAMED}`);

const EVERY_NOTE = notesOf('');
const STANDING_NOTES = notesOf(`and n.status not in ('draft', 'void')`);

const OPEN_NOTES = notesOf(`and n.status not in ('draft', 'void') and n.remaining > 0`);

type Numbers = readonly { readonly number: string }[];

const named = (notes: Numbers) => ({ notes: notes.map(({ number }) => number).join(', ') });

/**
 * The credit notes that refer to a locked invoice, whatever became of them: whoever issues one
 * holds the invoice too.
 */
export function readCreditNotes(tx: LockedTx, id: InvoiceId): Promise<Numbers> {
  return tx.rows<{ number: string }>(EVERY_NOTE, [tx.ctx.companyId, id]);
}

/** Of those the ones that were issued and not voided: their credit is the customer's. */
export function readStandingNotes(tx: LockedTx, id: InvoiceId): Promise<Numbers> {
  return tx.rows<{ number: string }>(STANDING_NOTES, [tx.ctx.companyId, id]);
}

/** Of those the ones whose credit is not used up. */
export function readOpenNotes(tx: LockedTx, id: InvoiceId): Promise<Numbers> {
  return tx.rows<{ number: string }>(OPEN_NOTES, [tx.ctx.companyId, id]);
}

/**
 * An invoice that was never to be owed is taken back whole: credit of a note that stands would be
 * given on top of that.
 * @throws DomainError invoice_has_credit_notes
 */
export function refuseWithNotes(standing: Numbers): void {
  if (standing.length > 0) throw invoiceHasCreditNotes(named(standing));
}

/**
 * What corrects an invoice ends it before anything is written off: the credit would pay another one
 * beside.
 * @throws DomainError invoice_credit_open
 */
export function refuseOpenCredit(open: Numbers): void {
  if (open.length > 0) throw invoiceCreditOpen(named(open));
}

/**
 * The lines of an invoice that was credited stay as they were credited, also when all that was paid
 * of it before it was sent went back and it is a draft again.
 * @throws DomainError invoice_lines_credited
 */
export function refuseCreditedLines(notes: Numbers): void {
  if (notes.length > 0) throw invoiceLinesCredited(named(notes));
}
