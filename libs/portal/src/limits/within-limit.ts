/**
 * Whether a limit lets somebody commit their party to so much more. Null limits nothing, and 0
 * never lets anything through. Amounts are minor units of the limit's currency, tax included.
 * @param more null where the currency of the document has no rate: that is never let through
 */
export function isWithinLimit(limit: bigint | null, used: bigint, more: bigint | null): boolean {
  if (limit === null) return true;
  if (limit === 0n || more === null) return false;
  return used + more <= limit;
}

/**
 * What a document adds to what was charged for its chain before, in its own currency: of a quote
 * and its order only what the order comes to beyond the quote. Null where all of it was charged.
 */
export function beyondCharged(total: bigint, charged: bigint): bigint | null {
  if (charged > 0n && total <= charged) return null;
  return total - charged;
}
