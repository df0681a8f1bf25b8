import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { OrderCancelling, type OrderCancellation } from './order-cancelling.js';
import type { OrderId } from './order.description.js';
import type { OrderView } from './order.view.js';

/** Gives up an order of which nothing has left and nothing but a deposit was invoiced. */
@Injectable()
export class CancelOrder {
  constructor(
    private readonly db: Database,
    private readonly cancelling: OrderCancelling,
  ) {}

  /**
   * @throws DomainError not_found, order_not_pending, order_not_cancellable,
   *   order_has_shipments, order_has_invoices
   */
  execute(ctx: Ctx, id: OrderId, why: OrderCancellation): Promise<OrderView> {
    return this.db.write(ctx, (tx) => this.cancelling.cancel(tx, id, why));
  }
}
