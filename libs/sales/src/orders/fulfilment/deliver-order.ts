import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { changeOrder, lockOrderToChange } from '../change-order.js';
import { linesTold } from '../lines/quantities.js';
import { orderStatusAfter } from '../order.js';
import type { OrderId } from '../order.description.js';
import type { OrderView } from '../order.view.js';

/** Takes down that an order has arrived; services are delivered without being shipped. */
@Injectable()
export class DeliverOrder {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, order_not_shipped, order_not_confirmed */
  execute(ctx: Ctx, id: OrderId): Promise<OrderView> {
    return this.db.write(ctx, async (tx) => {
      const locked = await lockOrderToChange(tx, id);
      const status = orderStatusAfter(locked.order.status, 'deliver', linesTold(locked.lines));
      const change = { status, fulfilment: 'full', deliveredAt: ctx.now } as const;
      const note = { event: 'order.delivered', action: 'order.delivered' } as const;
      return changeOrder(tx, locked, change, note);
    });
  }
}
