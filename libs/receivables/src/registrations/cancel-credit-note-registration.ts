import { Injectable } from '@nestjs/common';
import { companyToday, readCompany } from '@quittance/company';
import { Database } from '@quittance/database';
import type { CreditNoteId, Ctx } from '@quittance/kernel';
import type { CancellationInput } from './cancel-invoice-registration.js';
import { cancelledRegistration } from './irn.js';
import { replaceIrn } from './irn.repository.js';
import { changeAndShow, lockNoteToChange } from '../credit-notes/change-credit-note.js';
import { creditNoteDetail, type CreditNoteDetail } from '../credit-notes/credit-note.queries.js';

const NOTE = { event: 'record.updated', action: 'credit_note.registration_cancelled' } as const;

/** Keeps that the registration of a credit note was cancelled at India's portal. */
@Injectable()
export class CancelCreditNoteRegistration {
  constructor(private readonly db: Database) {}

  /**
   * The same said again changes nothing.
   * @throws DomainError not_found, precondition_failed, registration_missing,
   *   registration_cancelled, validation_failed
   */
  execute(
    ctx: Ctx,
    id: CreditNoteId,
    { reason: cancelReason, cancelledOn }: CancellationInput,
    expectedVersion: number | null,
  ): Promise<CreditNoteDetail> {
    return this.db.write(ctx, async (tx) => {
      const locked = await lockNoteToChange(tx, id, expectedVersion);
      const { note } = locked;
      const day = cancelledOn ?? companyToday(await readCompany(tx), ctx.now);
      const irn = cancelledRegistration(note.irn, { cancelledOn: day, cancelReason });
      if (irn === note.irn) return creditNoteDetail(tx, id);
      await replaceIrn(tx, { kind: 'credit_note', id }, irn);
      return changeAndShow(tx, locked, { irn }, NOTE);
    });
  }
}
