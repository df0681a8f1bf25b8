import { sql, type Tx } from '@quittance/database';
import type { Order, OrderId } from '../order.description.js';

/** What an order has its invoices say, and when they are due. */
export type OrderReferences = Pick<
  Order,
  'poNumber' | 'buyerReference' | 'paymentTerms' | 'creditDays'
>;

/** By primary key. */
const REFERENCES = sql(`
  select o.id, o.po_number as "poNumber", o.buyer_reference as "buyerReference",
    o.payment_terms as "paymentTerms", o.credit_days as "creditDays"
  from sales.sales_order o
  where o.company_id = $1 and o.id = any($2::uuid[])`);

/** The same of each of these orders, in one statement; none where there are none. */
export async function readOrderReferences(
  tx: Tx,
  ids: readonly OrderId[],
): Promise<ReadonlyMap<OrderId, OrderReferences>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.rows<OrderReferences & { readonly id: OrderId }>(REFERENCES, [
    tx.ctx.companyId,
    ids,
  ]);
  return new Map(rows.map(({ id, ...said }) => [id, said]));
}
