import { addSeconds, type Instant, type InvoiceId } from '@quittance/kernel';
import { formatMinor, type Currency } from '@quittance/money';
import type { Allocation, Checkout } from './checkout.description.js';
import type { CheckoutOver } from './checkout-parts.js';
import { sameParts, type CollectedPart } from './collected-parts.js';

export { nextSweep } from '@quittance/kernel';

export { CHECKOUT_STATUSES, type CheckoutStatus } from './checkout-status.js';
export type { Checkout };

/** What a live link must agree with to be handed out again. */
export interface CheckoutTerms extends Pick<
  Checkout,
  'provider' | 'accountKey' | 'accountId' | 'balance' | 'wireAmount' | 'currency'
> {
  readonly parts: readonly CollectedPart[];
}

const DAY = 86_400;
/** A link lives for a month. */
const LINK_LIFETIME = 30 * DAY;
/** A link about to expire is not handed out: payers need time to pay. */
const LINK_LEAST_LIFE = 15 * 60;
/** Longer than a call may take: after that its process is taken for dead. */
const BUSY_SECONDS = 15;

/** When a link made now ends, at a provider whose links live for so long at most. */
export function linkExpiry(now: Instant, longestSeconds: number): Instant {
  return addSeconds(now, Math.min(LINK_LIFETIME, longestSeconds));
}

/** When to ask after money that is still on its way: its event may be lost. */
export function nextLookAfterMoney(now: Instant): Instant {
  return addSeconds(now, DAY);
}

export function busyUntil(now: Instant): Instant {
  return addSeconds(now, BUSY_SECONDS);
}

/** Razorpay takes no reference that is longer. */
const LONGEST_REFERENCE = 40;

/**
 * `0190…-3`: unique per company, at most 40 characters, the same on every try of the attempt. From
 * the thousandth on the id is without its dashes, and the number in base 36.
 */
export function referenceOf(invoiceId: InvoiceId, attempt: number): string {
  const reference = `${invoiceId}-${attempt}`;
  if (reference.length <= LONGEST_REFERENCE) return reference;
  return `${invoiceId.replaceAll('-', '')}-${attempt.toString(36)}`;
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

/** Whether its payer was faster than its closing: the money may still come, or fail. */
export function isUnderWay({ status, moneyUnderWayAt }: Checkout): boolean {
  return status === 'closing' && moneyUnderWayAt !== null;
}

/** What to do about a live attempt, if any, when somebody wants to pay these terms. */
export function decideCheckout(
  live: CheckoutOver | undefined,
  terms: CheckoutTerms,
  now: Instant,
): Decision {
  if (!live) return 'new';
  const { checkout, parts } = live;
  const busy = checkout.busyUntil !== null && checkout.busyUntil > now;
  if (checkout.status === 'creating' && busy) return 'wait';
  if (checkout.status === 'processing' || isUnderWay(checkout)) return 'refuse';
  const fits =
    checkout.provider === terms.provider &&
    checkout.accountKey === terms.accountKey &&
    checkout.accountId === terms.accountId &&
    checkout.balance === terms.balance &&
    checkout.wireAmount === terms.wireAmount &&
    checkout.currency === terms.currency &&
    sameParts(parts, terms.parts) &&
    checkout.expiresAt >= addSeconds(now, LINK_LEAST_LIFE);
  if (!fits || checkout.closeRequested) return 'replace';
  return checkout.status === 'open' ? 'reuse' : 'resume';
}

/** What is to be done, and about which of the live attempts. */
export interface Decided {
  readonly decision: Decision;
  readonly live: CheckoutOver | undefined;
}

/**
 * The same where invoices that are to be paid together are asked for by several live attempts, each
 * by its own: whoever is at one of them comes first, and then all give way to one.
 */
export function decideAmong(
  lives: readonly CheckoutOver[],
  terms: CheckoutTerms,
  now: Instant,
): Decided {
  const decided = lives.map((live) => ({ live, decision: decideCheckout(live, terms, now) }));
  const first = (decision: Decision) => decided.find((each) => each.decision === decision);
  const found = first('refuse') ?? first('wait');
  if (found) return found;
  const [only] = decided;
  if (only && decided.length === 1) return only;
  return { decision: lives.length > 0 ? 'replace' : 'new', live: undefined };
}

/** The answer of a checkout. */
export interface CheckoutAnswer {
  readonly checkoutId: string;
  /** Of several the one that is due first. */
  readonly invoiceId: string;
  /** What is meant for each invoice, in the order in which they are paid. */
  readonly allocations: readonly Allocation[];
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
export function checkoutAnswer({ checkout, parts }: CheckoutOver): CheckoutAnswer {
  const { id, invoiceId, provider, linkId, paymentUrl, amount, currency, expiresAt } = checkout;
  if (!linkId || !paymentUrl) throw new Error('A checkout without its link has no answer');
  const adjustment = amount - checkout.balance;
  return {
    checkoutId: id,
    invoiceId,
    allocations: parts.map((part) => ({
      invoiceId: part.invoiceId,
      amount: formatMinor(part.amount, currency),
    })),
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
