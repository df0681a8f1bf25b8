import { audit } from '@quittance/audit';
import { checkVersion, sql, type Tx } from '@quittance/database';
import type { CreditNoteId } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { checkCreditNotes } from '../check-books.js';
import { invoices, linesOf, type Invoice } from '../invoices/invoice.repository.js';
import { refuseAboveInvoice } from './corrected-invoice.js';
import { creditNoteDetail, type CreditNoteDetail } from './credit-note.queries.js';
import {
  addNoted,
  linesOfNote,
  lockCreditNote,
  readCredited,
  readNoted,
  replaceNoteLines,
  storeCreditNote,
  type CreditNote,
  type CreditNoteLine,
} from './credit-note.repository.js';
import { creditNoteView } from './credit-note.view.js';
import { creditedByHand } from '../credits/credited-by-hand.js';
import { creditedLess } from '../credits/credited-less.js';
import type { CorrectedInvoice } from './price-credit-note.js';
import { refuseAboveTaxes } from './tax-within.js';

/** A locked note with what every change of it needs. */
export interface LockedNote {
  readonly note: CreditNote;
  readonly lines: readonly CreditNoteLine[];
  /** The locked invoice it refers to. */
  readonly corrected: CorrectedInvoice | null;
  /** What all notes of that invoice come to, this one included. */
  readonly noted: bigint;
}

/** How a change is announced and logged. */
export interface NoteChange {
  readonly event: 'record.updated' | 'credit_note.issued' | 'credit_note.voided';
  readonly action: string;
}

/** The invoice a note refers to is locked before the note. */
const LOCK_INVOICE_OF_NOTE = sql(`
  select ${invoices.select('i')} from receivables.invoice i
  where i.company_id = $1 and i.id = (select n.invoice_id from receivables.credit_note n
    where n.company_id = $1 and n.id = $2 and n.kind = 'credit')
  for no key update`);

/**
 * Locks a note and the invoice it refers to, in the order that prevents deadlocks.
 * @throws DomainError not_found, precondition_failed
 */
export async function lockNoteToChange(
  tx: Tx,
  id: CreditNoteId,
  expectedVersion: number | null = null,
): Promise<LockedNote> {
  const [[invoice, note], lines, behind] = await tx.locked(
    () =>
      tx.locked(
        () => tx.maybe<Invoice>(LOCK_INVOICE_OF_NOTE, [tx.ctx.companyId, id]),
        () => lockCreditNote(tx, id),
      ),
    (locked) => linesOfNote(locked, id),
    (locked) => locked,
  );
  checkVersion(note.version, expectedVersion);
  if (!invoice) return { note, lines, corrected: null, noted: 0n };
  const [invoiceLines, noted, credited] = await Promise.all([
    linesOf(behind, invoice.id),
    readNoted(behind, invoice.id),
    readCredited(behind, invoice.id, id),
  ]);
  return { note, lines, corrected: { invoice, lines: invoiceLines, credited }, noted };
}

/** What of its invoice a note takes up. */
function takenUp({ status, total }: CreditNote): bigint {
  return status === 'void' ? 0n : total;
}

/**
 * Stores a changed note, with other lines if there are some, announces and logs it.
 * @throws DomainError credit_exceeds_invoice, credit_exceeds_tax
 */
export function changeCreditNote(
  tx: Tx,
  { note, corrected, noted }: LockedNote,
  change: Partial<CreditNote>,
  announced: NoteChange,
  lines: readonly CreditNoteLine[] | null = null,
): CreditNote {
  const { now } = tx.ctx;
  const after: CreditNote = { ...note, ...change, version: note.version + 1, updatedAt: now };
  if (corrected) {
    const [before, taken] = [takenUp(note), takenUp(after)];
    refuseAboveInvoice(corrected.invoice, noted - before, taken);
    if (lines) refuseAboveTaxes(corrected, lines);
    tx.later(addNoted(tx, corrected.invoice.id, taken - before));
    if (taken > before) tx.later(creditedByHand, corrected.invoice.id);
    // Of a line less may be credited, whatever it comes to in all.
    if (taken < before || lines) tx.later(creditedLess, corrected.invoice.id);
  }
  tx.later(storeCreditNote(tx, after));
  if (lines) tx.later(replaceNoteLines(tx, note.id, lines));
  tx.later(checkCreditNotes(tx, [note.id]));
  const record = { object: 'credit-note', recordId: note.id };
  emit(tx, { ...record, type: announced.event, data: creditNoteView(after) });
  const keys = Object.keys(change) as (keyof CreditNote)[];
  const { action } = announced;
  audit(tx, { ...record, action, before: pick(note, keys), after: pick(after, keys) });
  return after;
}

function pick(note: CreditNote, keys: readonly (keyof CreditNote)[]): Record<string, unknown> {
  return Object.fromEntries(
    keys.map((key) => {
      const value = note[key];
      return [key, typeof value === 'bigint' ? value.toString() : value];
    }),
  );
}

/**
 * The same, answered as the API shows it.
 * @throws DomainError credit_exceeds_invoice, credit_exceeds_tax
 */
export function changeAndShow(
  tx: Tx,
  locked: LockedNote,
  change: Partial<CreditNote>,
  announced: NoteChange,
  lines: readonly CreditNoteLine[] | null = null,
): Promise<CreditNoteDetail> {
  const { id } = changeCreditNote(tx, locked, change, announced, lines);
  return creditNoteDetail(tx, id);
}
