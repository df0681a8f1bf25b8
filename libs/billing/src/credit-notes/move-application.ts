import { audit } from '@quittance/audit';
import { sendAhead, sql, type Tx } from '@quittance/database';
import {
  failpoint,
  formatMinor,
  invalidField,
  newId,
  type CreditNoteId,
  type InvoiceId,
  type LocalDate,
} from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { accountMismatch, currencyMismatch } from '../billing.errors.js';
import { checkBooks } from '../check-books.js';
import { announceSettlement } from '../invoices/announce-settlement.js';
import {
  findLockedInvoice,
  storeSettlements,
  type Invoice,
} from '../invoices/invoice.repository.js';
import { settle } from '../invoices/settlement.js';
import { readToday } from '../today.js';
import { moveCredit } from './credit-note.js';
import { creditNoteDetail, type CreditNoteDetail } from './credit-note.queries.js';
import {
  creditApplications,
  lockCreditNote,
  storeCreditMoney,
  type CreditNote,
} from './credit-note.repository.js';
import { creditNoteView } from './credit-note.view.js';

/** An invoice and a credit note locked in the order that prevents deadlocks. */
export interface LockedCredit {
  readonly invoice: Invoice;
  readonly note: CreditNote;
  /** What of the note stands on the invoice. */
  readonly standing: bigint;
  readonly today: LocalDate;
}

const STANDING = sql(`
  select coalesce(sum(a.amount), 0)::bigint as amount from billing.credit_application a
  where a.company_id = $1 and a.credit_note_id = $2 and a.invoice_id = $3`);

/**
 * Locks both sides of an application in one flight.
 * @throws DomainError not_found, validation_failed, account_mismatch, currency_mismatch
 */
export async function lockCredit(
  tx: Tx,
  noteId: CreditNoteId,
  invoiceId: InvoiceId,
): Promise<LockedCredit> {
  const [invoice, note, standing, today] = await Promise.all([
    findLockedInvoice(tx, invoiceId),
    lockCreditNote(tx, noteId),
    tx.one<{ amount: bigint }>(STANDING, [tx.ctx.companyId, noteId, invoiceId]),
    readToday(tx),
  ]);
  if (!invoice) throw invalidField('/invoiceId', 'not_found', 'There is no such invoice.');
  if (invoice.accountId !== note.accountId) throw accountMismatch({ number: invoice.number });
  if (invoice.currency !== note.currency) {
    const object = `invoice ${invoice.number}`;
    throw currencyMismatch({ object, expected: invoice.currency, given: note.currency });
  }
  return { invoice, note, standing: standing.amount, today };
}

/** Lays credit against an invoice (positive) or takes it back (negative); both settle again. */
export async function moveApplication(
  tx: Tx,
  { invoice, note, today }: LockedCredit,
  amount: bigint,
): Promise<CreditNoteDetail> {
  const { now, actor } = tx.ctx;
  const settlement = settle(invoice, { credited: amount }, { now, actor, today });
  const money = moveCredit(note, { applied: amount });
  const application = {
    id: newId<'credit-application'>(),
    creditNoteId: note.id,
    invoiceId: invoice.id,
    amount,
    appliedOn: today,
    createdAt: now,
  };
  sendAhead(tx, creditApplications.insert(tx, [application]));
  await failpoint('credit.after_application');
  sendAhead(
    tx,
    storeSettlements(tx, [{ invoice, settlement }]),
    storeCreditMoney(tx, note, money),
    checkBooks(tx, { invoices: [invoice.id], payments: [], creditNotes: [note.id] }),
  );
  announce(tx, invoice, note, { ...note, ...money, version: note.version + 1 }, amount);
  announceSettlement(tx, invoice, settlement);
  return creditNoteDetail(tx, note.id);
}

function announce(
  tx: Tx,
  invoice: Invoice,
  before: CreditNote,
  after: CreditNote,
  amount: bigint,
): void {
  const type = amount > 0n ? 'credit_note.applied' : 'credit_note.unapplied';
  const size = formatMinor(amount > 0n ? amount : -amount, after.currency);
  const application = { invoiceId: invoice.id, invoiceNumber: invoice.number, amount: size };
  const record = { object: 'credit-note', recordId: after.id };
  emit(tx, { ...record, type, data: { ...creditNoteView(after), application } });
  const moneyOf = ({ status, remaining, currency }: CreditNote) => ({
    status,
    remaining: formatMinor(remaining, currency),
  });
  audit(tx, {
    ...record,
    action: type,
    before: moneyOf(before),
    after: { ...moneyOf(after), application },
  });
}
