import type { Currency } from '@quittance/money';
import type { OrderId } from '@quittance/sales';
import type { Cart } from '../cart/cart.js';
import type { PriceTokens } from '../cart/price-token.js';

/** What of a cart credit is asked for. The total is in minor units, with tax. */
export interface CreditedCart {
  readonly cart: Pick<Cart, 'version'> & { readonly id: string };
  readonly total: bigint;
  readonly currency: Currency;
}

/**
 * The id that the order of a cart has where credit has refused it: what is decided about the check
 * counts for the same cart at the same total, and for no other; under another key it is asked anew.
 * Of version 7, with the time of the cart. Whoever sees no prices sees it: the digest has a key.
 */
export function orderIdOfCart(
  { cart, total, currency }: CreditedCart,
  digests: Pick<PriceTokens, 'digest'>,
): OrderId {
  const told = [cart.id, cart.version, total, currency].join(' ');
  const hash = digests.digest(told);
  const [time, high, low] = [cart.id.slice(0, 13), hash.slice(0, 3), hash.slice(3, 6)];
  return `${time}-7${high}-8${low}-${hash.slice(6, 18)}` as OrderId;
}
