import { sql, type Tx } from '@quittance/database';
import type { CreditNoteId, InvoiceId } from '@quittance/kernel';
import type { PaymentId } from './payments/payment-id.js';

/** The documents whose money a transaction moved. */
export interface Touched {
  readonly invoices: readonly InvoiceId[];
  readonly payments: readonly PaymentId[];
  readonly creditNotes: readonly CreditNoteId[];
}

const CHECK_CREDIT_NOTES = sql(`select receivables.check_credit_notes($1, $2::uuid[])`);

/** Compares the amounts of the documents with the sums of their rows, by their own indexes. */
const CHECK_BOOKS = sql(`
  select receivables.check_books($1, $2::uuid[], $3::uuid[], $4::uuid[])`);

/**
 * Proves the touched documents at the end of a money transaction, or fails it: an error here is
 * one of ours, never the caller's, so it surfaces as one.
 */
export function checkBooks(tx: Tx, touched: Touched): Promise<unknown> {
  return tx.run(CHECK_BOOKS, [
    tx.ctx.companyId,
    touched.invoices,
    touched.payments,
    touched.creditNotes,
  ]);
}

/** Proves the lines of changed notes, and that their invoices know of them, in the same way. */
export function checkCreditNotes(tx: Tx, notes: readonly CreditNoteId[]): Promise<unknown> {
  return tx.run(CHECK_CREDIT_NOTES, [tx.ctx.companyId, notes]);
}
