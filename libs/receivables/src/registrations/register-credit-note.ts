import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { CreditNoteId, Ctx } from '@quittance/kernel';
import {
  creditNoteHoldsPayment,
  creditNoteRegistered,
  creditNoteStatusConflict,
} from '../receivables.errors.js';
import { isSameRegistration, type InvoiceRegistration } from './irn.js';
import { setIrn } from './irn.repository.js';
import { changeAndShow, lockNoteToChange } from '../credit-notes/change-credit-note.js';
import { creditNoteDetail, type CreditNoteDetail } from '../credit-notes/credit-note.queries.js';

const NOTE = { event: 'record.updated', action: 'credit_note.registered' } as const;

/** Keeps what India's invoice registration portal answered to a credit note: once, and for good. */
@Injectable()
export class RegisterCreditNote {
  constructor(private readonly db: Database) {}

  /**
   * Says what was said before: then nothing changes. What an account is owed for a payment is no
   * document of the tax.
   * @throws DomainError not_found, precondition_failed, credit_note_status_conflict,
   *   credit_note_holds_payment, credit_note_registered, irn_taken
   */
  execute(
    ctx: Ctx,
    id: CreditNoteId,
    registration: InvoiceRegistration,
    expectedVersion: number | null,
  ): Promise<CreditNoteDetail> {
    return this.db.write(ctx, async (tx) => {
      const locked = await lockNoteToChange(tx, id, expectedVersion);
      const { irn: known, status, kind } = locked.note;
      if (known) {
        if (isSameRegistration(known, registration)) return creditNoteDetail(tx, id);
        throw creditNoteRegistered({ irn: known.irn });
      }
      if (kind === 'on_account') throw creditNoteHoldsPayment();
      if (status === 'draft' || status === 'void') {
        throw creditNoteStatusConflict({ status, operation: 'register' });
      }
      await setIrn(tx, { kind: 'credit_note', id }, registration);
      return changeAndShow(tx, locked, { irn: registration }, NOTE);
    });
  }
}
