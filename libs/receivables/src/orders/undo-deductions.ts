import { companyToday, readCompany } from '@quittance/company';
import { sql, type LockedTx, type Tx } from '@quittance/database';
import type { CreditNoteId, InvoiceId } from '@quittance/kernel';
import { creditNotes, type CreditNote } from '../credit-notes/credit-note.repository.js';
import { voidNote } from '../credit-notes/void-credit-note.js';
import { moveCredits } from '../credits/move-application.js';
import { refuseAwaitingInvoices } from '../invoice-records/awaiting-invoices.js';
import { invoices, type Invoice } from '../invoices/invoice.repository.js';
import { isRegistered } from '../registrations/irn.js';

/** What of a note stands on the very deposit that it deducts, given up for one invoice. */
interface StandingDeduction {
  readonly noteId: CreditNoteId;
  readonly depositId: InvoiceId;
  readonly amount: bigint;
}

/** Whichever invoice a note was made for, by `credit_application_for_index`. */
const STANDING = sql(`
  select a.credit_note_id as "noteId", a.invoice_id as "depositId", sum(a.amount)::bigint as amount
  from receivables.credit_application a
  where a.company_id = $1 and a.for_invoice_id = $2
  group by a.credit_note_id, a.invoice_id having sum(a.amount) > 0
  order by a.credit_note_id`);

/** Whoever holds an order, or one of its invoices, never waits for a deposit of it. */
const LOCK_DEPOSITS = sql(`
  select ${invoices.select('i')} from receivables.invoice i
  where i.company_id = $1 and i.id = any($2::uuid[]) order by i.id for no key update of i nowait`);

const LOCK_NOTES = sql(`
  select ${creditNotes.select('n')} from receivables.credit_note n
  where n.company_id = $1 and n.id = any($2::uuid[]) order by n.id for no key update of n nowait`);

/**
 * An invoice of an order is given up: what was unpaid of deposits and was given up for it is owed
 * again, and a note of which nothing else is used is void. What it took of what was paid has been
 * taken back before, or it could not be given up.
 * @throws DomainError record_awaits_approval, registration_stands
 */
export async function undoDeductions(tx: Tx, invoice: Invoice): Promise<void> {
  const readStanding = (of: Pick<LockedTx, 'rows' | 'ctx'>) =>
    of.rows<StandingDeduction>(STANDING, [of.ctx.companyId, invoice.id]);
  const found = await readStanding(tx);
  if (found.length === 0) return;
  const depositIds = [...new Set(found.map(({ depositId }) => depositId))];
  const noteIds = found.map(({ noteId }) => noteId);
  const [deposits, notes, standing] = await tx.locked(
    () => tx.rows<Invoice>(LOCK_DEPOSITS, [tx.ctx.companyId, depositIds]),
    () => tx.rows<CreditNote>(LOCK_NOTES, [tx.ctx.companyId, noteIds]),
    readStanding,
  );
  await refuseAwaitingInvoices(tx, deposits);
  const forInvoiceId = invoice.id;
  const today = companyToday(await readCompany(tx), tx.ctx.now);
  const moves = standing.flatMap(({ noteId, depositId, amount }) => {
    const note = notes.find(({ id }) => id === noteId);
    const deposit = deposits.find(({ id }) => id === depositId);
    return note && deposit ? [{ note, invoice: deposit, amount: -amount, forInvoiceId }] : [];
  });
  await moveCredits(tx, moves, today);
  for (const { note, amount } of moves) {
    if (note.appliedAmount + amount > 0n || note.refundedAmount > 0n) continue;
    // What is registered stays, and the next invoice takes it.
    if (isRegistered(note)) continue;
    await voidNote(tx, note.id, `Invoice ${invoice.number} was given up`);
  }
}
