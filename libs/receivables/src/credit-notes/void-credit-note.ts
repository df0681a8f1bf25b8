import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import type { CreditNoteId, Ctx } from '@quittance/kernel';
import { voidTax } from '@quittance/tax';
import { creditNoteReopenedOrder } from '../receivables.errors.js';
import { refuseRegistered } from '../registrations/irn.js';
import { changeCreditNote, lockNoteToChange } from './change-credit-note.js';
import { creditStatusAfter } from './credit-note.js';
import { creditNoteDetail, type CreditNoteDetail } from './credit-note.queries.js';

/** Takes a credit note back before any of it was used. It keeps its number and its lines. */
@Injectable()
export class VoidCreditNote {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, credit_note_not_voidable, credit_note_holds_payment,
   *   credit_note_reopened_order, registration_stands */
  execute(ctx: Ctx, id: CreditNoteId, { reason }: { reason: string }): Promise<CreditNoteDetail> {
    return this.db.write(ctx, (tx) => voidNote(tx, id, reason));
  }
}

/** The same within a transaction. */
export async function voidNote(
  tx: Tx,
  id: CreditNoteId,
  reason: string,
): Promise<CreditNoteDetail> {
  const locked = await lockNoteToChange(tx, id);
  creditStatusAfter(locked.note, 'void');
  const { number, reopenOrder, status } = locked.note;
  if (reopenOrder && status !== 'draft') throw creditNoteReopenedOrder({ number });
  refuseRegistered('credit note', locked.note);
  const { now } = tx.ctx;
  const change = { status: 'void', remaining: 0n, voidReason: reason, voidedAt: now } as const;
  const announced = { event: 'credit_note.voided', action: 'credit_note.voided' } as const;
  changeCreditNote(tx, locked, change, announced);
  tx.later(voidTax.ofNote(tx, id));
  return creditNoteDetail(tx, id);
}
