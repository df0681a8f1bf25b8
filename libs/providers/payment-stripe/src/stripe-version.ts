/** Where Stripe answers, unless an account names another place. */
export const STRIPE_ORIGIN = 'https://api.stripe.com';

/** What our requests and the reading of their answers were written for. */
export const STRIPE_VERSION = '2026-10-28.endive';
