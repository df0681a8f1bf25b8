import type { LocalDate } from '@quittance/calendar';
import { arrays, type Tx } from '@quittance/database';
import type { ProductId } from '@quittance/kernel';
import { trimDecimal } from '@quittance/money';
import { ordersWithin, type PortalScope } from '@quittance/portal';

/** When a product was last ordered, and how much of it. */
export interface LastOrdered {
  readonly on: LocalDate;
  readonly quantity: string;
}

/**
 * When some products were last ordered by what the user reaches, in one statement; nothing without
 * the right to see orders.
 */
export async function readLastOrdered(
  tx: Tx,
  scope: PortalScope,
  productIds: readonly ProductId[],
): Promise<ReadonlyMap<ProductId, LastOrdered>> {
  if (productIds.length === 0 || !scope.rights.has('viewOrders')) return new Map();
  const params: unknown[] = [tx.ctx.companyId, arrays.uuid(productIds, (id) => id)];
  const within = ordersWithin(scope, (value) => `$${params.push(value)}`);
  const rows = await tx.rows<LastOrdered & { readonly productId: ProductId }>(
    `select distinct on (l.product_id) l.product_id as "productId", o.issue_date as "on",
       l.ordered as quantity
     from sales.pub_sales_order_line l
     join sales.pub_sales_order o on o.company_id = $1::uuid and o.id = l.order_id
     where l.company_id = $1::uuid and l.product_id = any($2::uuid[])
       and o.status <> 'cancelled' and (${within})
     order by l.product_id, o.issue_date desc, o.id desc, l.position`,
    params,
  );
  return new Map(
    rows.map(({ productId, on, quantity }) => [productId, { on, quantity: trimDecimal(quantity) }]),
  );
}
