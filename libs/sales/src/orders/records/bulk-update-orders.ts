import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { bulkDocuments, type BulkKind, type BulkSummary, type BulkTargets } from '@quittance/mass';
import { CompanyModels } from '@quittance/metadata';
import type { RecordInput } from '@quittance/objects';
import { documentApproval } from '@quittance/rules';
import {
  readUnseenPatch,
  requireOwner,
  type UnseenMembers,
} from '../../quotes/records/bulk-patch.js';
import { announceOrder } from '../change-order.js';
import { orderNotDraft } from '../order.errors.js';
import { hasEnded } from '../order.js';
import type { Order, OrderId } from '../order.description.js';
import { lockSeenOrders, orders, ORDERS } from '../order.repository.js';
import { orderFieldValues } from '../order.view.js';
import { OrderFields } from './order-fields.js';
import { markOrder, markOrderMembers } from './written-orders.js';

const KIND: BulkKind<Order, UnseenMembers> = {
  object: 'sales-order',
  table: 'sales.sales_order',
  lock: (tx, ids) => lockSeenOrders(tx, ids as readonly string[] as readonly OrderId[]),
  awaiting: (tx, ids) => documentApproval.refusalsAmong(tx, 'sales-order', ids),
  refusal: ({ status }) => {
    return hasEnded(status) ? orderNotDraft({ operation: 'change', status }) : null;
  },
  fieldValues: (order) => orderFieldValues(order),
  store(tx, changed, described) {
    const { now, userId } = tx.ctx;
    const keys = Object.keys(described) as (keyof UnseenMembers)[];
    for (const { before, custom } of changed) {
      const stamped = { version: before.version + 1, updatedAt: now, updatedBy: userId };
      const after = { ...before, ...described, ...stamped };
      const note = { event: 'record.updated', action: 'order.updated', custom } as const;
      markOrder(tx, after, before);
      markOrderMembers(tx, custom);
      announceOrder(tx, before, after, keys, note);
    }
    const ids = changed.map(({ before }) => before.id);
    tx.later(orders.storeAlike(tx, ids, { ...described, updatedBy: userId }));
  },
};

/**
 * Changes owner, internal notes and custom fields of many orders alike, each for itself, until they
 * are closed or cancelled.
 */
@Injectable()
export class BulkUpdateOrders {
  constructor(
    readonly db: Database,
    readonly models: CompanyModels,
    private readonly fields: OrderFields,
  ) {}

  /** @throws DomainError bulk_too_many, invalid_list_request, validation_failed */
  async execute(
    ctx: Ctx,
    { patch: sent, ...targets }: BulkTargets & { readonly patch: RecordInput },
  ): Promise<BulkSummary> {
    const patch = readUnseenPatch(sent);
    await this.db.read(ctx, (tx) => requireOwner(tx, patch));
    const list = { ...(await this.fields.list(ctx)), resource: ORDERS };
    return bulkDocuments(ctx, this, KIND, { targets, list, patch });
  }
}
