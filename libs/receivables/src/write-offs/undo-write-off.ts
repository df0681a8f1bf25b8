import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx, InvoiceId } from '@quittance/kernel';
import { lockInvoiceToChange } from '../invoices/change-invoice.js';
import type { InvoiceView } from '../invoices/invoice.view.js';
import { statusAfter } from '../invoices/invoice.js';
import { storeWriteOff } from './store-write-off.js';

/** Expects again what was written off of an invoice: it is owed, and dunned, as before. */
@Injectable()
export class UndoWriteOff {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, invoice_status_conflict */
  execute(ctx: Ctx, id: InvoiceId, { reason }: { reason: string }): Promise<InvoiceView> {
    return this.db.write(ctx, async (tx) => {
      const locked = await lockInvoiceToChange(tx, id);
      const { invoice, today } = locked;
      const amount = -invoice.writtenOffAmount;
      const status = statusAfter(invoice, 'undo_write_off', today);
      const said = { kind: 'undone', amount, reason, event: 'invoice.write_off_undone' } as const;
      return storeWriteOff(tx, locked, { ...said, status });
    });
  }
}
