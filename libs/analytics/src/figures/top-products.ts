import type { Tx } from '@quittance/database';
import { trimDecimal } from '@quittance/money';
import { usesIn, type UsagePeriod } from './usage-period.js';

export const MOST_PRODUCTS = 10;

export interface OrderedProduct {
  readonly productId: string;
  readonly name: string;
  readonly quantity: string;
}

export interface ViewedProduct {
  readonly productId: string;
  readonly name: string;
  readonly views: number;
}

/** Products by what was ordered of them at the portals, as the orders are now. */
export async function mostOrdered(tx: Tx, period: UsagePeriod): Promise<OrderedProduct[]> {
  const params: unknown[] = [tx.ctx.companyId];
  const uses = usesIn('e', period, (value) => `$${params.push(value)}`);
  const rows = await tx.rows<OrderedProduct>(
    `select l.product_id as "productId", p.name, sum(l.ordered) as quantity
     from analytics.usage_event e
     join sales.pub_sales_order_line l on l.company_id = $1::uuid and l.order_id = e.object_id
     join catalog.pub_product p on p.company_id = $1::uuid and p.id = l.product_id
     where ${uses} and e.name = 'order_placed' and e.object_type = 'sales-order'
     group by l.product_id, p.name
     order by sum(l.ordered) desc, l.product_id limit ${MOST_PRODUCTS}`,
    params,
  );
  return rows.map((row) => ({ ...row, quantity: trimDecimal(row.quantity) }));
}

/** Products by how often they were looked at. */
export function mostViewed(tx: Tx, period: UsagePeriod): Promise<ViewedProduct[]> {
  const params: unknown[] = [tx.ctx.companyId];
  const uses = usesIn('e', period, (value) => `$${params.push(value)}`);
  return tx.rows<ViewedProduct>(
    `select e.object_id as "productId", p.name, count(*)::int as views
     from analytics.usage_event e
     join catalog.pub_product p on p.company_id = $1::uuid and p.id = e.object_id
     where ${uses} and e.name = 'product_viewed' and e.object_type = 'product'
     group by e.object_id, p.name
     order by count(*) desc, e.object_id limit ${MOST_PRODUCTS}`,
    params,
  );
}
