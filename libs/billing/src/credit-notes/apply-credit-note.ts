import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import { failpoint, type CreditNoteId, type Ctx, type InvoiceId } from '@quittance/kernel';
import { parseAmount } from '../parse-amount.js';
import { checkApplication } from './credit-note.js';
import type { CreditNoteDetail } from './credit-note.queries.js';
import { lockCredit, moveApplication } from './move-application.js';

/** Which invoice, and how much in major units as decimal text. */
export interface CreditApplicationInput {
  readonly invoiceId: InvoiceId;
  readonly amount: string;
}

/** Lays credit against an invoice of the same account and currency. */
@Injectable()
export class ApplyCreditNote {
  constructor(private readonly db: Database) {}

  /**
   * @throws DomainError not_found, account_mismatch, currency_mismatch, credit_note_not_applicable,
   *   credit_exceeds_remaining, credit_exceeds_balance, validation_failed
   */
  execute(ctx: Ctx, id: CreditNoteId, input: CreditApplicationInput): Promise<CreditNoteDetail> {
    return this.db.write(ctx, async (tx) => {
      const locked = await lockCredit(tx, id, input.invoiceId);
      await failpoint('credit.after_locks');
      const amount = parseAmount(input.amount, locked.note.currency);
      checkApplication(locked.note, amount, locked.invoice.balance);
      return moveApplication(tx, locked, amount);
    });
  }
}
