import { Injectable, Optional } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import type { Ctx, InvoiceId } from '@quittance/kernel';
import { emailNotAvailable, type EmailId } from '@quittance/notifications';
import { TaxRecorder } from '@quittance/tax';
import { creditSentInvoice } from '../credit-notes/credit-sent-invoice.js';
import { ProviderRefunds } from '../payments/provider-refunds.port.js';
import { changeInvoice, lockInvoiceToChange, type LockedInvoice } from './change-invoice.js';
import { refuseEmpty, statusAfter } from './invoice.js';
import type { Invoice } from './invoice.repository.js';
import type { InvoiceView } from './invoice.view.js';
import { MailInvoice } from '../printing/mail-invoice.js';
import { requireInvoiceProfile } from '../printing/require-profile.js';
import { taxDayOfInvoice } from '../invoice-lines/tax-day-of-invoice.js';
import { taxedInvoice } from '../invoice-lines/taxed-invoice.js';
import { refuseUndetermined } from '../invoice-lines/undetermined.js';

const isSettled = ({ paidAmount, creditedAmount }: Invoice): boolean =>
  paidAmount + creditedAmount > 0n;

/** Marks an invoice as handed to the customer; e-mails it when asked to. */
@Injectable()
export class SendInvoice {
  constructor(
    private readonly db: Database,
    private readonly tax: TaxRecorder,
    private readonly mail?: MailInvoice,
    @Optional() private readonly refunds?: ProviderRefunds,
  ) {}

  /**
   * The e-mail is queued in the same transaction: where it cannot be, the invoice stays as it is.
   * It is rendered behind it: a template that cannot be makes a failed e-mail of a sent invoice.
   * @throws DomainError not_found, invoice_status_conflict, invoice_has_no_lines, quantity_zero,
   *   tax_undetermined, e_invoice_not_possible, email_not_available, email_recipient_missing,
   *   email_template_unusable
   */
  async execute(
    ctx: Ctx,
    id: InvoiceId,
    { email = false }: { email?: boolean },
  ): Promise<InvoiceView> {
    let queued: EmailId | undefined;
    const sent = await this.db.write(ctx, async (tx) => {
      const locked = await lockInvoiceToChange(tx, id);
      const status = statusAfter(locked.invoice, 'send', locked.today);
      refuseEmpty(locked.lines);
      refuseUndetermined(`invoice ${locked.invoice.number}`, locked.lines);
      await requireInvoiceProfile(tx, locked.invoice, locked.lines);
      const note = { event: 'invoice.sent', action: 'invoice.sent' } as const;
      // Of what money has reached before it is recorded.
      if (!isSettled(locked.invoice)) await this.record(tx, locked);
      const handedOut = changeInvoice(tx, locked, { status, sentAt: ctx.now }, note);
      const made = await creditSentInvoice(tx, locked, handedOut, this.refunds);
      queued = email ? await this.queue(tx, made) : undefined;
      return made;
    });
    if (queued) await this.mail?.render(ctx, queued);
    return sent;
  }

  private async record(tx: Tx, locked: LockedInvoice): Promise<void> {
    const taxDate = await taxDayOfInvoice(tx, locked.invoice);
    await this.tax.record(tx, taxedInvoice(locked, taxDate));
  }

  private async queue(...[tx, invoice]: Parameters<MailInvoice['queue']>): Promise<EmailId> {
    if (!this.mail) throw emailNotAvailable();
    return this.mail.queue(tx, invoice);
  }
}
