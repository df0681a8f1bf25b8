import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx, InvoiceId } from '@quittance/kernel';
import { voidTax } from '@quittance/tax';
import { readStandingNotes, refuseWithNotes } from '../credit-notes/notes-of-invoice.js';
import { givenUp } from '../credits/given-up.js';
import { changeInvoice, lockInvoiceToChange } from './change-invoice.js';
import { closeDispute } from '../disputes/dispute.js';
import { statusAfter } from './invoice.js';
import { giveBackInvoice } from '../orders/give-back.js';
import { refuseRegistered } from '../registrations/irn.js';
import type { InvoiceView } from './invoice.view.js';

/** Declares an invoice never to have been owed. It keeps its number and its lines. */
@Injectable()
export class VoidInvoice {
  constructor(private readonly db: Database) {}

  /**
   * @throws DomainError not_found, invoice_not_voidable, invoice_has_payments,
   *   invoice_has_credit_notes, registration_stands
   */
  execute(ctx: Ctx, id: InvoiceId, { reason }: { reason: string }): Promise<InvoiceView> {
    return this.db.write(ctx, async (tx) => {
      const [locked, notes] = await tx.locked(
        () => lockInvoiceToChange(tx, id),
        (behind) => readStandingNotes(behind, id),
      );
      const { invoice, today } = locked;
      const status = statusAfter(invoice, 'void', today);
      refuseWithNotes(notes);
      refuseRegistered('invoice', invoice);
      tx.later(voidTax.ofInvoice(tx, id));
      await giveBackInvoice(tx, invoice);
      tx.later(givenUp, id);
      const dispute = closeDispute(invoice.dispute, 'voided', ctx.actor, ctx.now, reason);
      const change = { status, balance: 0n, voidReason: reason, closedAt: ctx.now, dispute };
      const note = { event: 'invoice.voided', action: 'invoice.voided' } as const;
      return changeInvoice(tx, locked, change, note);
    });
  }
}
