import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx, Id, InvoiceId } from '@quittance/kernel';
import { documentApproval } from '@quittance/rules';
import { parseAmount } from '../parse-amount.js';
import { changeInvoice, lockInvoiceAwaited } from '../invoices/change-invoice.js';
import { objectionTo, openDispute, refuseSecond, type DisputeKind } from './dispute.js';
import { dispatchedBy } from './dispute-message.js';
import type { AskedLine } from './disputed-lines.js';
import { attachProof, type Proof } from './proof.js';
import { statusAfter } from '../invoices/invoice.js';
import type { InvoiceView } from '../invoices/invoice.view.js';

/** What the customer objects to. */
export interface DisputeInput {
  readonly reason: string;
  /** Major units as decimal text; what the lines come to, else all that is open, when absent. */
  readonly amount?: string;
  readonly lineIds?: readonly Id<'invoice-line'>[];
  /** In place of `lineIds`, where only a part of a line is objected to. */
  readonly lines?: readonly DisputeLineInput[];
  readonly kind?: DisputeKind;
  /** What somebody of the portal has uploaded to show it. */
  readonly proof?: Proof;
}

/** A part of a line: its amount in major units or its pieces, or neither for all of it. */
export interface DisputeLineInput {
  readonly lineId: Id<'invoice-line'>;
  readonly amount?: string;
  readonly quantity?: string;
}

/** Notes that the customer objects: dunning leaves the disputed part alone until it is resolved. */
@Injectable()
export class DisputeInvoice {
  constructor(private readonly db: Database) {}

  /**
   * @throws DomainError not_found, invoice_status_conflict, dispute_already_open,
   *   dispute_exceeds_balance, validation_failed, reference_not_found, record_awaits_approval for
   *   whoever is not of the customer
   */
  execute(ctx: Ctx, id: InvoiceId, input: DisputeInput): Promise<InvoiceView> {
    return this.db.write(ctx, async (tx) => {
      const locked = await lockInvoiceAwaited(tx, id);
      const { invoice, lines, today } = locked;
      // The customer's own objection is held up by nobody.
      if (dispatchedBy(ctx.actor) === 'company') documentApproval.refuse('invoice', locked.waits);
      refuseSecond(invoice);
      const status = statusAfter(invoice, 'dispute', today);
      const { reason, lineIds = [], kind = null, lines: asked, proof } = input;
      const amount =
        input.amount === undefined ? null : parseAmount(input.amount, invoice.currency);
      const parts = asked?.map(({ amount: part, ...each }, i): AskedLine => ({
        ...each,
        ...(part !== undefined && {
          amount: parseAmount(part, invoice.currency, `/lines/${i}/amount`),
        }),
      }));
      const request = { reason, amount, lineIds, kind, ...(parts && { lines: parts }) };
      const objection = objectionTo(invoice, lines, request);
      if (proof) await attachProof(tx, proof, id);
      const dispute = openDispute(objection, ctx.actor, ctx.now);
      const note = { event: 'invoice.disputed', action: 'invoice.disputed' } as const;
      return changeInvoice(tx, locked, { status, dispute }, note);
    });
  }
}
