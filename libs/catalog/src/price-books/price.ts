import { decimal, roundToScale } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import type { PriceBook } from './price-book.js';

/** A price that serves from a quantity on. */
export interface PriceTier {
  /** Decimal text. */
  readonly minQuantity: string;
}

/** A tier in the book that holds it. */
export interface BookedTier extends PriceTier {
  readonly book: PriceBook;
}

/**
 * The tier that serves a quantity: of those that begin at or below it the one that begins last.
 * Undefined where every tier begins above.
 */
export function servingTier<Tier extends PriceTier>(
  tiers: readonly Tier[],
  quantity: string,
): Tier | undefined {
  let best: Tier | undefined;
  for (const tier of tiers) {
    if (compare(tier.minQuantity, quantity) > 0) continue;
    if (!best || compare(tier.minQuantity, best.minQuantity) > 0) best = tier;
  }
  return best;
}

/** The tier of the smallest quantity, which lists what is less than that as well. */
export function firstTier<Tier extends PriceTier>(tiers: readonly Tier[]): Tier | undefined {
  return tiers.toSorted((a, b) => compare(a.minQuantity, b.minQuantity)).at(0);
}

/** Whether the prices of a book serve on a day: both ends belong to it. */
export function servesOn({ active, validFrom, validTo }: PriceBook, on: LocalDate): boolean {
  return active && (validFrom === null || validFrom <= on) && (validTo === null || on <= validTo);
}

/**
 * The price of a product at a quantity on a day, of its tiers in the book that is asked and in the
 * default book of the same currency. The book that is asked comes first; the default one serves
 * where that book is inactive, not valid on the day, or has no tier for the quantity.
 */
export function servingPrice<Tier extends BookedTier>(
  tiers: readonly Tier[],
  asked: PriceBook['id'],
  { quantity, on }: { readonly quantity: string; readonly on: LocalDate },
): Tier | undefined {
  const valid = tiers.filter(({ book }) => servesOn(book, on));
  const own = valid.filter(({ book }) => book.id === asked);
  const standing = valid.filter(({ book }) => book.id !== asked && book.isDefault);
  return servingTier(own, quantity) ?? servingTier(standing, quantity);
}

/** A binary float tells any two decimals of so many digits apart, and in their order. */
const EXACT_DIGITS = 15;

function compare(a: string, b: string): number {
  if (a.length <= EXACT_DIGITS && b.length <= EXACT_DIGITS) return Number(a) - Number(b);
  const [left, right] = [decimal(a), decimal(b)];
  const scale = Math.max(left.scale, right.scale);
  const difference = roundToScale(left, scale) - roundToScale(right, scale);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}
