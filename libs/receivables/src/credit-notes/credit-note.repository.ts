import { sentAnswers, namedSql, rowSet, sql, type LockedTx, type Tx } from '@quittance/database';
import { notFound, type CreditNoteId, type InvoiceId } from '@quittance/kernel';
import { creditNoteNoun, type CreditNote } from './credit-note.description.js';
import { CreditApplicationEntity } from './credit-note.entity.js';
import { creditNoteLineNoun, type CreditNoteLine } from './credit-note-line.description.js';
import type { CreditNoteMoney } from './credit-note.js';
import type { CreditedLine } from './rest-of-line.js';

/** The columns and set inserts of credit notes, their lines and their applications. */
export const creditNotes = creditNoteNoun.rows;
export const creditNoteLines = creditNoteLineNoun.rows;
export const creditApplications = rowSet(CreditApplicationEntity);

export type { CreditNote, CreditNoteLine };

const FIND_CREDIT_NOTE = sql(`
  select ${creditNotes.select('n')} from receivables.credit_note n
  where n.company_id = $1 and n.id = $2`);

const LOCK_CREDIT_NOTE = sql(`
  select ${creditNotes.select('n')} from receivables.credit_note n
  where n.company_id = $1 and n.id = $2 for no key update`);

const MOVE_CREDIT = namedSql(
  `update receivables.credit_note n set status = m.status, applied_amount = m.applied_amount,
     refunded_amount = m.refunded_amount, remaining = m.remaining, void_reason = m.void_reason,
     voided_at = case when m.status = 'void' then :now end, version = n.version + 1,
     updated_at = :now
   from :rows as m where n.company_id = :companyId and n.id = m.id`,
  {
    rows: {
      id: 'uuid',
      status: 'text',
      appliedAmount: 'bigint',
      refundedAmount: 'bigint',
      remaining: 'bigint',
      voidReason: 'text',
    },
  },
);

/** Lines of one note in document order, by primary key prefix. */
const LINES_OF_NOTE = sql(`
  select ${creditNoteLines.select('l')} from receivables.credit_note_line l
  where l.company_id = $1 and l.credit_note_id = $2 order by l.position`);

const LINES_OF_NOTES = sql(`
  select ${creditNoteLines.select('l')} from receivables.credit_note_line l
  where l.company_id = $1 and l.credit_note_id = any($2::uuid[])
  order by l.credit_note_id, l.position`);

const CREDITED = [
  'invoiceLineId',
  'quantity',
  'unitPrice',
  'discountPercent',
  'discountGiven',
  'net',
  'tax',
  'total',
  'taxes',
  'taxCategory',
] as const;

/** The lines of the notes of an invoice, by `credit_note_invoice_index`. */
const CREDITED_LINES = sql(`
  select ${creditNoteLines.select('l', CREDITED)}
  from receivables.credit_note n
  join receivables.credit_note_line l on l.company_id = $1 and l.credit_note_id = n.id
  where n.company_id = $1 and n.invoice_id = $2 and n.kind = 'credit' and n.status <> 'void'
    and n.id is distinct from $3::uuid
  order by n.created_at, n.id, l.position`);

const DELETE_LINES = sql(`
  delete from receivables.credit_note_line where company_id = $1 and credit_note_id = $2`);

const NOTED = sql(`
  select i.noted_amount as noted from receivables.invoice i where i.company_id = $1 and i.id = $2`);

/** Not a change of the invoice that anybody sees, so its version stays. */
const ADD_NOTED = sql(`
  update receivables.invoice set noted_amount = noted_amount + $3 where company_id = $1
  and id = $2`);

export function linesOfNote(tx: Tx, id: CreditNoteId): Promise<CreditNoteLine[]> {
  return tx.rows<CreditNoteLine>(LINES_OF_NOTE, [tx.ctx.companyId, id]);
}

/** The lines of several notes, in their order within each. */
export function linesOfNotes(tx: Tx, ids: readonly CreditNoteId[]): Promise<CreditNoteLine[]> {
  return tx.rows<CreditNoteLine>(LINES_OF_NOTES, [tx.ctx.companyId, ids]);
}

/** Stores a locked note as it is now. The statement is sent before this returns. */
export const storeCreditNote = creditNoteNoun.store;

/** Puts these lines in place of all the note has. Both statements are sent before this returns. */
export function replaceNoteLines(
  tx: Tx,
  id: CreditNoteId,
  lines: readonly CreditNoteLine[],
): Promise<void> {
  return sentAnswers.together([
    tx.run(DELETE_LINES, [tx.ctx.companyId, id]),
    creditNoteLines.insert(tx, lines),
  ]);
}

/** What the notes that refer to a locked invoice come to, drafts included, void ones not. */
export async function readNoted(tx: LockedTx, id: InvoiceId): Promise<bigint> {
  const found = await tx.maybe<{ noted: bigint }>(NOTED, [tx.ctx.companyId, id]);
  return found?.noted ?? 0n;
}

/**
 * The lines of the notes that stand of a locked invoice, but for one of them; those that name no
 * line of the invoice too.
 */
export function readCredited(
  tx: LockedTx,
  id: InvoiceId,
  but: CreditNoteId | null = null,
): Promise<CreditedLine[]> {
  return tx.rows<CreditedLine>(CREDITED_LINES, [tx.ctx.companyId, id, but]);
}

/** Notes more of a locked invoice, or less; its constraint refuses more than its total. */
export function addNoted(tx: Tx, id: InvoiceId, amount: bigint): Promise<unknown> {
  if (amount === 0n) return sentAnswers.together([]);
  return tx.run(ADD_NOTED, [tx.ctx.companyId, id, amount]);
}

/** A credit note without its lines, not locked. */
export function findCreditNote(tx: Tx, id: CreditNoteId): Promise<CreditNote | undefined> {
  return tx.maybe<CreditNote>(FIND_CREDIT_NOTE, [tx.ctx.companyId, id]);
}

/** @throws DomainError not_found */
export async function lockCreditNote(tx: Tx, id: CreditNoteId): Promise<CreditNote> {
  const note = await tx.maybe<CreditNote>(LOCK_CREDIT_NOTE, [tx.ctx.companyId, id]);
  if (!note) throw notFound({ object: 'credit note' });
  return note;
}

/** What money changed on a locked note. */
export interface MovedCredit {
  readonly note: Pick<CreditNote, 'id'>;
  readonly money: CreditNoteMoney;
  readonly voidReason?: string | null;
}

/** Stores what money changed on locked notes. */
export function storeCreditMoney(tx: Tx, moved: readonly MovedCredit[]): Promise<unknown> {
  if (moved.length === 0) return sentAnswers.together([]);
  const rows = moved.map(({ note: { id }, money, voidReason = null }) => ({
    id,
    voidReason,
    ...money,
  }));
  return MOVE_CREDIT.run(tx, MOVE_CREDIT.columns(rows));
}
