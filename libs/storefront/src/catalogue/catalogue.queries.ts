import { arrays, sql, type Tx } from '@quittance/database';
import { notFound, type ProductId } from '@quittance/kernel';
import {
  CATALOGUE_COLUMNS,
  catalogueList,
  SHOWN_PRODUCTS,
  type CatalogueProduct,
} from './catalogue-product.js';

const SHOWN = `select ${CATALOGUE_COLUMNS} from catalog.pub_catalogue_product p
  where p.company_id = $1 and ${SHOWN_PRODUCTS}`;
/** By primary key. */
const BY_ID = sql(`${SHOWN} and p.id = any($2::uuid[])`);
/** By `product_catalogue_sku_index`. */
const BY_SKU = sql(`${SHOWN} and upper(p.sku) = any($2::text[])`);
const FOUND = sql(`${SHOWN}
    and (position(lower($2::text) in lower(p.sku)) > 0
      or position(lower($2::text) in lower(p.name)) > 0)
  order by lower(p.sku) = lower($2::text) desc,
    position(lower($2::text) in lower(p.sku)) = 1 desc,
    position(lower($2::text) in lower(p.name)) = 1 desc, p.name, p.id
  limit $3::int`);
const CATEGORIES = sql(`
  select p.category as name, count(*)::int as products from catalog.pub_catalogue_product p
  where p.company_id = $1 and ${SHOWN_PRODUCTS} and p.category is not null
  group by p.category order by p.category limit $2::int`);

/** As many as a person looks through while they type. */
const MOST_FOUND = 20;
const MOST_CATEGORIES = 1000;

/** What the products of the catalogue are among. */
export interface CatalogueCategory {
  readonly name: string;
  readonly products: number;
}

type Row = Parameters<typeof catalogueList.map>[0];

/** The products of these ids that customers are shown. */
export async function findShownProducts(
  tx: Tx,
  ids: readonly ProductId[],
): Promise<ReadonlyMap<ProductId, CatalogueProduct>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.rows<Row>(BY_ID, [tx.ctx.companyId, arrays.uuid(ids, (id) => id)]);
  return new Map(rows.map(catalogueList.map).map((product) => [product.id, product]));
}

/** @throws DomainError not_found, of what customers are not shown as of what never was */
export async function findShownProduct(tx: Tx, id: ProductId): Promise<CatalogueProduct> {
  const product = (await findShownProducts(tx, [id])).get(id);
  if (!product) throw notFound({ object: 'product' });
  return product;
}

/** The products that customers are shown by these SKUs, whatever their case. */
export async function findShownBySku(
  tx: Tx,
  skus: readonly string[],
): Promise<readonly CatalogueProduct[]> {
  if (skus.length === 0) return [];
  const asked = skus.map((sku) => sku.toUpperCase());
  const rows = await tx.rows<Row>(BY_SKU, [tx.ctx.companyId, asked]);
  return rows.map(catalogueList.map);
}

/** A few products by the beginning of a SKU or by what their names contain, the nearest first. */
export async function lookUpProducts(tx: Tx, words: string): Promise<readonly CatalogueProduct[]> {
  const rows = await tx.rows<Row>(FOUND, [tx.ctx.companyId, words.trim(), MOST_FOUND]);
  return rows.map(catalogueList.map);
}

/** What there is to choose among, in the order of the names. */
export function readCategories(tx: Tx): Promise<CatalogueCategory[]> {
  return tx.rows<CatalogueCategory>(CATEGORIES, [tx.ctx.companyId, MOST_CATEGORIES]);
}
