import { Injectable } from '@nestjs/common';
import type { LocalDate } from '@quittance/calendar';
import { Database, type Tx } from '@quittance/database';
import { invalidField, newId, type Ctx } from '@quittance/kernel';
import { changeOrder, lockOrderToChange, type LockedOrder } from '../change-order.js';
import type { OrderLine } from '../lines/order-line.description.js';
import {
  isShippable,
  linesTold,
  mayShip,
  millionths,
  openOf,
  quantityText,
} from '../lines/quantities.js';
import { lineNotShippable, overDelivery } from '../order.errors.js';
import { orderStatusAfter } from '../order.js';
import type { OrderId } from '../order.description.js';
import { OrderPorts } from '../order-ports.js';
import { storeOrderLines } from '../order.repository.js';
import type { OrderView } from '../order.view.js';
import { worthOfLines } from '../order-worth.js';
import { meantLines, refusedLine, withChanged, type AskedQuantity } from './asked-quantities.js';
import { shipmentNoun, toldBy, type Shipment } from './shipment.js';
import { nextNumber } from './told-rows.js';

/** What leaves, and with whom. */
export interface ShipmentInput {
  /** All that is open where it is left out. */
  readonly lines?: readonly AskedQuantity[];
  readonly carrier?: string | null;
  readonly trackingNumber?: string | null;
  /** Today unless told. */
  readonly shippedOn?: LocalDate;
}

/** Ships some or all of an order. */
@Injectable()
export class ShipOrder {
  constructor(
    private readonly db: Database,
    private readonly ports: OrderPorts,
  ) {}

  /**
   * @throws DomainError not_found, order_not_confirmed, validation_failed, line_not_shippable,
   *   over_delivery
   */
  execute(ctx: Ctx, id: OrderId, input: ShipmentInput): Promise<OrderView> {
    return this.db.write(ctx, async (tx) => {
      const locked = await lockOrderToChange(tx, id);
      // Of what has left in full more may be too much, which says more than that it has left.
      if (locked.order.status === 'shipped' && input.lines) shippedLines(locked.lines, input.lines);
      // Whether it may be shipped at all is asked before what of it.
      orderStatusAfter(locked.order.status, 'ship', linesTold(locked.lines));
      const asked = input.lines ?? allOpen(locked.lines);
      const shipped = shippedLines(locked.lines, asked);
      const shipment = await shipmentOf(tx, locked, asked, input);
      const lines = withChanged(locked.lines, shipped);
      await storeOrderLines(tx, id, shipped);
      await shipmentNoun.rows.insert(tx, [shipment]);
      const { carrier, trackingNumber, shippedOn, number } = shipment;
      const change = {
        ...(await worthOfLines(tx, this.ports, locked.order, lines)),
        status: orderStatusAfter(locked.order.status, 'ship', linesTold(lines)),
        carrier,
        trackingNumber,
        shippedOn,
      };
      const more = { shipment: number, lines: shipment.lines };
      const note = { event: 'order.shipped', action: 'order.shipped', more } as const;
      return changeOrder(tx, { order: locked.order, lines }, change, note);
    });
  }
}

/** @throws DomainError validation_failed where nothing is left to be shipped */
function allOpen(lines: readonly OrderLine[]): AskedQuantity[] {
  const open = lines.flatMap((line): AskedQuantity[] => {
    const units = openOf(line);
    return units > 0n ? [{ lineId: line.id, quantity: quantityText(units) }] : [];
  });
  if (open.length === 0) throw invalidField('/lines', 'min', 'Nothing is left to be shipped.');
  return open;
}

/**
 * The lines as they are once that has left. Pure.
 * @throws DomainError not_found, validation_failed, line_not_shippable, over_delivery
 */
export function shippedLines(
  lines: readonly OrderLine[],
  asked: readonly AskedQuantity[],
): OrderLine[] {
  return meantLines(lines, asked).map((meant): OrderLine => {
    const { line, units } = meant;
    if (!isShippable(line)) throw refusedLine(lineNotShippable, meant, {});
    const most = mayShip(line);
    if (units > most) throw refusedLine(overDelivery, meant, { most: quantityText(most) });
    return { ...line, shipped: quantityText(millionths(line.shipped) + units) };
  });
}

async function shipmentOf(
  tx: Tx,
  { order, today }: LockedOrder,
  lines: readonly AskedQuantity[],
  { carrier = null, trackingNumber = null, shippedOn = today }: ShipmentInput,
): Promise<Shipment> {
  if (shippedOn > today) throw invalidField('/shippedOn', 'max', `must not be after ${today}`);
  return {
    ...toldBy(tx),
    orderId: order.id,
    id: newId<'order-shipment'>(),
    number: await nextNumber(tx, 'shipment', order.id),
    shippedOn,
    carrier,
    trackingNumber,
    lines: lines.map(({ lineId, quantity }) => {
      return { lineId, quantity: quantityText(millionths(quantity)) };
    }),
  };
}
