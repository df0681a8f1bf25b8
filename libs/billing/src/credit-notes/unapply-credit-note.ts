import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { CreditNoteId, Ctx, InvoiceId } from '@quittance/kernel';
import { parseAmount } from '../parse-amount.js';
import { checkUnapplication } from './credit-note.js';
import type { CreditNoteDetail } from './credit-note.queries.js';
import { lockCredit, moveApplication } from './move-application.js';

/** Which invoice, and how much of what stands there; all of it without an amount. */
export interface CreditUnapplicationInput {
  readonly invoiceId: InvoiceId;
  readonly amount?: string;
}

/** Takes credit back off an invoice, which settles again; the credit can be used elsewhere. */
@Injectable()
export class UnapplyCreditNote {
  constructor(private readonly db: Database) {}

  /**
   * @throws DomainError not_found, account_mismatch, currency_mismatch, credit_not_applied,
   *   validation_failed
   */
  execute(ctx: Ctx, id: CreditNoteId, input: CreditUnapplicationInput): Promise<CreditNoteDetail> {
    return this.db.write(ctx, async (tx) => {
      const locked = await lockCredit(tx, id, input.invoiceId);
      const { note, standing } = locked;
      const amount =
        input.amount === undefined ? standing : parseAmount(input.amount, note.currency);
      checkUnapplication(note, amount, standing);
      return moveApplication(tx, locked, -amount);
    });
  }
}
