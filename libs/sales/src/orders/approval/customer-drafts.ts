import { Injectable } from '@nestjs/common';
import type { Tx } from '@quittance/database';
import type { Id } from '@quittance/kernel';
import type { Taxes } from '@quittance/tax';
import { readQuoteSettings } from '../../quotes/settings/quote-settings.js';
import { draftOrder, type OrderDraft } from '../draft-order.js';
import type { OrderView } from '../order.view.js';
import { OrderFields } from '../records/order-fields.js';
import type { OrderId } from '../order.description.js';
import type { ShipTo } from '../ship-to.js';

/** Who of a customer orders, and where it is to go unless to where their account has it sent. */
export interface OrderedBy {
  readonly portalUserId: Id<'portal-user'>;
  readonly shipTo?: ShipTo;
  /** By which credit was asked for it before it was there. */
  readonly id?: OrderId;
}

/** Orders that customers write themselves: drafts, until they are placed or wait for approval. */
@Injectable()
export class CustomerDrafts {
  constructor(private readonly fields: OrderFields) {}

  /**
   * Writes a draft in the caller's transaction, which holds the ledger account: it draws a number.
   * @throws DomainError those of `draftOrder`
   */
  draft(tx: Tx, taxes: Taxes, draft: OrderDraft, by: OrderedBy): Promise<OrderView> {
    return draftOrder(tx, { taxes, fields: this.fields }, draft, by);
  }

  /** Whether the prices of what they order include its tax. Sent before it returns. */
  async pricesIncludeTax(tx: Tx): Promise<boolean> {
    return (await readQuoteSettings(tx)).pricesIncludeTax;
  }
}
