import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import {
  changeOrder,
  lockOrderToChange,
  type LockedOrder,
  type OrderNote,
} from '../change-order.js';
import { withChanged } from '../fulfilment/asked-quantities.js';
import type { OrderLine } from '../lines/order-line.description.js';
import { linesTold } from '../lines/quantities.js';
import { OrderPorts } from '../order-ports.js';
import { worthOfLines } from '../order-worth.js';
import { orderStatusAfter, type OrderStatus } from '../order.js';
import type { OrderId } from '../order.description.js';
import { storeOrderLines } from '../order.repository.js';
import type { OrderView } from '../order.view.js';
import { closedShortLines, type GivenUp } from './closed-short.js';
import { amendmentOf, orderAmendmentNoun } from './order-amendment.js';

/** What is given up, and why. */
export interface CloseShortInput {
  readonly lines?: readonly GivenUp[];
  readonly reason: string;
}

const EVENTS: Partial<Record<OrderStatus, OrderNote['event']>> = {
  delivered: 'order.delivered',
  closed: 'order.closed',
};

/** Gives up what is left of an order; with nothing left open its work is over. */
@Injectable()
export class CloseShort {
  constructor(
    private readonly db: Database,
    private readonly ports: OrderPorts,
  ) {}

  /** @throws DomainError not_found, order_not_confirmed, validation_failed, credit_first */
  execute(ctx: Ctx, id: OrderId, { lines: asked, reason }: CloseShortInput): Promise<OrderView> {
    return this.db.write(ctx, async (tx) => {
      const locked = await lockOrderToChange(tx, id);
      const { order } = locked;
      orderStatusAfter(order.status, 'close-short', linesTold(locked.lines));
      const closed = closedShortLines(locked.lines, asked, order);
      const lines = withChanged(locked.lines, closed);
      const status = orderStatusAfter(order.status, 'close-short', linesTold(lines));
      const worth = await worthOfLines(tx, this.ports, order, lines);
      const amendment = amendmentOf(tx, order, {
        kind: 'closed_short',
        reason,
        before: before(locked, closed),
        after: closed,
        valueAfter: worth.value,
      });
      await storeOrderLines(tx, id, closed);
      await orderAmendmentNoun.rows.insert(tx, [amendment]);
      const change = {
        ...worth,
        status,
        amendment: amendment.number,
        ...(status === 'delivered' && { deliveredAt: ctx.now }),
        ...(status === 'closed' && { closedAt: ctx.now, reason }),
      };
      return changeOrder(tx, { order, lines }, change, {
        event: EVENTS[status] ?? 'order.amended',
        action: 'order.closed_short',
        more: { lines: amendment.after.lines, reason },
      });
    });
  }
}

function before({ lines }: LockedOrder, changed: readonly OrderLine[]): OrderLine[] {
  const ids = new Set(changed.map(({ id }) => id));
  return lines.filter(({ id }) => ids.has(id));
}
