import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx, InvoiceId } from '@quittance/kernel';
import { readOpenNotes, refuseOpenCredit } from '../credit-notes/notes-of-invoice.js';
import { lockInvoiceToChange } from '../invoices/change-invoice.js';
import type { InvoiceView } from '../invoices/invoice.view.js';
import { statusAfter } from '../invoices/invoice.js';
import { storeWriteOff } from './store-write-off.js';

/** Expects what is left of an invoice of nobody any more. It says so and stays as it was sent. */
@Injectable()
export class WriteOffInvoice {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, invoice_status_conflict, invoice_credit_open */
  execute(ctx: Ctx, id: InvoiceId, { reason }: { reason: string }): Promise<InvoiceView> {
    return this.db.write(ctx, async (tx) => {
      const [locked, notes] = await tx.locked(
        () => lockInvoiceToChange(tx, id),
        (behind) => readOpenNotes(behind, id),
      );
      const { invoice, today } = locked;
      const status = statusAfter(invoice, 'write_off', today);
      refuseOpenCredit(notes);
      const amount = invoice.balance;
      const said = { kind: 'written_off', amount, reason, event: 'invoice.written_off' } as const;
      return storeWriteOff(tx, locked, { ...said, status });
    });
  }
}
