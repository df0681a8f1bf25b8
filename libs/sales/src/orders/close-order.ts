import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { changeOrder, lockOrderToChange } from './change-order.js';
import { linesTold } from './lines/quantities.js';
import { OrderPorts } from './order-ports.js';
import { orderNotInvoiced } from './order.errors.js';
import { orderStatusAfter } from './order.js';
import type { OrderId } from './order.description.js';
import type { OrderView } from './order.view.js';

/** Ends an order that was delivered, once all of it is invoiced or somebody says why not. */
@Injectable()
export class CloseOrder {
  constructor(
    private readonly db: Database,
    private readonly ports: OrderPorts,
  ) {}

  /** @throws DomainError not_found, order_not_delivered, order_not_invoiced */
  execute(ctx: Ctx, id: OrderId, reason: string | null): Promise<OrderView> {
    return this.db.write(ctx, async (tx) => {
      const locked = await lockOrderToChange(tx, id);
      const told = linesTold(locked.lines);
      const status = orderStatusAfter(locked.order.status, 'close', told);
      if (!told.invoiced && reason === null) {
        throw orderNotInvoiced({ number: locked.order.number });
      }
      await this.ports.nothingLeft(tx, locked.order);
      const note = { event: 'order.closed', action: 'order.closed' } as const;
      return changeOrder(tx, locked, { status, reason, closedAt: ctx.now }, note);
    });
  }
}
