import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, type Tx } from '@quittance/database';
import type { Ctx, InvoiceId } from '@quittance/kernel';
import { letterLimit } from '@quittance/notifications';
import { lockInvoiceToChange } from '../invoices/change-invoice.js';
import { invoiceView, type InvoiceView } from '../invoices/invoice.view.js';
import { invoiceSentLately, invoiceStatusConflict } from '../receivables.errors.js';
import { INVOICE_LETTER, MailInvoice } from './mail-invoice.js';
import { requireInvoiceProfile } from './require-profile.js';

/** What nobody is asked to pay any more. */
const OVER: readonly string[] = ['void', 'cancelled'];

/**
 * E-mails an invoice again that its customer has got, as it stands now. Nothing of it changes; who
 * did so is in the log. Letters are a cost, and a nuisance: there are few of them in a day.
 */
@Injectable()
export class ResendInvoice {
  constructor(
    private readonly db: Database,
    private readonly mail: MailInvoice,
  ) {}

  /**
   * @throws DomainError not_found, invoice_status_conflict, invoice_sent_lately,
   *   e_invoice_not_possible, email_not_available, email_recipient_missing,
   *   email_template_unusable
   */
  async execute(ctx: Ctx, id: InvoiceId): Promise<InvoiceView> {
    const { view, emailId } = await this.db.write(ctx, async (tx) => {
      // One after the other: each sees the letters of those before it.
      const { invoice, lines, today } = await lockInvoiceToChange(tx, id);
      const { status } = invoice;
      if (invoice.sentAt === null || OVER.includes(status)) {
        throw invoiceStatusConflict({ status, operation: 'resend' });
      }
      await refuseTooSoon(tx, id);
      await requireInvoiceProfile(tx, invoice, lines);
      const shown = invoiceView(invoice, lines, today);
      const queued = await this.mail.queue(tx, shown);
      audit(tx, {
        action: 'invoice.resent',
        object: 'invoice',
        recordId: id,
        after: { emailId: queued },
      });
      return { view: shown, emailId: queued };
    });
    await this.mail.render(ctx, emailId);
    return view;
  }
}

/** @throws DomainError invoice_sent_lately */
async function refuseTooSoon(tx: Tx, recordId: InvoiceId): Promise<void> {
  const retryAfter = await letterLimit.secondsLeft(tx, {
    recordId,
    templateCode: INVOICE_LETTER,
  });
  if (retryAfter <= 0) return;
  throw invoiceSentLately(letterLimit.said, { retryAfter });
}
