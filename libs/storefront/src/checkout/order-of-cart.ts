import type { PricedCart } from '../cart/price-cart.js';
import type { Cart, CartHead } from '../cart/cart.js';
import type { CustomerAgreements } from '@quittance/sales';
import type { Id, UserId } from '@quittance/kernel';
import { wordsOfCartLine } from './words-of-cart-line.js';

/** An order as `sales` takes it. */
export type DraftOfCart = Parameters<CustomerAgreements['drafts']['draft']>[2];
type OrderLine = DraftOfCart['lines'][number];

/** Longest text of a line of an order. */
const LONGEST = 1000;

/**
 * The order of a priced cart: at the prices that the cart was shown at, whatever the books say by
 * the time it is read again. Pure.
 */
export function orderOfCart(
  { accountId }: Pick<Cart, 'accountId'>,
  head: CartHead,
  { currency, pricesIncludeTax, lines }: PricedCart,
  by: { readonly contactId: Id<'contact'> | null; readonly ownerId: UserId | null },
): DraftOfCart {
  return {
    accountId,
    currency,
    pricesIncludeTax,
    ...(by.contactId !== null && { contactId: by.contactId }),
    ownerId: by.ownerId,
    poNumber: head.poNumber,
    requestedOn: head.requestedDeliveryDate,
    notes: head.notes,
    tiersAcross: 'document',
    lines: lines.map(({ line, product, unitPrice }): OrderLine => {
      const said = wordsOfCartLine(line);
      const name = product?.name ?? '';
      const description = (said === null ? name : `${name}\n${said}`).slice(0, LONGEST);
      const { productId, quantity: ordered } = line;
      return { kind: 'one_off', productId, ordered, unitPrice, description };
    }),
  };
}
