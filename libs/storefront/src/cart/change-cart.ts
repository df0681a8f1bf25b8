import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import {
  invalidField,
  type AccountId,
  type CompanyId,
  type DomainError,
  type ProductId,
} from '@quittance/kernel';
import { orderTerms, type PortalCtx } from '@quittance/portal';
import { cartChanged, cartFull, productNotAvailable } from '../storefront.errors.js';
import { readCartBasis, type CartBasis, type CartSources } from './cart-basis.js';
import { linesOfCart, lockCart, storeCart, type StoredCart } from './cart.repository.js';
import {
  headOfCart,
  isSameQuantity,
  MOST_CART_LINES,
  quantitiesOf,
  type Cart,
  type CartHead,
  type CartLine,
} from './cart.js';
import { cartView, type CartView } from './cart.view.js';
import { priceCart, type PricedCart } from './price-cart.js';
import { cartTotals, type PriceTokens } from './price-token.js';
import { inMillionths, quantityFault, refuseQuantity } from '@quittance/catalog';
import { destinationOf } from './cart-destination.js';

/** Units that somebody puts into a cart who is shown no prices. */
const MOST_WITHOUT_PRICES = '1000000';

/** What a cart is changed with. */
export interface CartTools extends CartSources {
  readonly tokens: PriceTokens;
}

/** What becomes of a cart. */
export interface CartChange {
  /** Absent where it stays. */
  readonly head?: CartHead;
  readonly lines: readonly CartLine[];
}

/** Which cart, and the version that it was changed from; null where that is no matter. */
export interface CartAt {
  readonly accountId: AccountId;
  readonly expectedVersion: number | null;
}

/** Where a line stands in the body; undefined of one that the body does not name. */
export type PointerOf = (line: CartLine) => string | undefined;

/**
 * Changes the cart of a user, and answers it at today's prices. Lines that stay as they are may be
 * of what is not sold any more; those that are said anew may not.
 * @throws DomainError cart_changed, cart_full, product_not_available, quantity_below_minimum,
 *   quantity_step, reference_not_found, free_address_not_taken, validation_failed
 */
export async function changeCart(
  tx: Tx,
  { tokens, ...sources }: CartTools,
  { portal }: PortalCtx,
  { accountId, expectedVersion }: CartAt,
  change: (cart: StoredCart, lines: readonly CartLine[]) => CartChange | Promise<CartChange>,
  pointerOf: PointerOf = () => undefined,
): Promise<CartView> {
  const { portalUserId } = portal;
  const cart = await lockCart(tx, { portalUserId, accountId });
  if (expectedVersion !== null && expectedVersion !== cart.version) throw cartChanged();
  const before = await linesOfCart(tx, cart.id);
  const { head: said, lines } = await change(cart, before);
  const shipTo = said && (await orderTerms.deliveryAddress(tx, accountId, said));
  const free = said?.deliveryAddress ? (shipTo ?? null) : null;
  const head = said ? { ...said, deliveryAddress: free } : cart;
  if (lines.length > MOST_CART_LINES) throw cartFull({ most: MOST_CART_LINES });
  if (!portal.rights.has('seePricing')) refuseBoundless(before, lines, pointerOf);
  const to = said ? (shipTo ?? null) : await destinationOf(tx, cart);
  const basis = await readCartBasis(tx, sources, accountId, { lines, to });
  refuseUnsold(basis, before, lines, pointerOf);
  const today = basis.terms.taxDate;
  if (said) refusePast(said.requestedDeliveryDate, cart.requestedDeliveryDate, today);
  const deliveries = new Map(before.map(({ id, deliverOn }) => [id, deliverOn]));
  for (const line of lines) {
    const pointer = `${pointerOf(line) ?? ''}/deliverOn`;
    refusePast(line.deliverOn, deliveries.get(line.id), today, pointer);
  }
  const priced = priceCart(basis, lines);
  refuseTooLarge(priced, before, pointerOf);
  const stored = stamped(priced, before);
  const after: StoredCart = { ...cart, ...headOfCart(head), version: cart.version + 1 };
  storeCart(
    tx,
    after,
    stored.lines.map(({ line }) => line),
  );
  return shownCart(tokens, { ...after, companyId: tx.ctx.companyId }, stored);
}

/**
 * What is too much for a document is refused by what it costs: whoever is shown no prices would
 * find them by the quantity at which that begins.
 * @throws DomainError validation_failed
 */
function refuseBoundless(
  before: readonly CartLine[],
  lines: readonly CartLine[],
  pointerOf: PointerOf,
): void {
  const together = lines.reduce((sum, { quantity }) => sum + inMillionths(quantity), 0n);
  if (together <= inMillionths(MOST_WITHOUT_PRICES)) return;
  const known = new Map(before.map((line) => [line.id, line]));
  const said = lines.find((line) => !isAsItWas(line, known.get(line.id)));
  if (!said) return;
  const message = `must be at most ${MOST_WITHOUT_PRICES} with all other lines`;
  throw invalidField(`${pointerOf(said) ?? ''}/quantity`, 'max', message);
}

/** @throws DomainError validation_failed of a line that is said anew */
function refuseTooLarge(
  { lines }: PricedCart,
  before: readonly CartLine[],
  pointerOf: PointerOf,
): void {
  const known = new Map(before.map((line) => [line.id, line]));
  for (const { line, hindrance } of lines) {
    if (hindrance !== 'amount_too_large' || isAsItWas(line, known.get(line.id))) continue;
    const message = 'comes to more than a line or a document holds';
    throw invalidField(`${pointerOf(line) ?? ''}/quantity`, 'max', message);
  }
}

/** A cart as it is answered, with the token of its prices. */
export function shownCart(
  tokens: PriceTokens,
  { companyId, ...cart }: Cart & { readonly companyId: CompanyId },
  priced: PricedCart,
): CartView {
  const place = { companyId, portalUserId: cart.portalUserId };
  return cartView(cart, priced, tokens.of(place, cartTotals(cart, priced)));
}

/** @throws DomainError product_not_available, quantity_below_minimum, quantity_step */
function refuseUnsold(
  { products }: CartBasis,
  before: readonly CartLine[],
  lines: readonly CartLine[],
  pointerOf: PointerOf,
): void {
  const known = new Map(before.map((line) => [line.id, line]));
  for (const line of lines) {
    if (isAsItWas(line, known.get(line.id))) continue;
    const pointer = pointerOf(line) ?? '';
    const product = products.get(line.productId);
    if (!product?.shown) throw unavailableAt(`${pointer}/productId`);
    const fault = quantityFault(product, line.quantity);
    if (fault) throw refuseQuantity(fault, product, `${pointer}/quantity`);
  }
}

/**
 * A day that is over brings no delivery; one that a cart has had from before stays, so that the
 * rest of it can be changed.
 * @throws DomainError validation_failed
 */
export function refusePast(
  said: LocalDate | null | undefined,
  before: LocalDate | null | undefined,
  today: LocalDate,
  pointer = '/requestedDeliveryDate',
): void {
  if (!said || said >= today || said === before) return;
  throw invalidField(pointer, 'min', `must not be before today, ${today}`);
}

export function unavailableAt(pointer: string): DomainError {
  const { code } = productNotAvailable;
  const errors = [{ pointer, code, message: 'is not in the catalogue' }];
  return productNotAvailable({}, { errors });
}

function isAsItWas(line: CartLine, before: CartLine | undefined): boolean {
  return before?.productId === line.productId && isSameQuantity(before.quantity, line.quantity);
}

/**
 * The prices that lines have been shown at. A price that another quantity of the product has
 * brought about is no change of it.
 */
function stamped(priced: PricedCart, before: readonly CartLine[]): PricedCart {
  const had = quantitiesOf(before);
  const has = quantitiesOf(priced.lines.map(({ line }) => line));
  const isStill = (id: ProductId) => isSameQuantity(had.get(id), has.get(id));
  const known = new Set(before.map(({ id }) => id));
  const lines = priced.lines.map((each) => {
    const { line, unitPrice } = each;
    if (known.has(line.id) && isStill(line.productId)) return each;
    const shownCurrency = unitPrice === null ? null : priced.currency;
    return { ...each, line: { ...line, shownPrice: unitPrice, shownCurrency } };
  });
  return { ...priced, lines };
}
