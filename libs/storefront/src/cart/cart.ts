import type { LocalDate } from '@quittance/calendar';
import { newId, type AccountId, type Id, type ProductId } from '@quittance/kernel';
import { inMillionths } from '@quittance/catalog';
import { add, decimal, formatDecimal, trimDecimal } from '@quittance/money';
import type { orderTerms, PortalUserId } from '@quittance/portal';

export type CartId = Id<'cart'>;
export type CartLineId = Id<'cart-line'>;

type Wanted = Parameters<(typeof orderTerms)['deliveryAddress']>[2];
/** An address that a user writes, in place of one that the account keeps. */
export type FreeAddress = NonNullable<Wanted['deliveryAddress']>;

/** What one user is about to order for one account. */
export interface Cart {
  /** Null of a cart that nothing was ever put into. */
  readonly id: CartId | null;
  readonly portalUserId: PortalUserId;
  readonly accountId: AccountId;
  /** Rises with every change of it, 0 before the first. */
  readonly version: number;
  readonly poNumber: string | null;
  /** One that the account keeps; null where it goes to the one that staff keep of it. */
  readonly deliveryAddressId: Id<'portal-address'> | null;
  /** One that the account does not keep, where the company takes such. */
  readonly deliveryAddress: FreeAddress | null;
  readonly requestedDeliveryDate: LocalDate | null;
  readonly notes: string | null;
}

/** What a user says of a cart beside its lines. */
export type CartHead = Pick<
  Cart,
  'poNumber' | 'deliveryAddressId' | 'deliveryAddress' | 'requestedDeliveryDate' | 'notes'
>;

export const EMPTY_HEAD: CartHead = {
  poNumber: null,
  deliveryAddressId: null,
  deliveryAddress: null,
  requestedDeliveryDate: null,
  notes: null,
};

/** What is said of it beside its lines, and nothing else. */
export function headOfCart({
  poNumber,
  deliveryAddressId,
  deliveryAddress,
  requestedDeliveryDate,
  notes,
}: CartHead): CartHead {
  return { poNumber, deliveryAddressId, deliveryAddress, requestedDeliveryDate, notes };
}

/** A line as it is kept; its price is looked up whenever it is read. */
export interface CartLine {
  readonly id: CartLineId;
  readonly productId: ProductId;
  /** Decimal text, above 0. */
  readonly quantity: string;
  readonly note: string | null;
  readonly deliverOn: LocalDate | null;
  /** The unit price as it was when the quantity was said; null where there was none. */
  readonly shownPrice: string | null;
  readonly shownCurrency: string | null;
}

/** A line as a user says it. */
export interface SaidLine {
  readonly productId: ProductId;
  readonly quantity: string;
  readonly note?: string | null;
  readonly deliverOn?: LocalDate | null;
}

/** More lines than any order bears. */
export const MOST_CART_LINES = 500;

/** How much of each product there is, over all lines: by that its tier is found. Pure. */
export function quantitiesOf(
  lines: readonly Pick<CartLine, 'productId' | 'quantity'>[],
): ReadonlyMap<ProductId, string> {
  const sums = new Map<ProductId, string>();
  for (const { productId, quantity } of lines) {
    const before = sums.get(productId);
    const sum = before === undefined ? decimal(quantity) : add(decimal(before), decimal(quantity));
    sums.set(productId, trimDecimal(formatDecimal(sum)));
  }
  return sums;
}

/** Whether two decimals are one quantity. */
export function isSameQuantity(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && inMillionths(a) === inMillionths(b);
}

/** A line that was not there before. */
export function newCartLine(said: SaidLine, id: CartLineId = newId<'cart-line'>()): CartLine {
  const { productId, quantity, note = null, deliverOn = null } = said;
  return { id, productId, quantity, note, deliverOn, shownPrice: null, shownCurrency: null };
}
