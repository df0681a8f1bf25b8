/**
 * `creating`: stored, and nobody knows yet whether the provider has made the link. `processing`:
 * the payer has acted, the money is still on its way. `closing`: must not be paid any more, the
 * provider has still to be told.
 */
export const CHECKOUT_STATUSES = [
  'creating',
  'open',
  'processing',
  'closing',
  'paid',
  'cancelled',
  'expired',
  'failed',
] as const;
export type CheckoutStatus = (typeof CHECKOUT_STATUSES)[number];
