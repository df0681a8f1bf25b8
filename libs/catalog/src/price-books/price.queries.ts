import { sql, type Tx, arrays } from '@quittance/database';
import { trimDecimal, type Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import type { ProductId } from '@quittance/kernel';
import { productNotPriced } from '../catalog.errors.js';
import { findProduct } from '../products/product.queries.js';
import type { PriceBook, PriceBookEntryId, PriceBookId } from './price-book.js';
import { requirePriceBook } from './price-book.queries.js';
import { servingPrice } from './price.js';

/** What a price is asked for. */
export interface WantedPrice {
  readonly priceBookId: PriceBookId;
  readonly productId: ProductId;
  /** Decimal text. */
  readonly quantity: string;
  /** The day of the document. */
  readonly on: LocalDate;
}

/** The price that serves. */
export interface Price {
  /** The book that has it: the one asked, or the default of its currency. */
  readonly priceBookId: PriceBookId;
  readonly entryId: PriceBookEntryId;
  readonly currency: Currency;
  readonly minQuantity: string;
  /** Decimal text, at most six digits after the point. */
  readonly unitPrice: string;
}

/**
 * Every tier of the wanted products in the wanted books and in the default books of their
 * currencies, for any number of prices: by `price_book_is_default_key` and
 * `price_book_entry_tier_key`.
 */
const TIERS = sql(`
  select w.book_id as "askedId", e.product_id as "productId", e.id as "entryId",
    e.min_quantity as "minQuantity", e.unit_price as "unitPrice", b.id, b.currency,
    b.is_default as "isDefault", b.active, b.valid_from as "validFrom", b.valid_to as "validTo"
  from (select distinct book_id, product_id
      from unnest($2::uuid[], $3::uuid[]) as w (book_id, product_id)) w
  join catalog.price_book a on a.company_id = $1 and a.id = w.book_id
  join catalog.price_book b on b.company_id = $1 and b.currency = a.currency
    and (b.id = a.id or b.is_default)
  join catalog.price_book_entry e on e.company_id = $1 and e.price_book_id = b.id
    and e.product_id = w.product_id
  join catalog.product p on p.company_id = $1 and p.id = e.product_id and p.deleted_at is null`);

interface TierRow extends PriceBook {
  readonly askedId: PriceBookId;
  readonly productId: ProductId;
  readonly entryId: PriceBookEntryId;
  readonly minQuantity: string;
  readonly unitPrice: string;
}

/**
 * The prices of products, in the order asked and in one statement for any number; null where
 * neither the book nor the default one of its currency has a price for the quantity on the day.
 */
export async function findPrices(
  tx: Tx,
  wanted: readonly WantedPrice[],
): Promise<readonly (Price | null)[]> {
  if (wanted.length === 0) return [];
  const rows = await tx.rows<TierRow>(TIERS, [
    tx.ctx.companyId,
    arrays.uuid(wanted, ({ priceBookId }) => priceBookId),
    arrays.uuid(wanted, ({ productId }) => productId),
  ]);
  const tiers = new Map<string, (TierRow & { readonly book: PriceBook })[]>();
  for (const row of rows) {
    const key = keyOf(row.askedId, row.productId);
    const known = tiers.get(key) ?? [];
    known.push({ ...row, book: row });
    tiers.set(key, known);
  }
  return wanted.map(({ priceBookId, productId, quantity, on }) => {
    const own = tiers.get(keyOf(priceBookId, productId)) ?? [];
    const tier = servingPrice(own, priceBookId, { quantity, on });
    return tier ? priceOf(tier) : null;
  });
}

function keyOf(bookId: PriceBookId, productId: ProductId): string {
  return `${bookId} ${productId}`;
}

function priceOf({ id, entryId, currency, minQuantity, unitPrice }: TierRow): Price {
  return {
    priceBookId: id,
    entryId,
    currency,
    minQuantity: trimDecimal(minQuantity),
    unitPrice: trimDecimal(unitPrice),
  };
}

/**
 * The price of one product.
 * @throws DomainError not_found (book or product), product_not_priced
 */
export async function findPrice(tx: Tx, wanted: WantedPrice): Promise<Price> {
  const [product, , [price]] = await Promise.all([
    findProduct(tx, wanted.productId),
    requirePriceBook(tx, wanted.priceBookId),
    findPrices(tx, [wanted]),
  ]);
  if (!price) {
    throw productNotPriced({ sku: product.sku, quantity: wanted.quantity, on: wanted.on });
  }
  return price;
}
