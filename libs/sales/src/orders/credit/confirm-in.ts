import type { CreditControl, CreditRequest } from '@quittance/credit';
import type { Tx } from '@quittance/database';
import { readCreditAmount } from '../../pricing/credit-amount.js';
import { changeOrder, type LockedOrder } from '../change-order.js';
import type { OrderSubscriptions } from '../conversion/order-subscriptions.js';
import { linesTold } from '../lines/quantities.js';
import type { Order, OrderId } from '../order.description.js';
import type { OrderPorts } from '../order-ports.js';
import { orderStatusAfter, refuseAwaiting } from '../order.js';
import type { OrderView } from '../order.view.js';
import { refuseIncompleteOrder } from '../refuse-incomplete-order.js';
import { lockOrderBehindCredit } from './lock-order-behind-credit.js';

/** What an order is made to bind with. */
export interface BindingTools {
  readonly subscriptions: Pick<OrderSubscriptions, 'begin'>;
  readonly ports: Pick<OrderPorts, 'confirmed'>;
}

/**
 * Makes a locked order bind; what recurs of it begins. That credit allows it is the caller's to
 * know.
 * @throws DomainError order_plan_missing
 */
export async function confirmIn(
  tx: Tx,
  { subscriptions, ports }: BindingTools,
  locked: LockedOrder,
  change: Partial<Order>,
  more: Readonly<Record<string, unknown>> = {},
): Promise<OrderView> {
  const { now } = tx.ctx;
  const begun = await subscriptions.begin(tx, locked);
  await ports.confirmed(tx, locked.order);
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

/** The quote that an order was made from, whose approved check counts for it too. */
export function basisOf(quoteId: Order['quoteId']): Pick<CreditRequest, 'basis'> {
  return quoteId === null ? {} : { basis: { type: 'quote', id: quoteId } };
}

/** What confirming asks of credit. */
export async function confirmationOf(tx: Tx, order: Order): Promise<CreditRequest> {
  const { id, accountId, currency, quoteId } = order;
  return {
    accountId,
    amount: await readCreditAmount(tx, order),
    currency,
    document: { type: 'sales-order', id },
    ...basisOf(quoteId),
    confirming: true,
  };
}

/**
 * Locks an order that may be confirmed: one that waits for a decision among them where nobody
 * decides about it any more, as it was checked again meanwhile or the override ran out.
 * @throws DomainError not_found, order_not_pending, order_has_no_lines, price_not_found,
 *   order_tax_undetermined, awaiting_customer_approval
 */
export async function lockConfirmable(
  tx: Tx,
  credit: Pick<CreditControl, 'awaitsDecision'>,
  id: OrderId,
): Promise<LockedOrder> {
  const locked = await lockOrderBehindCredit(tx, id);
  const { status, accountId } = locked.order;
  refuseAwaiting(locked.order);
  const asked = { accountId, document: { type: 'sales-order', id } as const };
  const isAnew = status === 'pending_approval' && !(await credit.awaitsDecision(tx, asked));
  orderStatusAfter(status, isAnew ? 'confirm-anew' : 'confirm', linesTold(locked.lines));
  refuseIncompleteOrder(locked);
  return locked;
}

/** What an order is confirmed with that credit is not asked about. */
interface UnaskedTools extends BindingTools {
  readonly credit: Pick<CreditControl, 'requireNoHardHold'>;
}

/**
 * Makes a locked order bind, and asks credit nothing but whether a hard hold forbids it. That the
 * actor may is the caller's to know.
 * @throws DomainError credit_hold_hard, order_plan_missing
 */
export async function confirmUnasked(
  tx: Tx,
  tools: UnaskedTools,
  locked: LockedOrder,
  creditFlags: readonly string[],
): Promise<OrderView> {
  const { order } = locked;
  await tools.credit.requireNoHardHold(tx, await confirmationOf(tx, order));
  const { creditCheckId } = order;
  return confirmIn(tx, tools, locked, { creditCheckId }, { creditFlags });
}
