import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx, InvoiceId } from '@quittance/kernel';
import { changeInvoice, lockInvoiceToChange } from './change-invoice.js';
import { refuseEmpty, statusAfter } from './invoice.js';
import type { InvoiceView } from './invoice.view.js';
import { refuseUndetermined } from '../invoice-lines/undetermined.js';

/** Hands a draft over for internal approval. */
@Injectable()
export class SubmitInvoice {
  constructor(private readonly db: Database) {}

  /**
   * @throws DomainError not_found, invoice_status_conflict, invoice_has_no_lines, quantity_zero,
   *   tax_undetermined
   */
  execute(ctx: Ctx, id: InvoiceId): Promise<InvoiceView> {
    return this.db.write(ctx, async (tx) => {
      const locked = await lockInvoiceToChange(tx, id);
      const status = statusAfter(locked.invoice, 'submit', locked.today);
      refuseEmpty(locked.lines);
      refuseUndetermined(`invoice ${locked.invoice.number}`, locked.lines);
      const change = { status, unsentStatus: 'pending' } as const;
      const note = { event: 'record.updated', action: 'invoice.submitted' } as const;
      return changeInvoice(tx, locked, change, note);
    });
  }
}
