import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { CreditNoteId, Ctx, InvoiceId } from '@quittance/kernel';
import { sumOf } from '@quittance/money';
import { refuseAwaitingInvoices } from '../invoice-records/awaiting-invoices.js';
import { parseAmount } from '../parse-amount.js';
import { checkUnapplication, creditStatusAfter } from '../credit-notes/credit-note.js';
import { creditNoteDetail, type CreditNoteDetail } from '../credit-notes/credit-note.queries.js';
import { lockCredit, readStanding } from './lock-credit.js';
import { moveCredits } from './move-application.js';
import { takeOff } from './take-off.js';

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
   *   validation_failed, record_awaits_approval
   */
  execute(ctx: Ctx, id: CreditNoteId, input: CreditUnapplicationInput): Promise<CreditNoteDetail> {
    return this.db.write(ctx, async (tx) => {
      const [{ note, invoices, today }, parts] = await tx.locked(
        () => lockCredit(tx, id, [input.invoiceId]),
        (behind) => readStanding(behind, id, input.invoiceId),
      );
      await refuseAwaitingInvoices(tx, invoices);
      const standing = sumOf(parts.map((part) => part.amount));
      const amount =
        input.amount === undefined ? standing : parseAmount(input.amount, note.currency);
      creditStatusAfter(note, 'unapply');
      checkUnapplication(note, amount, standing);
      const moves = invoices.flatMap((invoice) =>
        takeOff(parts, amount).map((part) => ({ ...part, note, invoice })),
      );
      await moveCredits(tx, moves, today);
      return creditNoteDetail(tx, id);
    });
  }
}
