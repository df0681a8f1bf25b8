import { DomainError } from '@quittance/kernel';
import { seenOf, type PortalRight } from '@quittance/portal';
import type { CartView } from '@quittance/storefront/host';
import { CART } from '../shown/carts.js';
import { withoutPrices } from '../without-prices.js';

/** A refusal of a checkout, with the cart that it shows as its user may see it. */
export function seenRefusal(error: unknown, rights: ReadonlySet<PortalRight>): unknown {
  const told = rights.has('seePricing') ? error : withoutPrices(error);
  if (!(told instanceof DomainError) || told.options.more?.cart === undefined) return told;
  const cart = seenOf(CART, told.options.more.cart as CartView, rights);
  return new DomainError(told.problem, told.params, { ...told.options, more: { cart } });
}
