import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { changeOrder, lockOrderToChange } from '../change-order.js';
import { linesTold } from '../lines/quantities.js';
import { orderStatusAfter } from '../order.js';
import type { OrderId } from '../order.description.js';
import type { OrderView } from '../order.view.js';

/** Takes down that what was ordered is being made. */
@Injectable()
export class StartProduction {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, order_not_confirmed */
  execute(ctx: Ctx, id: OrderId): Promise<OrderView> {
    return this.db.write(ctx, async (tx) => {
      const locked = await lockOrderToChange(tx, id);
      const { order, lines } = locked;
      const status = orderStatusAfter(order.status, 'start-production', linesTold(lines));
      const note = { event: 'record.updated', action: 'order.production_started' } as const;
      return changeOrder(tx, locked, { status }, note);
    });
  }
}
