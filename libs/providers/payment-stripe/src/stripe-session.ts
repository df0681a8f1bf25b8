import {
  ProviderFailure,
  untrustedObject,
  untrustedText,
  wireInteger,
  type CapturedPayment,
  type UntrustedJson,
  type ProviderLink,
} from '@quittance/gateway/provider';
import { instantFromEpochMs } from '@quittance/kernel';
import { isCurrency } from '@quittance/money';
import { stripeMoney } from './stripe-currency.js';

/** The id of an object that comes as its id or, expanded, as a whole. */
export function expandedId(value: unknown): string | null {
  return untrustedText(untrustedObject(value)?.id ?? value);
}

/**
 * A Checkout Session as Stripe answers it.
 * @throws ProviderFailure of kind `unknown` when it is not understood
 */
export function readStripeSession(session: UntrustedJson): ProviderLink {
  const { url, expires_at: expiresAt } = session;
  const linkId = untrustedText(session.id);
  const status = statusOf(session);
  const wireAmount = wireInteger(session.amount_total);
  const currency = String(session.currency).toUpperCase();
  const open = typeof url === 'string' && URL.canParse(url) ? url : null;
  const readable = linkId && status && wireAmount !== undefined && isCurrency(currency);
  if (!readable || (status === 'open' && !open)) {
    throw new ProviderFailure('unknown', 'The answer of Stripe is not understood.');
  }
  return {
    linkId,
    url: open,
    status,
    orderId: expandedId(session.payment_intent),
    wireAmount,
    currency,
    expiresAt: Number.isSafeInteger(expiresAt)
      ? instantFromEpochMs(Number(expiresAt) * 1000)
      : null,
    payments: status === 'paid' ? paymentsOf(session) : [],
  };
}

function statusOf(session: UntrustedJson): ProviderLink['status'] | undefined {
  const { status, payment_status: paymentStatus } = session;
  if (status === 'open' || status === 'expired') return status;
  if (status !== 'complete') return undefined;
  if (paymentStatus !== 'unpaid') return 'paid';
  // A slow method: whether it is under way or has failed stands on the expanded payment intent.
  const intent = untrustedObject(session.payment_intent);
  const over = intent?.status === 'requires_payment_method' || intent?.status === 'canceled';
  return over ? 'failed' : 'processing';
}

function paymentsOf(session: UntrustedJson): CapturedPayment[] {
  const payment = sessionPayment(session);
  return payment ? [payment] : [];
}

/** The payment that a paid session has brought; undefined when it cannot be read. */
export function sessionPayment(session: UntrustedJson): CapturedPayment | undefined {
  const providerPaymentId = expandedId(session.payment_intent);
  const money = stripeMoney(session.amount_total, session.currency);
  return providerPaymentId && money ? { providerPaymentId, ...money } : undefined;
}
