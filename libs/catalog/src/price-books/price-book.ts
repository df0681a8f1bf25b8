import type { Currency } from '@quittance/money';
import type { Id, Instant, ProductId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';

export type PriceBookId = Id<'price-book'>;
export type PriceBookEntryId = Id<'price-book-entry'>;

/** What documents need of a price book. */
export interface PriceBook {
  readonly id: PriceBookId;
  readonly currency: Currency;
  readonly isDefault: boolean;
  readonly active: boolean;
  /** The first and the last day on which its prices serve; null: no bound. */
  readonly validFrom: LocalDate | null;
  readonly validTo: LocalDate | null;
}

/** One price in a book as the API shows it. */
export interface PriceBookEntryView {
  readonly id: PriceBookEntryId;
  readonly priceBookId: PriceBookId;
  readonly productId: ProductId;
  readonly sku: string;
  readonly productName: string;
  /** The price serves from this quantity on: decimal text, at most six digits after the point. */
  readonly minQuantity: string;
  /** Decimal text in the book's currency, at most six digits after the point. */
  readonly unitPrice: string;
  readonly version: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A price of its own serves any quantity, fractions of one included. */
export const FROM_ANY_QUANTITY = '0';
