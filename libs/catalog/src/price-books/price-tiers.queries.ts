import { arrays, sql, type Tx } from '@quittance/database';
import type { ProductId } from '@quittance/kernel';
import { trimDecimal, type Currency } from '@quittance/money';
import type { PriceBook, PriceBookId } from './price-book.js';

/** Whose prices are asked for. */
export interface WantedTiers {
  /** Prices of another currency never serve. */
  readonly currency: Currency;
  /** Beside the default book of the currency. */
  readonly priceBookIds: readonly PriceBookId[];
  readonly productIds: readonly ProductId[];
  /**
   * How much of each is asked for, as decimal text: of each book the one tier that serves it is
   * read then, and not all of them.
   */
  readonly quantities?: ReadonlyMap<ProductId, string>;
}

/** A price of a product from a quantity on, in the book that holds it. */
export interface BookedPrice {
  readonly productId: ProductId;
  /** Decimal text. */
  readonly minQuantity: string;
  /** Decimal text, at most six digits after the point. */
  readonly unitPrice: string;
  readonly book: PriceBook;
}

/**
 * Every tier of products in some books and in the default book of a currency: by
 * `price_book_is_default_key`, the primary key of books and `price_book_entry_tier_key`.
 */
const TIERS = sql(`
  select e.product_id as "productId", e.min_quantity as "minQuantity", e.unit_price as "unitPrice",
    b.id, b.currency, b.is_default as "isDefault", b.active, b.valid_from as "validFrom",
    b.valid_to as "validTo"
  from catalog.price_book b
  join catalog.price_book_entry e on e.company_id = $1 and e.price_book_id = b.id
    and e.product_id = any($4::uuid[])
  join catalog.product p on p.company_id = $1 and p.id = e.product_id and p.deleted_at is null
  where b.company_id = $1 and b.currency = $2 and (b.id = any($3::uuid[]) or b.is_default)`);

/**
 * Of each book the tier that serves a quantity, as `servingTier` finds it. What is asked for is
 * told once and the entries of a book are found by `price_book_entry_tier_key` in one pass, which
 * is less work than to look one up for each product. A row for each book, with the places of the
 * products in what was asked: books are few, and hold hundreds of what an order asks for.
 */
const SERVING = sql(`
  with w as materialized (
    select a.place, a.product_id, a.quantity
    from unnest($4::uuid[], $5::numeric[]) with ordinality as a(product_id, quantity, place)
    join catalog.product p on p.company_id = $1 and p.id = a.product_id and p.deleted_at is null)
  select b.id, b.currency, b.is_default as "isDefault", b.active, b.valid_from as "validFrom",
    b.valid_to as "validTo", t.places, t."minQuantities", t."unitPrices"
  from catalog.price_book b
  cross join lateral (
    select array_agg(s.place)::text as places,
      array_agg(s.min_quantity)::text as "minQuantities",
      array_agg(s.unit_price)::text as "unitPrices"
    from (
      select distinct on (w.place) w.place, e.min_quantity, e.unit_price
      from catalog.price_book_entry e
      join w on w.product_id = e.product_id and e.min_quantity <= w.quantity
      where e.company_id = $1 and e.price_book_id = b.id and e.product_id = any($4::uuid[])
      order by w.place, e.min_quantity desc) s) t
  where b.company_id = $1 and b.currency = $2 and (b.id = any($3::uuid[]) or b.is_default)
    and t.places is not null`);

/** The three are arrays as PostgreSQL writes them, of one length: `{1,2}`. */
interface ServingRow extends PriceBook {
  readonly places: string;
  readonly minQuantities: string;
  readonly unitPrices: string;
}

type TierRow = PriceBook & Omit<BookedPrice, 'book'>;

/** All prices that may serve some lines, in one statement. */
export async function readPriceTiers(tx: Tx, wanted: WantedTiers): Promise<BookedPrice[]> {
  const { currency, priceBookIds, productIds, quantities } = wanted;
  if (productIds.length === 0) return [];
  const params = [
    tx.ctx.companyId,
    currency,
    arrays.uuid(priceBookIds, (id) => id),
    arrays.uuid(productIds, (id) => id),
  ];
  if (quantities) {
    const asked = arrays.numeric(productIds, (id) => quantities.get(id) ?? '0');
    const rows = await tx.rows<ServingRow>(SERVING, [...params, asked]);
    return rows.flatMap((row) => servingOf(row, productIds));
  }
  const rows = await tx.rows<TierRow>(TIERS, params);
  // Few books hold many prices: each is kept once.
  const books = new Map<PriceBookId, PriceBook>();
  return rows.map((row) => {
    const { productId, minQuantity, unitPrice } = row;
    const book = books.get(row.id) ?? bookOf(row);
    books.set(row.id, book);
    return {
      productId,
      minQuantity: trimDecimal(minQuantity),
      unitPrice: trimDecimal(unitPrice),
      book,
    };
  });
}

function servingOf(row: ServingRow, productIds: readonly ProductId[]): BookedPrice[] {
  const book = bookOf(row);
  const minQuantities = elementsOf(row.minQuantities);
  const unitPrices = elementsOf(row.unitPrices);
  return elementsOf(row.places).map((place, i) => ({
    productId: productIds[Number(place) - 1] as ProductId,
    minQuantity: trimDecimal(minQuantities[i] as string),
    unitPrice: trimDecimal(unitPrices[i] as string),
    book,
  }));
}

/** Of an array of numbers, none of them null. */
const elementsOf = (text: string): readonly string[] => text.slice(1, -1).split(',');

function bookOf({ id, currency, isDefault, active, validFrom, validTo }: PriceBook): PriceBook {
  return { id, currency, isDefault, active, validFrom, validTo };
}

/** By `price_book_entry_tier_key` of each book, of which there are few. */
const LISTED = sql(`
  select p.id from unnest($2::uuid[]) as p(id)
  where exists (
    select 1 from catalog.price_book b
    where b.company_id = $1 and b.active and exists (
      select 1 from catalog.price_book_entry e
      where e.company_id = $1 and e.price_book_id = b.id and e.product_id = p.id))`);

/** Which products have a price in any book, of whatever currency and day. */
export async function readListedProducts(
  tx: Tx,
  productIds: readonly ProductId[],
): Promise<ReadonlySet<ProductId>> {
  if (productIds.length === 0) return new Set();
  const rows = await tx.rows<{ id: ProductId }>(LISTED, [tx.ctx.companyId, productIds]);
  return new Set(rows.map(({ id }) => id));
}
