import { readCompany } from '@quittance/company';
import { notFound, type CreditNoteId, type Id } from '@quittance/kernel';
import type { Tx } from '@quittance/database';
import type { Taxes } from '@quittance/tax';
import { type Seller, quotedSellerOf, buyerOf } from '@quittance/lines';
import { pointedIntoBody } from '@quittance/lines';
import { taxDaysOfNote } from '../invoice-lines/tax-day-of-invoice.js';
import { refuseBeyondNote } from './adjusted-note.js';
import { changeAndShow, lockNoteToChange, type LockedNote } from './change-credit-note.js';
import { creditStatusAfter } from './credit-note.js';
import type { CreditNoteDetail } from './credit-note.queries.js';
import type { CreditNote } from './credit-note.repository.js';
import {
  keptNoteLine,
  priceCreditNote,
  type CorrectedInvoice,
  type KeptNoteLine,
} from './price-credit-note.js';

const LINES_CHANGED = { event: 'record.updated', action: 'credit_note.lines_changed' } as const;

/**
 * Prices a locked draft again, with these lines and changes, and stores both. The customer is the
 * one it is addressed to, as known when it was written.
 * @throws DomainError validation_failed, credit_exceeds_invoice, credit_exceeds_tax,
 * credit_note_total_negative
 */
export async function repriceCreditNote(
  tx: Tx,
  locked: LockedNote,
  change: Partial<CreditNote>,
  lines: readonly KeptNoteLine[],
  seller: Seller,
  announced: { readonly event: 'record.updated'; readonly action: string } = LINES_CHANGED,
): Promise<CreditNoteDetail> {
  const { corrected } = locked;
  const after: CreditNote = { ...locked.note, ...change };
  if (!after.billTo) throw new TypeError('A note that people write is addressed to somebody');
  const buyer = buyerOf(after.accountId, after.billTo);
  const days = await taxDaysOfNote(tx, after, corrected?.invoice, lines);
  const terms = { ...after, ...days };
  const priced = priceCreditNote(after.id, terms, seller, buyer, corrected, lines);
  refuseBeyondNote(lines, priced, { currency: after.currency, seller, corrected });
  const { subtotal, taxTotal, total } = priced;
  const taxRounding = corrected?.invoice.taxRounding ?? seller.rounding;
  const totals = { subtotal, taxTotal, total, remaining: total, taxRounding };
  return changeAndShow(tx, locked, { ...change, ...totals }, announced, priced.lines);
}

/** The lines after a change, and which of them the request's body describes. */
export interface NoteLineChange {
  readonly lines: readonly KeptNoteLine[];
  readonly about: number | null;
}

/**
 * Locks a draft, changes its lines and prices it again.
 * @throws DomainError not_found, precondition_failed, credit_note_not_editable, validation_failed,
 *   credit_exceeds_invoice, credit_exceeds_tax,
 * credit_note_total_negative
 */
export async function changeNoteLines(
  tx: Tx,
  taxes: Taxes,
  id: CreditNoteId,
  expectedVersion: number | null,
  change: (
    lines: readonly KeptNoteLine[],
    corrected: CorrectedInvoice | null,
  ) => NoteLineChange | Promise<NoteLineChange>,
): Promise<CreditNoteDetail> {
  const [locked, company, basis] = await tx.locked(
    () => lockNoteToChange(tx, id, expectedVersion),
    readCompany,
    (behind) => taxes.load(behind),
  );
  const { note, corrected } = locked;
  creditStatusAfter(note, 'edit');
  const kept = locked.lines.map((line) => keptNoteLine(line, note));
  const { lines, about } = await change(kept, corrected);
  try {
    return await repriceCreditNote(tx, locked, {}, lines, quotedSellerOf(company, basis));
  } catch (error) {
    throw pointedIntoBody(error, about);
  }
}

/** @throws DomainError not_found */
export function indexOfNoteLine(
  lines: readonly KeptNoteLine[],
  id: Id<'credit-note-line'>,
): number {
  const index = lines.findIndex((line) => line.id === id);
  if (index < 0) throw notFound({ object: 'credit note line' });
  return index;
}
