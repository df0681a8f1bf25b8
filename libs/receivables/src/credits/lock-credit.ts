import { sql, type LockedTx, type Tx } from '@quittance/database';
import { invalidField, type CreditNoteId, type InvoiceId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { lockInvoices, type Invoice } from '../invoices/invoice.repository.js';
import { readToday } from '@quittance/company';
import { refuseForeign } from '../credit-notes/corrected-invoice.js';
import type { StandingPart } from './take-off.js';
import { lockCreditNote, type CreditNote } from '../credit-notes/credit-note.repository.js';

/** Invoices and a credit note locked in the order that prevents deadlocks. */
export interface LockedCredit {
  /** In the order they were named. */
  readonly invoices: readonly Invoice[];
  readonly note: CreditNote;
  readonly today: LocalDate;
}

/**
 * Locks both sides of applications in one round trip.
 * @param pointerOf where the request names an invoice
 * @throws DomainError not_found, validation_failed, account_mismatch, currency_mismatch
 */
export async function lockCredit(
  tx: Tx,
  noteId: CreditNoteId,
  invoiceIds: readonly InvoiceId[],
  pointerOf: (i: number) => string = () => '/invoiceId',
): Promise<LockedCredit> {
  const [locked, note, today] = await tx.locked(
    () => lockInvoices(tx, invoiceIds),
    () => lockCreditNote(tx, noteId),
    readToday,
  );
  const invoices = invoiceIds.map((id, i) => {
    const invoice = locked.find((each) => each.id === id);
    if (!invoice)
      throw invalidField(pointerOf(i), 'reference_not_found', 'There is no such invoice.');
    refuseForeign(invoice, note);
    return invoice;
  });
  return { invoices, note, today };
}

/** What was applied by hand comes first, then what a deposit was last given up for. */
const STANDING = sql(`
  select a.for_invoice_id as "forInvoiceId", sum(a.amount)::bigint as amount
  from receivables.credit_application a
  where a.company_id = $1 and a.credit_note_id = $2 and a.invoice_id = $3
  group by a.for_invoice_id having sum(a.amount) > 0
  order by a.for_invoice_id is not null, a.for_invoice_id desc`);

/** What of a note stands on an invoice, by what a deposit was given up for. */
export function readStanding(
  tx: LockedTx,
  noteId: CreditNoteId,
  invoiceId: InvoiceId,
): Promise<StandingPart[]> {
  return tx.rows<StandingPart>(STANDING, [tx.ctx.companyId, noteId, invoiceId]);
}
