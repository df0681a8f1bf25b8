import { sql, type Sql, type Tx } from '@quittance/database';
import type { OrderId } from '../order.description.js';

const nextOf = (table: string): Sql =>
  sql(`select coalesce(max(t.number), 0) + 1 as number from sales.${table} t
    where t.company_id = $1 and t.order_id = $2`);

/** By the unique key of the numbers of an order. */
const NEXT = {
  shipment: nextOf('order_shipment'),
  return: nextOf('order_return'),
} as const;

/** The next number of a shipment or a return of a locked order. */
export async function nextNumber(tx: Tx, of: keyof typeof NEXT, orderId: OrderId): Promise<number> {
  return (await tx.one<{ number: number }>(NEXT[of], [tx.ctx.companyId, orderId])).number;
}
