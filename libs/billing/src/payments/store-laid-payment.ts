import { audit } from '@quittance/audit';
import { sendAhead, type Tx } from '@quittance/database';
import { failpoint, type LocalDate } from '@quittance/kernel';
import type { AssignedNumber } from '@quittance/numbering';
import { emit } from '@quittance/outbox';
import { checkBooks } from '../check-books.js';
import { creditNotes, type CreditNote } from '../credit-notes/credit-note.repository.js';
import { creditNoteView } from '../credit-notes/credit-note.view.js';
import { onAccountNote } from '../credit-notes/on-account.js';
import { announceSettlement } from '../invoices/announce-settlement.js';
import { storeSettlements } from '../invoices/invoice.repository.js';
import type { LaidPayment } from './lay-payment.js';
import { allocations, type Payment } from './payment.repository.js';

/**
 * Writes where a payment's money went: allocations, settled invoices, the on-account note of the
 * excess; then proves the books. Nobody waits for the answers: they come with the commit's.
 */
export async function storeLaidPayment(
  tx: Tx,
  payment: Payment,
  laid: LaidPayment,
  noteNumber: AssignedNumber | null,
  appliedOn: LocalDate,
): Promise<CreditNote | null> {
  const note =
    laid.excess > 0n && noteNumber
      ? onAccountNote(payment, laid.excess, appliedOn, noteNumber, tx.ctx)
      : null;
  sendAhead(tx, allocations.insert(tx, laid.allocations), storeSettlements(tx, laid.settled));
  await failpoint('capture.after_invoice');
  if (note) sendAhead(tx, creditNotes.insert(tx, [note]));
  await failpoint('capture.after_credit_note');
  const touched = {
    invoices: laid.settled.map(({ invoice }) => invoice.id),
    payments: [payment.id],
    creditNotes: note ? [note.id] : [],
  };
  sendAhead(tx, checkBooks(tx, touched));
  for (const { invoice, settlement } of laid.settled) announceSettlement(tx, invoice, settlement);
  if (note) announceNote(tx, note);
  return note;
}

function announceNote(tx: Tx, note: CreditNote): void {
  const data = creditNoteView(note);
  emit(tx, { type: 'credit_note.issued', object: 'credit-note', recordId: note.id, data });
  audit(tx, {
    action: 'credit_note.issued',
    object: 'credit-note',
    recordId: note.id,
    after: data,
  });
}
