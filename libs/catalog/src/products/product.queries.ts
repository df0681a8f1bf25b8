import { sql, type ListDefinition, type Tx } from '@quittance/database';
import { notFound, type Instant, type ProductId } from '@quittance/kernel';
import { PRODUCT_TYPES, type ProductType } from './product.entity.js';

/** A product as the API shows it. */
export interface ProductView {
  id: ProductId;
  sku: string;
  name: string;
  description: string | null;
  type: ProductType;
  unit: string | null;
  taxCode: string | null;
  active: boolean;
  version: number;
  createdAt: Instant;
  updatedAt: Instant;
}

const COLUMNS = `p.id, p.sku, p.name, p.description, p.type, p.unit, p.tax_code as "taxCode",
  p.active, p.version, p.created_at as "createdAt", p.updated_at as "updatedAt"`;

export const productList: ListDefinition<ProductView, ProductView> = {
  from: 'catalog.product p',
  select: COLUMNS,
  id: 'p.id',
  fields: {
    id: { sql: 'p.id', type: 'id', notNull: true },
    sku: { sql: 'p.sku', type: 'text', notNull: true },
    name: { sql: 'p.name', type: 'text', notNull: true },
    description: { sql: 'p.description', type: 'text' },
    type: { sql: 'p.type', type: 'enum', values: PRODUCT_TYPES, notNull: true },
    unit: { sql: 'p.unit', type: 'text' },
    taxCode: { sql: 'p.tax_code', type: 'text' },
    active: { sql: 'p.active', type: 'boolean', notNull: true },
    createdAt: { sql: 'p.created_at', type: 'instant', notNull: true },
    updatedAt: { sql: 'p.updated_at', type: 'instant', notNull: true },
  },
  search: ['p.name', 'p.sku', 'p.description'],
  defaultSort: 'name',
  map: (row) => row,
};

const FIND = sql(`select ${COLUMNS} from catalog.product p where p.company_id = $1 and p.id = $2`);
const LOCK = sql(`${FIND.text} for update`);
const FIND_MANY = sql(
  `select ${COLUMNS} from catalog.product p where p.company_id = $1 and p.id = any($2::uuid[])`,
);

/** @throws DomainError not_found */
export async function findProduct(tx: Tx, id: ProductId): Promise<ProductView> {
  const product = await tx.maybe<ProductView>(FIND, [tx.ctx.companyId, id]);
  if (!product) throw notFound({ object: 'product' });
  return product;
}

/** @throws DomainError not_found */
export async function lockProduct(tx: Tx, id: ProductId): Promise<ProductView> {
  const product = await tx.maybe<ProductView>(LOCK, [tx.ctx.companyId, id]);
  if (!product) throw notFound({ object: 'product' });
  return product;
}

/** The products of these ids that exist, by id, in one statement. */
export async function findProducts(
  tx: Tx,
  ids: readonly ProductId[],
): Promise<Map<ProductId, ProductView>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.rows<ProductView>(FIND_MANY, [tx.ctx.companyId, ids]);
  return new Map(rows.map((row) => [row.id, row]));
}
