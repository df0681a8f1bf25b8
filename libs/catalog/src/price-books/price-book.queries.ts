import { sql, type Tx } from '@quittance/database';
import type { ListDefinition, ListNarrowing } from '@quittance/lists';
import { notFound, type ProductId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { headOf, nounList } from '@quittance/nouns';
import { rowScope } from '@quittance/objects';
import { priceBookEntryNoun, type PriceBookEntryView } from './price-book-entry.description.js';
import type { PriceBookEntryId, PriceBookId } from './price-book.js';

const ENTRY = `${priceBookEntryNoun.rows.select('e')}, p.sku, p.name as "productName"`;
const ENTRIES = `catalog.price_book_entry e join catalog.product p
  on p.company_id = $1 and p.id = e.product_id and p.deleted_at is null`;

const entryHead = headOf(priceBookEntryNoun, {
  sku: ({ sku }: PriceBookEntryView) => sku,
  productName: ({ productName }: PriceBookEntryView) => productName,
});
const entryView = (row: PriceBookEntryView): PriceBookEntryView => entryHead(row);

/** Prices of products that are deleted are not shown: nothing can be sold by them. */
export const priceBookEntryList: ListDefinition<PriceBookEntryView, PriceBookEntryView> = {
  ...nounList(priceBookEntryNoun, entryHead),
  from: ENTRIES,
  select: ENTRY,
  map: entryView,
};

/** By `price_book_entry_tier_key`. */
export function entriesOf(bookId: PriceBookId): ListNarrowing {
  return (bind) => `e.price_book_id = ${bind(bookId)}`;
}

const BOOK = `select true as found from catalog.price_book b
  where b.company_id = $1 and b.id = $2`;
/** By primary key. */
const HAS_BOOK = sql(BOOK);
const HOLD = ' for no key update';
const HOLD_BOOK = sql(BOOK + HOLD);
const OF_BOOK = `select ${ENTRY} from ${ENTRIES} where e.company_id = $1 and e.price_book_id = $2`;
const FIND_ENTRY = sql(`${OF_BOOK} and e.id = $3`);
const LOCK_ENTRY = sql(`${OF_BOOK} and e.id = $3 for update of e`);
/** By `price_book_entry_tier_key`. */
const FOR_PRODUCTS = sql(`${OF_BOOK} and e.product_id = any($3::uuid[])`);
const ALL_OF_BOOK = sql(OF_BOOK);
const PRICED_BOOKS = sql(`
  select b.id from catalog.price_book b where b.company_id = $1 and b.id = any($2::uuid[])
    and exists (select from ${ENTRIES} where e.company_id = $1 and e.price_book_id = b.id)`);

/** That there is one and that the actor may see it. @throws DomainError not_found */
export function requirePriceBook(tx: Tx, id: PriceBookId): Promise<void> {
  return demandBook(tx, id, false);
}

/** By primary key. */
const IS_DEFAULT = sql(`${BOOK} and b.currency = $3 and b.is_default`);

/** Whether a book is the one that the company's prices of a currency stand in. */
export async function isDefaultPriceBook(
  tx: Tx,
  id: PriceBookId,
  currency: Currency,
): Promise<boolean> {
  return (await tx.maybe(IS_DEFAULT, [tx.ctx.companyId, id, currency])) !== undefined;
}

/**
 * Holds the book until the transaction ends: whoever writes its prices, or changes its currency,
 * comes one after the other.
 * @throws DomainError not_found
 */
export function holdPriceBook(tx: Tx, id: PriceBookId): Promise<void> {
  return demandBook(tx, id, true);
}

async function demandBook(tx: Tx, id: PriceBookId, hold: boolean): Promise<void> {
  const params: unknown[] = [tx.ctx.companyId, id];
  const scope = rowScope.owned(tx.ctx, RESOURCE, 'b', (value) => `$${params.push(value)}`);
  const statement = hold ? HOLD_BOOK : HAS_BOOK;
  const scoped = `${BOOK} and ${scope}${hold ? HOLD : ''}`;
  const book = await tx.maybe(scope === null ? statement : scoped, params);
  if (!book) throw notFound({ object: 'price book' });
}

/** Of the role matrix: who reaches their own books only reaches the prices in those. */
const RESOURCE = 'pricebooks';

/** @throws DomainError not_found */
export async function findPriceBookEntry(
  tx: Tx,
  bookId: PriceBookId,
  id: PriceBookEntryId,
  lock = false,
): Promise<PriceBookEntryView> {
  if (tx.ctx.permissions.scope(RESOURCE) !== 'all') await requirePriceBook(tx, bookId);
  const statement = lock ? LOCK_ENTRY : FIND_ENTRY;
  const entry = await tx.maybe<PriceBookEntryView>(statement, [tx.ctx.companyId, bookId, id]);
  if (!entry) throw notFound({ object: 'price book entry' });
  return entryView(entry);
}

/** The prices of a book, or those of some products in it. */
export async function entriesIn(
  tx: Tx,
  bookId: PriceBookId,
  productIds?: readonly ProductId[],
): Promise<readonly PriceBookEntryView[]> {
  const { companyId } = tx.ctx;
  const rows = productIds
    ? await tx.rows<PriceBookEntryView>(FOR_PRODUCTS, [companyId, bookId, productIds])
    : await tx.rows<PriceBookEntryView>(ALL_OF_BOOK, [companyId, bookId]);
  return rows.map(entryView);
}

/** Those of the books that hold a price. */
export async function pricedBooks(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.rows<{ id: string }>(PRICED_BOOKS, [tx.ctx.companyId, ids]);
  return new Set(rows.map(({ id }) => id));
}
