import { audit } from '@quittance/audit';
import type { CompanyTerms } from '@quittance/company';
import { type Tx } from '@quittance/database';
import type { LocalDate } from '@quittance/calendar';
import type { AssignedNumber } from '@quittance/numbering';
import { emit } from '@quittance/outbox';
import { checkBooks } from '../check-books.js';
import { applyOnAccount } from '../credits/auto-apply-credit.js';
import { creditNotes, type CreditNote } from '../credit-notes/credit-note.repository.js';
import { creditNoteView } from '../credit-notes/credit-note.view.js';
import { onAccountNote } from '../credits/on-account.js';
import { announceSettlement } from '../invoices/announce-settlement.js';
import { storeSettlements } from '../invoices/invoice.repository.js';
import { recordTaxOfUnsent } from '../invoice-lines/tax-of-unsent.js';
import type { AllocatedPayment, Settled } from './allocate-payment.js';
import { allocations, type Payment } from './payment.repository.js';

/** A payment with where its money goes. */
export interface PaymentToStore {
  readonly payment: Payment;
  readonly allocated: AllocatedPayment;
  /** Of the note that keeps the excess; null without one. */
  readonly noteNumber: AssignedNumber | null;
  readonly appliedOn: LocalDate;
  /** The transaction on behalf of the request that brought it. */
  readonly by: Tx;
}

/**
 * Writes where payments' money went: allocations, settled invoices, the on-account notes of the
 * excess; then proves the books. Nobody waits for the answers: they come with the commit's. Answers
 * the note of each payment.
 * @param company of whose customers the excess is; null where there is none
 */
export async function storeAllocatedPayments(
  tx: Tx,
  stored: readonly PaymentToStore[],
  company: CompanyTerms | null,
): Promise<(CreditNote | null)[]> {
  const notes = stored.map(noteOf);
  const settled = lastOfEach(stored.flatMap(({ allocated }) => allocated.settled));
  const issued = notes.filter((note) => note !== null);
  tx.later(
    allocations.insert(
      tx,
      stored.flatMap(({ allocated }) => allocated.allocations),
    ),
    storeSettlements(tx, settled),
  );
  await recordTaxOfUnsent(tx, settled);
  if (issued.length > 0) tx.later(creditNotes.insert(tx, issued));
  const touched = {
    invoices: settled.map(({ invoice }) => invoice.id),
    payments: stored.map(({ payment }) => payment.id),
    creditNotes: issued.map(({ id }) => id),
  };
  tx.later(checkBooks(tx, touched));
  for (const [i, { allocated, by }] of stored.entries()) {
    for (const { invoice, settlement } of allocated.settled)
      announceSettlement(by, invoice, settlement);
    const note = notes[i];
    if (note) announceNote(by, note);
  }
  if (company?.autoApplyCredit && issued.length > 0) await useExcess(tx, company, stored, issued);
  return notes;
}

/** The excess goes on to other invoices of the customer, where the company wants that. */
async function useExcess(
  tx: Tx,
  company: CompanyTerms,
  stored: readonly PaymentToStore[],
  issued: readonly CreditNote[],
): Promise<void> {
  const names = new Map(stored.map(({ payment, by }) => [payment.id, by]));
  const nameOf = ({ paymentId }: CreditNote) => (paymentId && names.get(paymentId)) || tx;
  await applyOnAccount(tx, company, issued, nameOf);
}

/** The same for one payment. */
export async function storeAllocatedPayment(
  tx: Tx,
  payment: Payment,
  allocated: AllocatedPayment,
  noteNumber: AssignedNumber | null,
  appliedOn: LocalDate,
  company: CompanyTerms | null,
): Promise<CreditNote | null> {
  const stored = { payment, allocated, noteNumber, appliedOn, by: tx };
  return (await storeAllocatedPayments(tx, [stored], company))[0] ?? null;
}

function noteOf({
  payment,
  allocated,
  noteNumber,
  appliedOn,
  by,
}: PaymentToStore): CreditNote | null {
  if (allocated.excess === 0n || !noteNumber) return null;
  return onAccountNote(payment, allocated.excess, appliedOn, noteNumber, by.ctx);
}

/**
 * Payments allocated to one invoice one after the other: from before the first to after the last.
 */
function lastOfEach(settled: readonly Settled[]): Settled[] {
  const each = new Map<string, Settled>();
  for (const { invoice, settlement } of settled) {
    each.set(invoice.id, { invoice: each.get(invoice.id)?.invoice ?? invoice, settlement });
  }
  return [...each.values()];
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
