import type { BuyingParty, ShippedTo, SellingParty, TaxParty } from '../calculation/pricing.js';

/**
 * Compiled chains are dropped beyond this many: codes × places × dates is small, addresses are not.
 */
const MOST_CACHED = 20_000;
/** So many ways to tax a document are kept, and of each so many chains. */
export const MOST_TAXATIONS = 5_000;
export const MOST_CHAINS = 100;

/** Neither stands in a text that PostgreSQL stores: the end of a part, and one that is not there. */
const END = '\u0000';
const NONE = '\ud800';

/** What of a place decides about the taxes of what goes there. */
export function placeKey({ country, region, postalCode, city }: ShippedTo): string {
  const place = `${country ?? NONE}${END}${region ?? NONE}${END}${postalCode ?? NONE}${END}`;
  return `${place}${city ?? NONE}${END}`;
}

/** What of a party decides about its taxes: two that differ in any of it have two keys. */
export function partyKey(party: TaxParty): string {
  return `${placeKey(party)}${party.taxRegistration ?? NONE}${END}`;
}

/** The same of the seller, which has more to say. */
export function sellerKey(seller: SellingParty): string {
  const { seat, registrations, distanceSales, taxOptions } = seller;
  const more = [seat ?? null, registrations ?? [], distanceSales ?? [], taxOptions ?? null];
  return `${partyKey(seller)}${JSON.stringify(more)}${END}`;
}

/** The same of the customer. */
export function customerKey(customer: BuyingParty): string {
  return `${partyKey(customer)}${customer.buyerKind ?? ''}${END}`;
}

/** Keeps an answer with the others, or in place of all where they are many. */
export function keep<T>(cache: Map<string, T>, key: string, value: T, most = MOST_CACHED): T {
  if (cache.size >= most) cache.clear();
  cache.set(key, value);
  return value;
}
