import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { readCompany } from '@quittance/company';
import { findBillingAccounts, findContactEmail } from '@quittance/crm';
import { Database, type Tx } from '@quittance/database';
import { printedLanguage } from '@quittance/documents';
import type { Ctx } from '@quittance/kernel';
import {
  MailAvailability,
  renderQueued,
  requireQueued,
  TemplateRenderer,
  type EmailId,
} from '@quittance/notifications';
import { lockOrderToChange, type LockedOrder } from '../change-order.js';
import { linesTold } from '../lines/quantities.js';
import { refuseOrderUnlessMay } from '../order.js';
import type { Order, OrderId } from '../order.description.js';
import { orderSummary, orderView, type OrderView } from '../order.view.js';

/** The file that the e-mail of a confirmation carries. */
export const ORDER_PDF = 'order-pdf';

/** E-mails the confirmation of an order that binds, as a PDF; each time that is asked for. */
@Injectable()
export class SendOrder {
  constructor(
    private readonly mail: MailAvailability,
    readonly db: Database,
    readonly renderer: TemplateRenderer,
  ) {}

  /**
   * @throws DomainError not_found, order_not_confirmed, email_not_available,
   *   email_recipient_missing, email_template_unusable
   */
  async execute(ctx: Ctx, id: OrderId): Promise<OrderView> {
    let queued: EmailId | undefined;
    const sent = await this.db.write(ctx, async (tx) => {
      const locked = await lockOrderToChange(tx, id);
      refuseOrderUnlessMay(locked.order.status, 'send', linesTold(locked.lines));
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
        templateCode: 'ORDER_CONFIRMED',
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

/** Its contact, else the address of the account. */
async function recipientOf(tx: Tx, { accountId, contactId }: Order) {
  const [accounts, contact] = await Promise.all([
    findBillingAccounts(tx, [accountId]),
    contactId === null ? null : findContactEmail(tx, contactId),
  ]);
  return contact ?? accounts.get(accountId)?.email;
}
