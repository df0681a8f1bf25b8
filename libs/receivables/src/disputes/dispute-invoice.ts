import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx, Id, InvoiceId } from '@quittance/kernel';
import { parseAmount } from '../parse-amount.js';
import { changeInvoice, lockInvoiceToChange } from '../invoices/change-invoice.js';
import { objectionTo, openDispute } from './dispute.js';
import { statusAfter } from '../invoices/invoice.js';
import type { InvoiceView } from '../invoices/invoice.view.js';

/** What the customer objects to. */
export interface DisputeInput {
  readonly reason: string;
  /** Major units as decimal text; what the lines come to, else all that is open, when absent. */
  readonly amount?: string;
  readonly lineIds?: readonly Id<'invoice-line'>[];
}

/** Notes that the customer objects: dunning leaves the disputed part alone until it is resolved. */
@Injectable()
export class DisputeInvoice {
  constructor(private readonly db: Database) {}

  /**
   * @throws DomainError not_found, invoice_status_conflict, dispute_already_open,
   *   dispute_exceeds_balance, validation_failed
   */
  execute(ctx: Ctx, id: InvoiceId, input: DisputeInput): Promise<InvoiceView> {
    return this.db.write(ctx, async (tx) => {
      const locked = await lockInvoiceToChange(tx, id);
      const { invoice, lines, today } = locked;
      const status = statusAfter(invoice, 'dispute', today);
      const { reason, lineIds = [] } = input;
      const amount =
        input.amount === undefined ? null : parseAmount(input.amount, invoice.currency);
      const objection = objectionTo(invoice, lines, { reason, amount, lineIds });
      const dispute = openDispute(objection, ctx.actor, ctx.now);
      const note = { event: 'invoice.disputed', action: 'invoice.disputed' } as const;
      return changeInvoice(tx, locked, { status, dispute }, note);
    });
  }
}
