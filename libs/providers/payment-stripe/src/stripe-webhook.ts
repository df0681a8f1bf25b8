import {
  amountFault,
  memberOf,
  untrustedObject,
  readObject,
  untrustedSentence,
  untrustedText,
  type CapturedPayment,
  type EventReference,
  type UntrustedJson,
  type ProviderEvent,
  type ProviderNotice,
} from '@quittance/gateway/provider';
import { stripeMoney } from './stripe-currency.js';
import { stripeDispute } from './stripe-dispute.js';
import { REFUND_STATUSES } from './stripe-refund.js';
import { expandedId, sessionPayment } from './stripe-session.js';

/** Reads a webhook; undefined when the bytes are no Stripe event. */
export function readStripeWebhook(raw: Buffer): ProviderNotice | undefined {
  const body = readObject(raw);
  const type = untrustedText(body?.type);
  if (!body || !type) return undefined;
  if (body.object === THIN_EVENT) return thinNotice(body, type);
  const object = untrustedObject(memberOf(untrustedObject(body.data), 'object')) ?? {};
  return {
    eventId: untrustedText(body.id),
    type,
    reference: referenceOf(type, object),
    event: eventOf(type, object),
  };
}

/**
 * Of another style of integration: it says that something has changed, and not what it is by now.
 */
const THIN_EVENT = 'v2.core.event';

function thinNotice(body: UntrustedJson, type: string): ProviderNotice {
  const related = expandedId(body.related_object);
  return {
    eventId: untrustedText(body.id),
    type,
    reference: { ...NOTHING, linkId: related, orderId: related, providerPaymentId: related },
    event: { kind: 'unhandled' },
  };
}

const NOTHING: EventReference = {
  companyId: null,
  invoiceId: null,
  checkoutId: null,
  linkId: null,
  reference: null,
  orderId: null,
  providerPaymentId: null,
  accountId: null,
};

/** Stripe has no order: its payment intent is what the payments and refunds of a page share. */
function referenceOf(type: string, object: UntrustedJson): EventReference {
  const metadata = untrustedObject(object.metadata);
  const note = (name: string) => untrustedText(memberOf(metadata, name));
  const session = type.startsWith('checkout.session.');
  const intent = type.startsWith('payment_intent.')
    ? untrustedText(object.id)
    : expandedId(object.payment_intent);
  return {
    ...NOTHING,
    companyId: note('company_id'),
    invoiceId: note('invoice_id'),
    checkoutId: note('attempt_id') ?? untrustedText(object.client_reference_id),
    linkId: session ? untrustedText(object.id) : null,
    orderId: intent,
    providerPaymentId: intent,
  };
}

function eventOf(type: string, object: UntrustedJson): ProviderEvent {
  switch (type) {
    case 'checkout.session.completed':
      return completionOf(object);
    case 'checkout.session.async_payment_succeeded':
      return captureOf(object, sessionPayment(object));
    case 'checkout.session.async_payment_failed':
      return failureOf(expandedId(object.payment_intent), undefined, true);
    case 'checkout.session.expired':
      return { kind: 'link_closed', status: 'expired' };
    case 'payment_intent.succeeded':
      return captureOf(
        object,
        capturedBy(untrustedText(object.id), object.amount_received, object),
      );
    case 'payment_intent.payment_failed':
      return failureOf(untrustedText(object.id), untrustedObject(object.last_payment_error), false);
    case 'charge.refunded':
      return refundTotalOf(object);
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return refundOf(object);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed':
      return stripeDispute(type, object);
    default:
      return { kind: 'unhandled' };
  }
}

/** Slow methods complete the page days before the money comes, if it does. */
function completionOf(session: UntrustedJson): ProviderEvent {
  switch (session.payment_status) {
    case 'paid':
      return captureOf(session, sessionPayment(session));
    case 'unpaid':
      return { kind: 'processing' };
    default:
      return { kind: 'unhandled' };
  }
}

function captureOf(object: UntrustedJson, payment: CapturedPayment | undefined): ProviderEvent {
  if (payment) return { kind: 'capture', payment };
  const providerPaymentId = expandedId(object.payment_intent ?? object.id);
  const told = object.amount_received ?? object.amount_total;
  return { kind: 'unreadable', providerPaymentId, fault: amountFault(told) };
}

function capturedBy(
  providerPaymentId: string | null,
  amount: unknown,
  { currency }: UntrustedJson,
): CapturedPayment | undefined {
  const money = stripeMoney(amount, currency);
  return providerPaymentId && money ? { providerPaymentId, ...money } : undefined;
}

function failureOf(
  providerPaymentId: string | null,
  error: UntrustedJson | undefined,
  usedUp: boolean,
): ProviderEvent {
  if (!providerPaymentId) return { kind: 'unhandled' };
  return {
    kind: 'failed',
    providerPaymentId,
    code: untrustedText(error?.decline_code) ?? untrustedText(error?.code),
    description: untrustedSentence(error?.message),
    usedUp,
  };
}

/** A charge tells how much of it has gone back in all, not by which refunds. */
function refundTotalOf(charge: UntrustedJson): ProviderEvent {
  const totalId = untrustedText(charge.id);
  const providerPaymentId = expandedId(charge.payment_intent) ?? totalId;
  const money = stripeMoney(charge.amount_refunded, charge.currency);
  if (!totalId || !providerPaymentId || !money) {
    const fault = amountFault(charge.amount_refunded);
    return { kind: 'unreadable', providerPaymentId, objectId: totalId, fault };
  }
  const { amount: total, currency } = money;
  const taken = charge.amount_captured ?? charge.amount;
  const payment =
    charge.captured === true ? (capturedBy(providerPaymentId, taken, charge) ?? null) : null;
  return { kind: 'refund_total', totalId, providerPaymentId, total, currency, payment };
}

/** Only money that has really gone back counts; a pending refund may still fail. */
function refundOf(refund: UntrustedJson): ProviderEvent {
  const status = REFUND_STATUSES.get(refund.status);
  if (status !== 'processed' && status !== 'failed') return { kind: 'unhandled' };
  const providerRefundId = untrustedText(refund.id);
  const providerPaymentId = expandedId(refund.payment_intent) ?? expandedId(refund.charge);
  const money = stripeMoney(refund.amount, refund.currency);
  if (!providerRefundId || !providerPaymentId || !money) {
    const fault = amountFault(refund.amount);
    return { kind: 'unreadable', providerPaymentId, objectId: providerRefundId, fault };
  }
  const known = { providerRefundId, providerPaymentId, ...money };
  if (status === 'failed') return { kind: 'refund_failed', ...known };
  return { kind: 'refund', ...known, payment: null };
}
