import { Injectable } from '@nestjs/common';
import { findBillingAccounts } from '@quittance/crm';
import { Database, type Tx } from '@quittance/database';
import {
  MailAvailability,
  TemplateRenderer,
  renderQueued,
  requireQueued,
  type EmailId,
  type NewEmail,
} from '@quittance/notifications';
import { parseMinor } from '@quittance/money';
import type { Ctx } from '@quittance/kernel';
import type { InvoiceView } from '../invoices/invoice.view.js';
import { PaymentLinks } from './payment-links.port.js';

export const INVOICE_LETTER = 'INVOICE_SENT';

/** Queues the e-mail of an invoice to its account, in the transaction that sends it. */
@Injectable()
export class MailInvoice {
  constructor(
    private readonly mail: MailAvailability,
    private readonly links: PaymentLinks,
    readonly db: Database,
    readonly renderer: TemplateRenderer,
  ) {}

  /**
   * Thrown within the transaction, so that nothing of it stays: an invoice that counts as sent but
   * reached nobody would go overdue unseen.
   * @throws DomainError email_not_available, email_recipient_missing, email_template_unusable
   */
  async queue(tx: Tx, invoice: InvoiceView): Promise<EmailId> {
    return requireQueued(tx, this.mail, await this.email(tx, invoice), invoice.billTo.name);
  }

  /**
   * Renders a queued e-mail once its transaction is over, so that the log shows what will be sent.
   * Never throws: the invoice is sent, and what does not succeed here is done by whoever sends the
   * e-mail.
   */
  async render(ctx: Ctx, id: EmailId): Promise<void> {
    await renderQueued(ctx, this, [id]).catch(() => undefined);
  }

  private async email(tx: Tx, invoice: InvoiceView): Promise<NewEmail> {
    const { id, accountId, currency, eInvoiceProfile } = invoice;
    const minor = (amount: string) => parseMinor(amount, currency) ?? 0n;
    // Nobody is asked for what they object to, as on the page and in reminders.
    const asked = minor(invoice.balance) - minor(invoice.disputedAmount);
    const [accounts, paymentLink] = await Promise.all([
      findBillingAccounts(tx, [accountId]),
      this.links.letterLink(tx, id, asked),
    ]);
    const account = accounts.get(accountId);
    return {
      templateCode: INVOICE_LETTER,
      to: account?.email,
      language: account?.language ?? null,
      data: { account: { name: invoice.billTo.name }, invoice, paymentLink },
      object: 'invoice',
      recordId: id,
      attachments: [
        { kind: 'invoice-pdf', recordId: id },
        // Machines read this one; it was checked when the invoice was sent.
        ...(eInvoiceProfile === null ? [] : [{ kind: 'invoice-xml', recordId: id }]),
      ],
    };
  }
}
