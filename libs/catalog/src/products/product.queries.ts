import { sql, type Tx } from '@quittance/database';
import { notFound, type ProductId } from '@quittance/kernel';
import type { Product } from './product.js';

/** Where a product is supplied, whoever buys it, as documents have it; null where nobody said. */
export const supplyPlaceSql = (alias: string): string =>
  `case when ${alias}.supply_address ->> 'country' is not null then jsonb_build_object(
    'country', ${alias}.supply_address ->> 'country',
    'region', ${alias}.supply_address ->> 'region',
    'postalCode', ${alias}.supply_address ->> 'postalCode') end`;

/** By primary key. */
const PRODUCT = `select p.id, p.sku, p.name, p.type, p.unit, p.tax_code as "taxCode",
    p.hsn_code as "hsnCode", ${supplyPlaceSql('p')} as "placeOf", p.active
  from catalog.product p where p.company_id = $1`;
const FIND = `${PRODUCT} and p.id = any($2::uuid[])`;
const FIND_ALL = sql(FIND);
const FIND_LIVE = sql(`${FIND} and p.deleted_at is null`);
/** By primary key, and by `product_sku_key`. */
const FIND_NAMED = sql(`${PRODUCT} and (p.id = any($2::uuid[]) or p.sku = any($3::text[]))
  and p.deleted_at is null`);

/** @throws DomainError not_found */
export async function findProduct(tx: Tx, id: ProductId): Promise<Product> {
  const product = (await findProducts(tx, [id])).get(id);
  if (!product) throw notFound({ object: 'product' });
  return product;
}

/**
 * The products of these ids that exist, by id, in one statement; where a document is shown again,
 * also those that were deleted since.
 */
export async function findProducts(
  tx: Tx,
  ids: readonly ProductId[],
  { withDeleted = false } = {},
): Promise<Map<ProductId, Product>> {
  if (ids.length === 0) return new Map();
  const statement = withDeleted ? FIND_ALL : FIND_LIVE;
  const rows = await tx.rows<Product>(statement, [tx.ctx.companyId, ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The products that are meant by an id or by a SKU, in one statement. */
export async function findProductsNamed(
  tx: Tx,
  { ids, skus }: { readonly ids: readonly ProductId[]; readonly skus: readonly string[] },
): Promise<readonly Product[]> {
  if (ids.length + skus.length === 0) return [];
  return tx.rows<Product>(FIND_NAMED, [tx.ctx.companyId, ids, skus]);
}
