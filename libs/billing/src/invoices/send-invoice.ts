import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx, InvoiceId } from '@quittance/kernel';
import { emailNotAvailable } from '../billing.errors.js';
import { changeInvoice, lockInvoiceToChange } from './change-invoice.js';
import { refuseWithoutLines, statusAfter } from './invoice.js';
import type { InvoiceView } from './invoice.view.js';

/** Marks an invoice as handed to the customer. It e-mails nobody. */
@Injectable()
export class SendInvoice {
  constructor(private readonly db: Database) {}

  /**
   * Asked to e-mail while no mail can be sent, it refuses and changes nothing: an invoice that
   * counts as sent but reached nobody would go overdue unseen.
   * @throws DomainError not_found, invoice_status_conflict, invoice_has_no_lines,
   *   email_not_available
   */
  execute(ctx: Ctx, id: InvoiceId, { email = false }: { email?: boolean }): Promise<InvoiceView> {
    return this.db.write(ctx, async (tx) => {
      const locked = await lockInvoiceToChange(tx, id);
      const status = statusAfter(locked.invoice, 'send', locked.today);
      refuseWithoutLines(locked.lines);
      if (email) throw emailNotAvailable();
      const note = { event: 'invoice.sent', action: 'invoice.sent' } as const;
      return changeInvoice(tx, locked, { status, sentAt: ctx.now }, note);
    });
  }
}
