import type { Tx } from '@quittance/database';
import { changeOrder, type LockedOrder } from '../change-order.js';
import type { OrderSubscriptions } from '../conversion/order-subscriptions.js';
import type { Order } from '../order.description.js';
import type { OrderView } from '../order.view.js';

/**
 * Makes a locked order bind; what recurs of it begins. That credit allows it is the caller's to
 * know.
 * @throws DomainError order_plan_missing
 */
export async function confirmIn(
  tx: Tx,
  subscriptions: Pick<OrderSubscriptions, 'begin'>,
  locked: LockedOrder,
  change: Partial<Order>,
  more: Readonly<Record<string, unknown>> = {},
): Promise<OrderView> {
  const { now } = tx.ctx;
  const begun = await subscriptions.begin(tx, locked);
  return changeOrder(
    tx,
    locked,
    {
      ...change,
      ...begun,
      status: 'confirmed',
      placedAt: locked.order.placedAt ?? now,
      confirmedAt: now,
    },
    { event: 'order.confirmed', action: 'order.confirmed', more },
  );
}
