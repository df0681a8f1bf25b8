import type { defineProblem, FieldError } from '@quittance/kernel';
import { orderTerms } from '@quittance/portal';
import type { PricedCart } from '../cart/price-cart.js';
import {
  cartEmpty,
  cartLineUnavailable,
  priceOnRequest,
  termsRequired,
} from '../storefront.errors.js';

/**
 * That all of a cart can be ordered as it is. Pure.
 * @throws DomainError cart_empty, cart_line_unavailable, price_on_request, with a pointer to each
 */
export function refuseHindered(cart: PricedCart): void {
  refuseUnavailable(cart);
  refuse(priceOnRequest, hindrancesOf(cart).filter(isOnRequest));
}

/**
 * That all of a cart is sold, at whatever price. Pure.
 * @throws DomainError cart_empty, cart_line_unavailable
 */
export function refuseUnavailable(cart: PricedCart): void {
  if (cart.lines.length === 0) throw cartEmpty();
  refuse(
    cartLineUnavailable,
    hindrancesOf(cart).filter((each) => !isOnRequest(each)),
  );
}

function hindrancesOf({ lines }: PricedCart): FieldError[] {
  return lines.flatMap(({ hindrance: code }, i): FieldError[] =>
    code === null ? [] : [{ pointer: `/lines/${i}`, code, message: 'cannot be ordered as it is' }],
  );
}

const isOnRequest = ({ code }: FieldError): boolean => code === priceOnRequest.code;

function refuse(problem: ReturnType<typeof defineProblem>, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw problem({}, { errors });
}

/** What a company asks of an order beside its lines. */
interface Asked {
  readonly poNumberRequired: boolean;
  readonly termsRequired: boolean;
}

/** @throws DomainError po_number_required, terms_required */
export function refuseUnsaid(
  asked: Asked,
  said: { readonly poNumber: string | null; readonly termsAccepted: boolean },
): void {
  if (asked.poNumberRequired && !said.poNumber?.trim()) throw orderTerms.poNumberRequired();
  if (asked.termsRequired && !said.termsAccepted) throw termsRequired();
}
