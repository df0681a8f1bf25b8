import type { Tx } from '@quittance/database';
import { orderOfLines } from './change-order.js';
import type { OrderLine } from './lines/order-line.description.js';
import { linesTold } from './lines/quantities.js';
import type { OrderPorts } from './order-ports.js';
import type { Order } from './order.description.js';
import { orderPaymentStatus } from './payment-status.js';

/**
 * What of an order changes with quantities and amounts of its lines: its worth, and whether it is
 * paid by that, since nothing may be left to invoice, or something again. Where nothing is left,
 * whoever invoices it is told.
 */
export async function worthOfLines(
  tx: Tx,
  ports: OrderPorts,
  order: Order,
  lines: readonly OrderLine[],
): Promise<Pick<Order, 'value' | 'fulfilment' | 'paymentStatus'>> {
  const worth = orderOfLines(lines, order);
  const { invoiced } = linesTold(lines);
  if (invoiced) await ports.nothingLeft(tx, order);
  const money = await ports.invoicesOf(tx, order.id);
  const paymentStatus = orderPaymentStatus(worth.value, { ...money, invoiced });
  return { ...worth, paymentStatus };
}
