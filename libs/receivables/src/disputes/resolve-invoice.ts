import { Injectable, Optional } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx, InvoiceId } from '@quittance/kernel';
import { creditSentInvoice } from '../credit-notes/credit-sent-invoice.js';
import { changeInvoice, lockInvoiceToChange } from '../invoices/change-invoice.js';
import { invoiceStatusConflict } from '../receivables.errors.js';
import { ProviderRefunds } from '../payments/provider-refunds.port.js';
import { closeDispute, isOpen, type Resolution } from './dispute.js';
import { statusAfter } from '../invoices/invoice.js';
import type { InvoiceView } from '../invoices/invoice.view.js';

/** How a dispute ended. */
export interface ResolutionInput {
  /** What was agreed. */
  readonly note: string | null;
  /** In whose favour; `resolved` says no more than that it is over. */
  readonly outcome?: Resolution;
}

/** Ends a dispute: the invoice stands again where its money and dates put it. */
@Injectable()
export class ResolveInvoice {
  constructor(
    private readonly db: Database,
    @Optional() private readonly refunds?: ProviderRefunds,
  ) {}

  /** @throws DomainError not_found, invoice_status_conflict */
  execute(
    ctx: Ctx,
    id: InvoiceId,
    { note, outcome = 'resolved' }: ResolutionInput,
  ): Promise<InvoiceView> {
    return this.db.write(ctx, async (tx) => {
      const locked = await lockInvoiceToChange(tx, id);
      const { invoice, today } = locked;
      if (outcome === 'withdrawn' && !isOpen(invoice.dispute)) {
        const operation = 'withdrawal of a dispute';
        throw invoiceStatusConflict({ status: invoice.status, operation });
      }
      const status = statusAfter(invoice, 'resolve', today);
      const dispute = closeDispute(invoice.dispute, outcome, ctx.actor, ctx.now, note);
      const announced = { event: 'invoice.resolved', action: 'invoice.resolved' } as const;
      const resolved = changeInvoice(tx, locked, { status, dispute }, announced);
      // Credit passed it by meanwhile, also that by which it was conceded.
      const now = { ...locked, invoice: { ...invoice, dispute } };
      return creditSentInvoice(tx, now, resolved, this.refunds);
    });
  }
}
