import { Injectable } from '@nestjs/common';
import type { Tx } from '@quittance/database';
import type { Id } from '@quittance/kernel';
import type { Taxes } from '@quittance/tax';
import { draftOrder, type OrderDraft } from '../draft-order.js';
import type { OrderView } from '../order.view.js';
import { OrderFields } from '../records/order-fields.js';

/** Orders that customers write themselves: drafts, until they are placed or wait for approval. */
@Injectable()
export class CustomerDrafts {
  constructor(private readonly fields: OrderFields) {}

  /**
   * Writes a draft in the caller's transaction, which holds the ledger account: it draws a number.
   * @throws DomainError those of `draftOrder`
   */
  draft(
    tx: Tx,
    taxes: Taxes,
    draft: OrderDraft,
    portalUserId: Id<'portal-user'>,
  ): Promise<OrderView> {
    return draftOrder(tx, { taxes, fields: this.fields }, draft, { portalUserId });
  }
}
