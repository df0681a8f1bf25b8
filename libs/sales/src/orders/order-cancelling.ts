import { Injectable } from '@nestjs/common';
import { CreditControl } from '@quittance/credit';
import type { Tx } from '@quittance/database';
import { changeOrder, type LockedOrder } from './change-order.js';
import { OrderSubscriptions } from './conversion/order-subscriptions.js';
import { lockOrderBehindCredit } from './credit/lock-order-behind-credit.js';
import { linesTold, millionths } from './lines/quantities.js';
import { OrderPorts } from './order-ports.js';
import { orderHasInvoices, orderHasShipments, orderNotCancellable } from './order.errors.js';
import { orderStatusAfter, type OrderStatus } from './order.js';
import type { OrderId } from './order.description.js';
import type { OrderView } from './order.view.js';

export interface OrderCancellation {
  readonly reason: string;
  /** The statuses it is taken from, where they are fewer than those of staff. */
  readonly among?: readonly OrderStatus[];
}

/** Gives up orders of which nothing has left, in the transaction of whoever has decided that. */
@Injectable()
export class OrderCancelling {
  constructor(
    private readonly credit: CreditControl,
    private readonly subscriptions: OrderSubscriptions,
    private readonly ports: OrderPorts,
  ) {}

  /**
   * The ledger account is the first lock, so call it before anything else of sales is locked.
   * @throws DomainError not_found, order_not_pending, order_not_cancellable, order_has_shipments,
   *   order_has_invoices
   */
  async cancel(tx: Tx, id: OrderId, { reason, among }: OrderCancellation): Promise<OrderView> {
    const locked = await lockOrderBehindCredit(tx, id);
    const { order, lines } = locked;
    if (among && !among.includes(order.status)) {
      throw orderNotCancellable({ status: order.status });
    }
    const status = orderStatusAfter(order.status, 'cancel', linesTold(lines));
    await this.refuseFulfilled(tx, locked);
    const { accountId } = order;
    await this.credit.cancelCheck(tx, { accountId, document: { type: 'sales-order', id } });
    await this.subscriptions.cancel(tx, locked, reason);
    await this.ports.nothingLeft(tx, order);
    await this.ports.cancelled(tx, order);
    const note = { event: 'order.cancelled', action: 'order.cancelled' } as const;
    const approval = order.approval === 'waiting' ? null : order.approval;
    const change = { status, approval, reason, closedAt: tx.ctx.now };
    return changeOrder(tx, locked, change, note);
  }

  private async refuseFulfilled(tx: Tx, { order, lines }: LockedOrder): Promise<void> {
    const { number } = order;
    if (linesTold(lines).everShipped) throw orderHasShipments({ number });
    const invoiced = lines.some((line) => line.invoicedNet > 0n || millionths(line.invoiced) > 0n);
    const live = await this.ports.billedFor(tx, order);
    if (!invoiced && live.length === 0) return;
    throw orderHasInvoices({ number, invoices: live.join(', ') || 'invoiced before' });
  }
}
