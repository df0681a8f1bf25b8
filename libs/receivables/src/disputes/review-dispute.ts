import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx, InvoiceId } from '@quittance/kernel';
import { changeInvoice, lockInvoiceToChange } from '../invoices/change-invoice.js';
import type { InvoiceView } from '../invoices/invoice.view.js';
import { invoiceStatusConflict } from '../receivables.errors.js';
import { isOpen } from './dispute.js';

/** Somebody looks at what a customer objects to, who sees that. Once is enough. */
@Injectable()
export class ReviewDispute {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, invoice_status_conflict without an open dispute */
  execute(ctx: Ctx, id: InvoiceId): Promise<InvoiceView> {
    return this.db.write(ctx, async (tx) => {
      const locked = await lockInvoiceToChange(tx, id);
      const { dispute, status } = locked.invoice;
      if (!isOpen(dispute)) throw invoiceStatusConflict({ status, operation: 'review' });
      const reviewed = { ...dispute, reviewedAt: dispute.reviewedAt ?? ctx.now };
      const note = { event: 'record.updated', action: 'invoice.dispute_reviewed' } as const;
      return changeInvoice(tx, locked, { dispute: reviewed }, note);
    });
  }
}
