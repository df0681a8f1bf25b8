import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { readCompany } from '@quittance/company';
import { findBillingAccounts, findContactEmail } from '@quittance/crm';
import { Database, type Tx } from '@quittance/database';
import { printedLanguage } from '@quittance/documents';
import type { Ctx } from '@quittance/kernel';
import {
  letterLimit,
  MailAvailability,
  renderQueued,
  requireQueued,
  TemplateRenderer,
  type EmailId,
} from '@quittance/notifications';
import { quoteSentLately } from '../../sales.errors.js';
import type { Quote, QuoteId } from '../quote.description.js';
import { quoteSummary } from '../quote.view.js';

/** What makes the word of a link for an e-mail, as it leaves. */
export const QUOTE_SECRET = 'quote-link';
/** The file that such an e-mail carries. */
export const QUOTE_PDF = 'quote-pdf';
const SENT = 'QUOTE_SENT';

/** Queues the e-mail of a quote to its contact, in the transaction that sends it. */
@Injectable()
export class MailQuote {
  constructor(
    private readonly mail: MailAvailability,
    readonly db: Database,
    readonly renderer: TemplateRenderer,
  ) {}

  /**
   * Thrown within the transaction: a quote that counts as sent but reached nobody would expire
   * unseen.
   * @throws DomainError quote_sent_lately, email_not_available, email_recipient_missing,
   *   email_template_unusable
   */
  async queue(tx: Tx, quote: Quote): Promise<EmailId> {
    const { id, accountId, contactId, billTo, title } = quote;
    await refuseTooSoon(tx, id);
    const [accounts, contact, company] = await Promise.all([
      findBillingAccounts(tx, [accountId]),
      contactId === null ? null : findContactEmail(tx, contactId),
      readCompany(tx),
    ]);
    const email = await requireQueued(
      tx,
      this.mail,
      {
        templateCode: SENT,
        to: contact ?? accounts.get(accountId)?.email,
        data: { account: { name: billTo.name }, quote: { ...quoteSummary(quote), title } },
        object: 'quote',
        recordId: id,
        attachments: [{ kind: QUOTE_PDF, recordId: id }],
        secret: { kind: QUOTE_SECRET, recordId: id },
        language: printedLanguage(company, quote.language),
      },
      billTo.name,
    );
    audit(tx, {
      action: 'quote.emailed',
      object: 'quote',
      recordId: id,
      after: { emailId: email },
    });
    return email;
  }

  /** Behind the transaction, so that the log shows what will be sent. Never throws. */
  async render(ctx: Ctx, id: EmailId): Promise<void> {
    await renderQueued(ctx, this, [id]).catch(() => undefined);
  }
}

/** The quote is locked: of two at once the second sees the letter of the first. */
async function refuseTooSoon(tx: Tx, recordId: QuoteId): Promise<void> {
  const retryAfter = await letterLimit.secondsLeft(tx, { recordId, templateCode: SENT });
  if (retryAfter > 0) throw quoteSentLately(letterLimit.said, { retryAfter });
}
