import {
  amountFault,
  fromWire,
  instantOf,
  memberOf,
  untrustedObject,
  plainRule,
  readObject,
  untrustedSentence,
  untrustedText,
  wireInteger,
  type CapturedPayment,
  type DisputeStage,
  type EventReference,
  type UntrustedJson,
  type ProviderEvent,
  type ProviderNotice,
  type WebhookHeaders,
} from '@quittance/gateway/provider';
import { isCurrency, type Currency } from '@quittance/money';
import { createHmac, timingSafeEqual } from 'node:crypto';

const SIGNATURE_HEADER = 'x-razorpay-signature';
const EVENT_ID_HEADER = 'x-razorpay-event-id';
const HEX_SHA256 = /^[0-9a-f]{64}$/;

/** Lower-case hex HMAC-SHA256 over exactly the bytes, compared in constant time. */
export function verifyRazorpaySignature(
  raw: Buffer,
  headers: WebhookHeaders,
  secret: string,
): boolean {
  const given = headers[SIGNATURE_HEADER];
  const text = typeof given === 'string' ? given : '';
  const wellFormed = HEX_SHA256.test(text);
  const digest = createHmac('sha256', secret).update(raw).digest();
  const claimed = wellFormed ? Buffer.from(text, 'hex') : Buffer.alloc(digest.length);
  return timingSafeEqual(digest, claimed) && wellFormed;
}

/** Reads a webhook; undefined when the bytes are no Razorpay event. */
export function readRazorpayWebhook(
  raw: Buffer,
  headers: WebhookHeaders,
): ProviderNotice | undefined {
  const body = readObject(raw);
  const type = untrustedText(body?.event);
  if (!body || !type) return undefined;
  const entities = entitiesOf(body);
  const eventId = headers[EVENT_ID_HEADER];
  return {
    eventId: untrustedText(eventId),
    type,
    reference: { ...referenceOf(entities), accountId: untrustedText(body.account_id) },
    event: eventOf(type, entities),
  };
}

/** The entities of an event, in the order in which their notes are believed. */
interface Entities {
  readonly payment: UntrustedJson | undefined;
  readonly link: UntrustedJson | undefined;
  readonly order: UntrustedJson | undefined;
  readonly refund: UntrustedJson | undefined;
  readonly dispute: UntrustedJson | undefined;
}

function entitiesOf(body: UntrustedJson): Entities {
  const payload = untrustedObject(body.payload);
  const entity = (name: string) =>
    untrustedObject(untrustedObject(memberOf(payload, name))?.entity);
  return {
    payment: entity('payment'),
    link: entity('payment_link'),
    order: entity('order'),
    refund: entity('refund'),
    dispute: entity('dispute'),
  };
}

function referenceOf({
  payment,
  link,
  order,
  refund,
  dispute,
}: Entities): Omit<EventReference, 'accountId'> {
  const notes = [payment, link, order, refund].map((each) => notesOf(each?.notes));
  const note = (name: string) => {
    for (const each of notes) {
      const value = untrustedText(memberOf(each, name));
      if (value) return value;
    }
    return null;
  };
  return {
    companyId: note('company_id'),
    invoiceId: note('invoice_id'),
    checkoutId: note('attempt_id'),
    linkId: linkIdOf(payment, link, order),
    reference: untrustedText(link?.reference_id) ?? untrustedText(order?.receipt),
    orderId: withPrefix('order_', untrustedText(payment?.order_id) ?? untrustedText(order?.id)),
    providerPaymentId:
      untrustedText(payment?.id) ??
      untrustedText(refund?.payment_id) ??
      untrustedText(dispute?.payment_id),
  };
}

/** Notes are an object, an empty list where there are none, or a list of pairs after a change. */
function notesOf(value: unknown): UntrustedJson | undefined {
  if (!Array.isArray(value)) return untrustedObject(value);
  const pairs = (value as unknown[]).map((each) => untrustedObject(each));
  return Object.fromEntries(pairs.map((pair) => [untrustedText(pair?.key) ?? '', pair?.value]));
}

/**
 * A payment names its link in its description (`#A1`), an order as its product, both unprefixed.
 */
function linkIdOf(
  payment: UntrustedJson | undefined,
  link: UntrustedJson | undefined,
  order: UntrustedJson | undefined,
): string | null {
  const described = /^#(\w+)$/.exec(untrustedText(payment?.description) ?? '')?.[1] ?? null;
  return withPrefix(
    'plink_',
    untrustedText(link?.id) ?? untrustedText(order?.product_id) ?? described,
  );
}

/** Ids inside an order come without the prefix that they have elsewhere. */
function withPrefix(prefix: string, id: string | null): string | null {
  return id === null || id.startsWith(prefix) ? id : `${prefix}${id}`;
}

function eventOf(type: string, entities: Entities): ProviderEvent {
  switch (type) {
    case 'payment.captured':
    case 'payment_link.paid':
    case 'payment_link.partially_paid':
    case 'order.paid':
      return captureOf(entities.payment);
    case 'payment.failed':
      return failureOf(entities.payment);
    case 'payment_link.cancelled':
      return { kind: 'link_closed', status: 'cancelled' };
    case 'payment_link.expired':
      return { kind: 'link_closed', status: 'expired' };
    case 'refund.created':
    case 'refund.processed':
    case 'refund.failed':
    case 'refund.speed_changed':
      return refundOf(type, entities);
    case 'payment.dispute.created':
    case 'payment.dispute.under_review':
    case 'payment.dispute.action_required':
    case 'payment.dispute.won':
    case 'payment.dispute.lost':
    case 'payment.dispute.closed':
      return disputeOf(type, entities);
    default:
      return { kind: 'unhandled' };
  }
}

function captureOf(payment: UntrustedJson | undefined): ProviderEvent {
  const captured = capturedPayment(payment);
  if (captured) return { kind: 'capture', payment: captured };
  const fault = amountFault(payment?.amount);
  return { kind: 'unreadable', providerPaymentId: untrustedText(payment?.id), fault };
}

/**
 * An amount in our minor units; undefined when it cannot be read or its currency is none of ours.
 */
function amountOf(entity: UntrustedJson): { amount: bigint; currency: Currency } | undefined {
  const wire = wireInteger(entity.amount);
  const currency = untrustedText(entity.currency)?.toUpperCase();
  if (wire === undefined || !isCurrency(currency)) return undefined;
  const amount = fromWire(wire, currency, plainRule(currency));
  return amount === undefined ? undefined : { amount, currency };
}

function capturedPayment(payment: UntrustedJson | undefined): CapturedPayment | undefined {
  const providerPaymentId = untrustedText(payment?.id);
  const money = payment && amountOf(payment);
  return providerPaymentId && money ? { providerPaymentId, ...money } : undefined;
}

function failureOf(payment: UntrustedJson | undefined): ProviderEvent {
  const providerPaymentId = untrustedText(payment?.id);
  if (!providerPaymentId) return { kind: 'unhandled' };
  return {
    kind: 'failed',
    providerPaymentId,
    code: untrustedText(payment?.error_code),
    description: untrustedSentence(payment?.error_description),
    usedUp: false,
  };
}

/** Only money that has really gone back counts; a pending refund may still fail. */
function refundOf(type: string, { refund, payment }: Entities): ProviderEvent {
  const failed = type === 'refund.failed';
  const processed = type === 'refund.processed' || refund?.status === 'processed';
  if (!failed && !processed) return { kind: 'unhandled' };
  const providerRefundId = untrustedText(refund?.id);
  const providerPaymentId = untrustedText(refund?.payment_id) ?? untrustedText(payment?.id);
  const money = refund && amountOf(refund);
  if (!providerRefundId || !providerPaymentId || !money) {
    const fault = amountFault(refund?.amount);
    return { kind: 'unreadable', providerPaymentId, objectId: providerRefundId, fault };
  }
  const known = { providerRefundId, providerPaymentId, ...money };
  if (failed) return { kind: 'refund_failed', ...known };
  const captured = payment?.captured === true || payment?.status === 'refunded';
  const proof = captured ? (capturedPayment(payment) ?? null) : null;
  return { kind: 'refund', ...known, payment: proof };
}

/** What an event is called says what it tells; its entity says how things stand by now. */
const STAGES: ReadonlyMap<unknown, DisputeStage> = new Map<string, DisputeStage>([
  ['won', 'won'],
  ['lost', 'lost'],
  ['closed', 'closed'],
]);

function disputeOf(type: string, { dispute, payment }: Entities): ProviderEvent {
  const disputeId = untrustedText(dispute?.id);
  const providerPaymentId = untrustedText(dispute?.payment_id) ?? untrustedText(payment?.id);
  if (!dispute || !disputeId) {
    return { kind: 'unreadable', providerPaymentId, fault: amountFault(dispute?.amount) };
  }
  const told = type.slice('payment.dispute.'.length);
  const ends = [STAGES.get(told), STAGES.get(dispute.status)].filter((each) => each !== undefined);
  const isGone = (wireInteger(dispute.amount_deducted) ?? 0n) > 0n;
  const money = amountOf(dispute);
  return {
    kind: 'dispute',
    disputeId,
    providerPaymentId,
    stages: ['opened', ...(isGone ? (['withdrawn'] as const) : []), ...ends],
    amount: money?.amount ?? null,
    currency: money?.currency ?? null,
    evidenceDueBy: instantOf(dispute.respond_by),
    providerReason: untrustedText(dispute.reason_code) ?? untrustedText(dispute.reason),
  };
}
