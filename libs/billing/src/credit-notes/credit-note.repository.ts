import { rowSet, sql, type Tx } from '@quittance/database';
import { notFound, type CreditNoteId } from '@quittance/kernel';
import { CreditApplicationEntity, CreditNoteEntity } from './credit-note.entity.js';
import type { CreditNoteMoney } from './credit-note.js';

/** The columns and set inserts of credit notes and their applications. */
export const creditNotes = rowSet(CreditNoteEntity);
export const creditApplications = rowSet(CreditApplicationEntity);

/** A credit note as it is read: without its company, which is the transaction's. */
export type CreditNote = Omit<CreditNoteEntity, 'companyId'>;

const LOCK_CREDIT_NOTE = sql(`
  select ${creditNotes.select('n')} from billing.credit_note n
  where n.company_id = $1 and n.id = $2 for no key update`);

const MOVE_CREDIT = sql(`
  update billing.credit_note set status = $3, applied_amount = $4, refunded_amount = $5,
    remaining = $6, void_reason = $7, version = version + 1, updated_at = $8
  where company_id = $1 and id = $2`);

/** @throws DomainError not_found */
export async function lockCreditNote(tx: Tx, id: CreditNoteId): Promise<CreditNote> {
  const note = await tx.maybe<CreditNote>(LOCK_CREDIT_NOTE, [tx.ctx.companyId, id]);
  if (!note) throw notFound({ object: 'credit note' });
  return note;
}

/** Stores what money changed on a locked note. */
export async function storeCreditMoney(
  tx: Tx,
  note: Pick<CreditNote, 'id'>,
  money: CreditNoteMoney,
  voidReason: string | null = null,
): Promise<void> {
  await tx.run(MOVE_CREDIT, [
    tx.ctx.companyId,
    note.id,
    money.status,
    money.appliedAmount,
    money.refundedAmount,
    money.remaining,
    voidReason,
    tx.ctx.now,
  ]);
}
