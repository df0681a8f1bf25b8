import { addSeconds, type Instant, type InvoiceId } from '@quittance/kernel';
import { formatMinor, type Currency } from '@quittance/money';
import type { Checkout } from './checkout.description.js';

export { nextSweep } from '@quittance/kernel';

export { CHECKOUT_STATUSES, type CheckoutStatus } from './checkout-status.js';
export type { Checkout };

/** What a live link must agree with to be handed out again. */
export type CheckoutTerms = Pick<
  Checkout,
  'provider' | 'accountKey' | 'balance' | 'wireAmount' | 'currency'
>;

const DAY = 86_400;
/** A link lives for a month; an e-mail with it is read by then. */
const LINK_LIFETIME = 30 * DAY;
/** A letter is read within this time; links that end sooner do not belong into one. */
const LETTER_LIFETIME = 14 * DAY;
/** A link about to expire is not handed out: payers need time to pay. */
const LINK_LEAST_LIFE = 15 * 60;
/** Longer than a call may take: after that its process is taken for dead. */
const BUSY_SECONDS = 15;

/** When a link made now ends, at a provider whose links live for so long at most. */
export function linkExpiry(now: Instant, longestSeconds: number): Instant {
  return addSeconds(now, Math.min(LINK_LIFETIME, longestSeconds));
}

/** Whether links of a provider live long enough to be put into a letter. */
export function outlastsLetters(longestSeconds: number): boolean {
  return longestSeconds >= LETTER_LIFETIME;
}

/** When to ask after money that is still on its way: its event may be lost. */
export function nextLookAfterMoney(now: Instant): Instant {
  return addSeconds(now, DAY);
}

export function busyUntil(now: Instant): Instant {
  return addSeconds(now, BUSY_SECONDS);
}

/** `0190…-3`: unique per company, at most 40 characters, the same on every try of the attempt. */
export function referenceOf(invoiceId: InvoiceId, attempt: number): string {
  return `${invoiceId}-${attempt}`;
}

export type Decision =
  /** The live link answers the request. */
  | 'reuse'
  /** Another process is making it. */
  | 'wait'
  /** A process died while making it: go on with the same reference. */
  | 'resume'
  /** The live link no longer fits: close it and make another. */
  | 'replace'
  /** The payer has acted on the live link. */
  | 'refuse'
  | 'new';

/** What to do about an invoice's live attempt, if any, when somebody wants to pay these terms. */
export function decideCheckout(
  live: Checkout | undefined,
  terms: CheckoutTerms,
  now: Instant,
): Decision {
  if (!live) return 'new';
  const busy = live.busyUntil !== null && live.busyUntil > now;
  if (live.status === 'creating' && busy) return 'wait';
  if (live.status === 'processing') return 'refuse';
  const fits =
    live.provider === terms.provider &&
    live.accountKey === terms.accountKey &&
    live.balance === terms.balance &&
    live.wireAmount === terms.wireAmount &&
    live.currency === terms.currency &&
    live.expiresAt >= addSeconds(now, LINK_LEAST_LIFE);
  if (!fits || live.closeRequested) return 'replace';
  return live.status === 'open' ? 'reuse' : 'resume';
}

/** The answer of a checkout. */
export interface CheckoutAnswer {
  readonly checkoutId: string;
  readonly invoiceId: string;
  readonly provider: string;
  readonly providerLinkId: string;
  readonly paymentUrl: string;
  /** For letters: leads to a payment page for what is outstanding whenever it is opened. */
  readonly lastingUrl: string;
  /** What will really be charged, in major units. */
  readonly amount: string;
  readonly currency: Currency;
  /** By how much that is above what is collected, when it is. */
  readonly roundingAdjustment?: string;
  readonly expiresAt: Instant;
}

/** @throws Error when the link is not there: only open checkouts are answered. */
export function checkoutAnswer(checkout: Checkout): CheckoutAnswer {
  const { id, invoiceId, provider, linkId, paymentUrl, amount, currency, expiresAt } = checkout;
  if (!linkId || !paymentUrl) throw new Error('A checkout without its link has no answer');
  const adjustment = amount - checkout.balance;
  return {
    checkoutId: id,
    invoiceId,
    provider,
    providerLinkId: linkId,
    paymentUrl,
    lastingUrl: checkout.lastingUrl ?? paymentUrl,
    amount: formatMinor(amount, currency),
    currency,
    ...(adjustment > 0n ? { roundingAdjustment: formatMinor(adjustment, currency) } : {}),
    expiresAt,
  };
}
