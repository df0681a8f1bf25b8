import { v7, validate } from 'uuid';

declare const noun: unique symbol;

/** A UUID v7 branded with the noun it identifies, so that an account id cannot pass as an invoice id. */
export type Id<Noun extends string> = string & { readonly [noun]: Noun };

export type CompanyId = Id<'company'>;
export type UserId = Id<'user'>;
export type AccountId = Id<'account'>;
export type ProductId = Id<'product'>;
export type InvoiceId = Id<'invoice'>;
export type PaymentId = Id<'payment'>;
export type CreditNoteId = Id<'credit-note'>;
export type ScheduleId = Id<'schedule'>;
export type BillingRunId = Id<'billing-run'>;

/** A new time-ordered id, monotonic within the process (RFC 9562, version 7). */
export function newId<Noun extends string>(): Id<Noun> {
  return v7() as Id<Noun>;
}

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && validate(value);
}

/** Brands a string that is known to be an id: a path parameter already checked, a constant in a test. */
export function asId<Noun extends string>(value: string): Id<Noun> {
  if (!isUuid(value)) throw new TypeError(`Not a UUID: ${value}`);
  return value.toLowerCase() as Id<Noun>;
}
