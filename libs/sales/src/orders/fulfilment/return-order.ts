import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import { newId, type Ctx } from '@quittance/kernel';
import { changeOrder, lockOrderToChange } from '../change-order.js';
import type { OrderLine } from '../lines/order-line.description.js';
import { linesTold, mayReturn, millionths, quantityText } from '../lines/quantities.js';
import { returnExceedsShipped } from '../order.errors.js';
import { orderStatusAfter } from '../order.js';
import type { OrderId } from '../order.description.js';
import { OrderPorts } from '../order-ports.js';
import { storeOrderLines } from '../order.repository.js';
import type { OrderView } from '../order.view.js';
import { worthOfLines } from '../order-worth.js';
import { meantLines, refusedLine, withChanged, type AskedQuantity } from './asked-quantities.js';
import { returnNoun, toldBy, type OrderReturn } from './shipment.js';
import { nextNumber } from './told-rows.js';

/** What came back, and why. */
export interface ReturnInput {
  readonly lines: readonly AskedQuantity[];
  /** It can be sold again. */
  readonly restock?: boolean;
  readonly reason: string;
}

/**
 * Takes down that something of an order came back. What was invoiced of it is to be credited; what
 * was not is no longer to be invoiced, which may be the last that was open.
 */
@Injectable()
export class ReturnOrder {
  constructor(
    private readonly db: Database,
    private readonly ports: OrderPorts,
  ) {}

  /** @throws DomainError not_found, order_not_confirmed, validation_failed, return_exceeds_shipped */
  execute(ctx: Ctx, id: OrderId, input: ReturnInput): Promise<OrderView> {
    return this.db.write(ctx, async (tx) => {
      const { order, lines: before, today } = await lockOrderToChange(tx, id);
      const status = orderStatusAfter(order.status, 'return', linesTold(before));
      const returned = returnedLines(before, input.lines);
      const row: OrderReturn = {
        ...toldBy(tx),
        orderId: id,
        id: newId<'order-return'>(),
        number: await nextNumber(tx, 'return', id),
        returnedOn: today,
        restock: input.restock ?? false,
        reason: input.reason,
        lines: input.lines.map(({ lineId, quantity }) => {
          return { lineId, quantity: quantityText(millionths(quantity)) };
        }),
      };
      await storeOrderLines(tx, id, returned);
      await returnNoun.rows.insert(tx, [row]);
      const more = { return: row.number, lines: row.lines, reason: row.reason };
      const note = { event: 'order.returned', action: 'order.returned', more } as const;
      const lines = withChanged(before, returned);
      const change = { ...(await worthOfLines(tx, this.ports, order, lines)), status };
      return changeOrder(tx, { order, lines }, change, note);
    });
  }
}

/**
 * The lines as they are once that came back. Pure.
 * @throws DomainError not_found, validation_failed, return_exceeds_shipped
 */
export function returnedLines(
  lines: readonly OrderLine[],
  asked: readonly AskedQuantity[],
): OrderLine[] {
  return meantLines(lines, asked).map((meant): OrderLine => {
    const { line, units } = meant;
    const most = mayReturn(line);
    if (units > most) throw refusedLine(returnExceedsShipped, meant, { most: quantityText(most) });
    return { ...line, returned: quantityText(millionths(line.returned) + units) };
  });
}
