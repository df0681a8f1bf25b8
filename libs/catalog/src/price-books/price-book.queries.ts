import { sql, type ListDefinition, type Tx } from '@quittance/database';
import {
  notFound,
  trimDecimal,
  type Currency,
  type Instant,
  type ProductId,
} from '@quittance/kernel';
import type { PriceBookEntryId, PriceBookId } from './price-book.entity.js';

/** A price book as the API shows it. */
export interface PriceBookView {
  id: PriceBookId;
  name: string;
  currency: Currency;
  isDefault: boolean;
  active: boolean;
  version: number;
  createdAt: Instant;
  updatedAt: Instant;
}

/** One price in a book as the API shows it. */
export interface PriceBookEntryView {
  id: PriceBookEntryId;
  priceBookId: PriceBookId;
  productId: ProductId;
  sku: string;
  productName: string;
  unitPrice: string;
  version: number;
  createdAt: Instant;
  updatedAt: Instant;
}

const BOOK = `b.id, b.name, b.currency, b.is_default as "isDefault", b.active, b.version,
  b.created_at as "createdAt", b.updated_at as "updatedAt"`;

export const priceBookList: ListDefinition<PriceBookView, PriceBookView> = {
  from: 'catalog.price_book b',
  select: BOOK,
  id: 'b.id',
  fields: {
    id: { sql: 'b.id', type: 'id', notNull: true },
    name: { sql: 'b.name', type: 'text', notNull: true },
    currency: { sql: 'b.currency', type: 'text', notNull: true },
    isDefault: { sql: 'b.is_default', type: 'boolean', notNull: true },
    active: { sql: 'b.active', type: 'boolean', notNull: true },
    createdAt: { sql: 'b.created_at', type: 'instant', notNull: true },
  },
  search: ['b.name'],
  defaultSort: 'name',
  map: (row) => row,
};

const ENTRY = `e.id, e.price_book_id as "priceBookId", e.product_id as "productId", p.sku,
  p.name as "productName", e.unit_price as "unitPrice", e.version, e.created_at as "createdAt",
  e.updated_at as "updatedAt"`;
const ENTRIES = `catalog.price_book_entry e join catalog.product p
  on p.company_id = e.company_id and p.id = e.product_id and p.deleted_at is null`;

export const priceBookEntryList: ListDefinition<PriceBookEntryView, PriceBookEntryView> = {
  from: ENTRIES,
  select: ENTRY,
  id: 'e.id',
  fields: {
    id: { sql: 'e.id', type: 'id', notNull: true },
    productId: { sql: 'e.product_id', type: 'id', notNull: true },
    sku: { sql: 'p.sku', type: 'text', notNull: true },
    productName: { sql: 'p.name', type: 'text', notNull: true },
    unitPrice: { sql: 'e.unit_price', type: 'decimal', notNull: true },
  },
  search: ['p.name', 'p.sku'],
  defaultSort: 'productName',
  map: entryView,
};

const FIND_BOOK = sql(
  `select ${BOOK} from catalog.price_book b where b.company_id = $1 and b.id = $2`,
);
const LOCK_BOOK = sql(`${FIND_BOOK.text} for update`);
const FIND_ENTRY = sql(
  `select ${ENTRY} from ${ENTRIES} where e.company_id = $1 and e.price_book_id = $2 and e.id = $3`,
);
const LOCK_ENTRY = sql(`${FIND_ENTRY.text} for update of e`);

function entryView(row: PriceBookEntryView): PriceBookEntryView {
  return { ...row, unitPrice: trimDecimal(row.unitPrice) };
}

/** @throws DomainError not_found */
export async function findPriceBook(tx: Tx, id: PriceBookId): Promise<PriceBookView> {
  const book = await tx.maybe<PriceBookView>(FIND_BOOK, [tx.ctx.companyId, id]);
  if (!book) throw notFound({ object: 'price book' });
  return book;
}

/** @throws DomainError not_found */
export async function lockPriceBook(tx: Tx, id: PriceBookId): Promise<PriceBookView> {
  const book = await tx.maybe<PriceBookView>(LOCK_BOOK, [tx.ctx.companyId, id]);
  if (!book) throw notFound({ object: 'price book' });
  return book;
}

/** @throws DomainError not_found */
export async function findPriceBookEntry(
  tx: Tx,
  bookId: PriceBookId,
  id: PriceBookEntryId,
  lock = false,
): Promise<PriceBookEntryView> {
  const statement = lock ? LOCK_ENTRY : FIND_ENTRY;
  const entry = await tx.maybe<PriceBookEntryView>(statement, [tx.ctx.companyId, bookId, id]);
  if (!entry) throw notFound({ object: 'price book entry' });
  return entryView(entry);
}
