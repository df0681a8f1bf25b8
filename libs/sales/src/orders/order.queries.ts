import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { OrderId } from './order.description.js';
import { linesOfOrder, orderByNumber, requireOrder } from './order.repository.js';
import { orderView, type OrderView } from './order.view.js';

/** Reads of single orders, as far as the actor may see them. */
@Injectable()
export class OrderQueries {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found */
  order(ctx: Ctx, id: OrderId): Promise<OrderView> {
    return this.db.read(ctx, async (tx) => {
      const [order, lines] = await Promise.all([requireOrder(tx, id), linesOfOrder(tx, id)]);
      return orderView(order, lines);
    });
  }

  /** That there is an order that the actor may see. @throws DomainError not_found */
  async requireOrder(ctx: Ctx, id: OrderId): Promise<void> {
    await this.db.read(ctx, (tx) => requireOrder(tx, id));
  }

  /** @throws DomainError not_found */
  orderByNumber(ctx: Ctx, number: string): Promise<OrderView> {
    return this.db.read(ctx, async (tx) => {
      const order = await orderByNumber(tx, number);
      return orderView(order, await linesOfOrder(tx, order.id));
    });
  }
}
