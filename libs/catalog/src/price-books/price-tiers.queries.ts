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

type TierRow = PriceBook & Omit<BookedPrice, 'book'>;

/** All prices that may serve some lines, in one statement. */
export async function readPriceTiers(tx: Tx, wanted: WantedTiers): Promise<BookedPrice[]> {
  const { currency, priceBookIds, productIds } = wanted;
  if (productIds.length === 0) return [];
  const rows = await tx.rows<TierRow>(TIERS, [
    tx.ctx.companyId,
    currency,
    arrays.uuid(priceBookIds, (id) => id),
    arrays.uuid(productIds, (id) => id),
  ]);
  return rows.map(({ productId, minQuantity, unitPrice, ...book }) => ({
    productId,
    minQuantity: trimDecimal(minQuantity),
    unitPrice: trimDecimal(unitPrice),
    book,
  }));
}
