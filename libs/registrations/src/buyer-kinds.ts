/** Who buys, as far as tax depends on it; a unit in a special economic zone is one of India. */
export const BUYER_KINDS = ['business', 'consumer', 'government', 'sez_unit'] as const;
export type BuyerKind = (typeof BUYER_KINDS)[number];
