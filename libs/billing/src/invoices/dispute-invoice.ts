import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx, InvoiceId } from '@quittance/kernel';
import { changeInvoice, lockInvoiceToChange } from './change-invoice.js';
import { openDispute } from './dispute.js';
import { statusAfter } from './invoice.js';
import type { InvoiceView } from './invoice.view.js';

/** Notes that the customer objects: dunning leaves the invoice alone until it is resolved. */
@Injectable()
export class DisputeInvoice {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, invoice_status_conflict */
  execute(ctx: Ctx, id: InvoiceId, { reason }: { reason: string }): Promise<InvoiceView> {
    return this.db.write(ctx, async (tx) => {
      const locked = await lockInvoiceToChange(tx, id);
      const status = statusAfter(locked.invoice, 'dispute', locked.today);
      const dispute = openDispute(reason, ctx.actor, ctx.now);
      const note = { event: 'invoice.disputed', action: 'invoice.disputed' } as const;
      return changeInvoice(tx, locked, { status, dispute }, note);
    });
  }
}
