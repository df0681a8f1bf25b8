import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { changeOrder, lockOrderToChange } from './change-order.js';
import { linesTold } from './lines/quantities.js';
import { orderStatusAfter, refuseAwaiting } from './order.js';
import type { OrderId } from './order.description.js';
import type { OrderView } from './order.view.js';
import { refuseIncompleteOrder } from './refuse-incomplete-order.js';

/** Hands a complete draft over: from then on credit counts it. */
@Injectable()
export class PlaceOrder {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, order_not_draft, order_has_no_lines, price_not_found,
   *   order_tax_undetermined, awaiting_customer_approval */
  execute(ctx: Ctx, id: OrderId): Promise<OrderView> {
    return this.db.write(ctx, (tx) => placeIn(tx, id));
  }
}

/** @throws DomainError not_found, order_not_draft, order_has_no_lines, price_not_found */
export async function placeIn(tx: Tx, id: OrderId): Promise<OrderView> {
  const locked = await lockOrderToChange(tx, id);
  refuseAwaiting(locked.order);
  const status = orderStatusAfter(locked.order.status, 'place', linesTold(locked.lines));
  refuseIncompleteOrder(locked);
  const note = { event: 'order.placed', action: 'order.placed' } as const;
  return changeOrder(tx, locked, { status, placedAt: tx.ctx.now }, note);
}
