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
import { lockOrderToChange, type LockedOrder } from '../change-order.js';
import { linesTold } from '../lines/quantities.js';
import { refuseOrderUnlessMay } from '../order.js';
import { orderSentLately } from '../order.errors.js';
import type { Order, OrderId } from '../order.description.js';
import { orderSummary, orderView, type OrderView } from '../order.view.js';

/** The file that the e-mail of a confirmation carries. */
export const ORDER_PDF = 'order-pdf';
const CONFIRMATION = 'ORDER_CONFIRMED';

/** E-mails the confirmation of an order that binds, as a PDF, few times in a day. */
@Injectable()
export class SendOrder {
  constructor(
    private readonly mail: MailAvailability,
    readonly db: Database,
    readonly renderer: TemplateRenderer,
  ) {}

  /**
   * @throws DomainError not_found, order_not_confirmed, order_sent_lately,
   *   email_not_available, email_recipient_missing, email_template_unusable
   */
  async execute(ctx: Ctx, id: OrderId): Promise<OrderView> {
    let queued: EmailId | undefined;
    const sent = await this.db.write(ctx, async (tx) => {
      const locked = await lockOrderToChange(tx, id);
      refuseOrderUnlessMay(locked.order.status, 'send', linesTold(locked.lines));
      await refuseTooSoon(tx, id);
      queued = await this.queue(tx, locked);
      return orderView(locked.order, locked.lines);
    });
    // Behind the transaction, so that the log shows what will be sent.
    if (queued) await renderQueued(ctx, this, [queued]).catch(() => undefined);
    return sent;
  }

  private async queue(tx: Tx, { order }: Pick<LockedOrder, 'order'>): Promise<EmailId> {
    const { id, billTo } = order;
    const [to, company] = await Promise.all([recipientOf(tx, order), readCompany(tx)]);
    const { title, poNumber } = order;
    const email = await requireQueued(
      tx,
      this.mail,
      {
        templateCode: CONFIRMATION,
        to,
        data: {
          account: { name: billTo.name },
          order: { ...orderSummary(order), title, poNumber },
        },
        object: 'sales-order',
        recordId: id,
        attachments: [{ kind: ORDER_PDF, recordId: id }],
        language: printedLanguage(company, order.language),
      },
      billTo.name,
    );
    const about = { object: 'sales-order', recordId: id } as const;
    audit(tx, { action: 'order.emailed', ...about, after: { emailId: email } });
    return email;
  }
}

/** @throws DomainError order_sent_lately */
async function refuseTooSoon(tx: Tx, recordId: OrderId): Promise<void> {
  const retryAfter = await letterLimit.secondsLeft(tx, { recordId, templateCode: CONFIRMATION });
  if (retryAfter > 0) throw orderSentLately(letterLimit.said, { retryAfter });
}

/** Its contact, else the address of the account. */
async function recipientOf(tx: Tx, { accountId, contactId }: Order) {
  const [accounts, contact] = await Promise.all([
    findBillingAccounts(tx, [accountId]),
    contactId === null ? null : findContactEmail(tx, contactId),
  ]);
  return contact ?? accounts.get(accountId)?.email;
}
