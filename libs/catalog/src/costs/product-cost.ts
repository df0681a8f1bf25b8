import { namedSql, sql, type Tx } from '@quittance/database';
import type { ProductId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';

/** What a unit of a product costs the company itself. */
export interface ProductCost {
  readonly currency: Currency;
  /** Decimal text with at most six decimals. */
  readonly unitCost: string;
}

/** More currencies than a company sells in. */
export const MOST_COSTS = 100;

/** By primary key. */
const COSTS = sql(`
  select c.product_id as "productId", c.currency, c.unit_cost as "unitCost"
  from catalog.product_cost c
  where c.company_id = $1 and c.product_id = any($2::uuid[]) order by c.product_id, c.currency`);

/** What units of products cost, for whoever decides about prices; nobody is shown it by that. */
export async function readProductCosts(
  tx: Tx,
  ids: readonly ProductId[],
): Promise<ReadonlyMap<ProductId, readonly ProductCost[]>> {
  const costs = new Map<ProductId, ProductCost[]>();
  if (ids.length === 0) return costs;
  const rows = await tx.rows<ProductCost & { readonly productId: ProductId }>(COSTS, [
    tx.ctx.companyId,
    ids,
  ]);
  for (const { productId, currency, unitCost } of rows) {
    costs.set(productId, [...(costs.get(productId) ?? []), { currency, unitCost }]);
  }
  return costs;
}

const DROP = sql(`delete from catalog.product_cost where company_id = $1 and product_id = $2`);

const INSERT = namedSql(
  `insert into catalog.product_cost (company_id, product_id, currency, unit_cost, updated_at)
   select k.id, :productId, r.currency, r.unit_cost, :now
   from company.pub_company k cross join :rows as r where k.id = :companyId`,
  { values: { productId: 'uuid' }, rows: { currency: 'text', unitCost: 'numeric' } },
);

/** Puts these in place of all that a locked product has. */
export async function storeProductCosts(
  tx: Tx,
  productId: ProductId,
  costs: readonly ProductCost[],
): Promise<void> {
  await tx.run(DROP, [tx.ctx.companyId, productId]);
  if (costs.length > 0) await INSERT.run(tx, { productId, ...INSERT.columns(costs) });
}
