import { servesOn, servingTier, type BookedPrice, type PriceBookId } from '@quittance/catalog';
import type { LocalDate } from '@quittance/calendar';
import { decimal, roundToScale } from '@quittance/money';

/** By whose prices a customer buys on a day. */
export interface PriceSources {
  /** The account's own, then those of the accounts above it; the company's default comes last. */
  readonly priceBookIds: readonly PriceBookId[];
  readonly on: LocalDate;
}

/** What a customer pays for one of a product at a quantity. */
export interface CustomerPrice {
  /** Decimal text; null where nothing serves: it has a price on request. */
  readonly unitPrice: string | null;
  /** What everybody pays, where that is more; else null. */
  readonly listPrice: string | null;
}

/** A price from a quantity on. */
export interface CustomerTier {
  readonly minQuantity: string;
  readonly unitPrice: string;
}

const SCALE = 6;
const millionths = (text: string) => roundToScale(decimal(text), SCALE);

/**
 * The price of a product at a quantity: that of the first book that has a tier for it, of those
 * that are valid on the day. Nothing is converted: the tiers are those of one currency. Pure.
 * @param tiers of the product, in any books of the currency
 */
export function customerPrice(
  tiers: readonly BookedPrice[],
  sources: PriceSources,
  quantity: string,
): CustomerPrice {
  const { priceBookIds, on } = sources;
  const valid = tiers.filter(({ book }) => servesOn(book, on));
  const standing = valid.filter(({ book }) => book.isDefault);
  const listPrice = servingTier(standing, quantity)?.unitPrice;
  const unitPrice = ownPrice(valid, priceBookIds, quantity) ?? listPrice;
  if (unitPrice === undefined) return { unitPrice: null, listPrice: null };
  const isStruck = listPrice !== undefined && millionths(listPrice) > millionths(unitPrice);
  return { unitPrice, listPrice: isStruck ? listPrice : null };
}

/** The prices of a product by quantity, each once: those that `customerPrice` answers. Pure. */
export function customerTiers(
  tiers: readonly BookedPrice[],
  sources: PriceSources,
): readonly CustomerTier[] {
  const found: CustomerTier[] = [];
  for (const minQuantity of beginnings(tiers)) {
    const { unitPrice } = customerPrice(tiers, sources, minQuantity);
    if (unitPrice === null) continue;
    const before = found.at(-1)?.unitPrice;
    if (before !== undefined && millionths(before) === millionths(unitPrice)) continue;
    found.push({ minQuantity, unitPrice });
  }
  return found;
}

/** That of the first book, in the order of asking, that has a tier for the quantity. */
function ownPrice(
  valid: readonly BookedPrice[],
  priceBookIds: readonly PriceBookId[],
  quantity: string,
): string | undefined {
  for (const id of priceBookIds) {
    const own = valid.filter(({ book }) => book.id === id);
    const tier = own.length === 0 ? undefined : servingTier(own, quantity);
    if (tier) return tier.unitPrice;
  }
  return undefined;
}

function beginnings(tiers: readonly BookedPrice[]): string[] {
  const all = new Map(tiers.map(({ minQuantity }) => [millionths(minQuantity), minQuantity]));
  return [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
}
