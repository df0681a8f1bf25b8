import type { Currency } from '@quittance/money';
import type { Id } from '@quittance/kernel';
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

/** A price of its own serves any quantity, fractions of one included. */
export const FROM_ANY_QUANTITY = '0';
