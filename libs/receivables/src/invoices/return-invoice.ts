import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx, InvoiceId } from '@quittance/kernel';
import { changeInvoice, lockInvoiceToChange } from './change-invoice.js';
import { statusAfter } from './invoice.js';
import type { InvoiceView } from './invoice.view.js';

/** Gives an invoice that waits for approval back to whoever wrote it. */
@Injectable()
export class ReturnInvoice {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, invoice_status_conflict */
  execute(ctx: Ctx, id: InvoiceId): Promise<InvoiceView> {
    return this.db.write(ctx, async (tx) => {
      const locked = await lockInvoiceToChange(tx, id);
      const status = statusAfter(locked.invoice, 'return', locked.today);
      const change = { status, unsentStatus: 'draft' } as const;
      const note = { event: 'record.updated', action: 'invoice.returned' } as const;
      return changeInvoice(tx, locked, change, note);
    });
  }
}
