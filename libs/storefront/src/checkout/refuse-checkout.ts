import { DomainError, type FieldError, type Problem } from '@quittance/kernel';
import { creditCheckFailed, creditHoldHard } from '@quittance/credit';
import type { PricedCart } from '../cart/price-cart.js';
import {
  cartEmpty,
  cartLineUnavailable,
  poNumberRequired,
  priceOnRequest,
  termsRequired,
} from '../storefront.errors.js';

/**
 * That all of a cart can be ordered as it is. Pure.
 * @throws DomainError cart_empty, cart_line_unavailable, price_on_request, with a pointer to each
 */
export function refuseHindered({ lines }: PricedCart): void {
  if (lines.length === 0) throw cartEmpty();
  const errors = lines.flatMap(({ hindrance }, i): FieldError[] =>
    hindrance === null
      ? []
      : [{ pointer: `/lines/${i}`, code: hindrance, message: 'cannot be ordered as it is' }],
  );
  const onRequest = ({ code }: FieldError) => code === priceOnRequest.code;
  refuse(
    cartLineUnavailable,
    errors.filter((each) => !onRequest(each)),
  );
  refuse(priceOnRequest, errors.filter(onRequest));
}

function refuse(problem: Problem, errors: readonly FieldError[]): void {
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
  if (asked.poNumberRequired && !said.poNumber?.trim()) throw poNumberRequired();
  if (asked.termsRequired && !said.termsAccepted) throw termsRequired();
}

/** A refusal by credit as customers are told it: whom to turn to, and no figure. */
export function toldByCredit(error: unknown, manager: string | null): unknown {
  if (!(error instanceof DomainError)) return error;
  if (error.code !== creditCheckFailed.code && error.code !== creditHoldHard.code) return error;
  const whom = manager === null ? 'the company' : manager;
  const { code, status, title } = error.problem;
  const detail = 'The order cannot be taken as it is; {whom} can tell what is possible.';
  return new DomainError({ code, status, title, detail }, { whom });
}

/** Whether credit has refused. */
export function isOfCredit(error: unknown): boolean {
  return (
    error instanceof DomainError &&
    (error.code === creditCheckFailed.code || error.code === creditHoldHard.code)
  );
}
