import {
  fromWire,
  instantOf,
  untrustedObject,
  plainRule,
  readObject,
  untrustedSentence,
  untrustedText,
  wireInteger,
  type CapturedPayment,
  type DisputeStage,
  type UntrustedJson,
  type ProviderEvent,
  type ProviderNotice,
  type SandboxLink,
  type WebhookHeaders,
} from '@quittance/gateway/provider';
import { asId, epochMs, newId, type Instant } from '@quittance/kernel';
import { isCurrency } from '@quittance/money';
import { linkIdOf } from './sandbox-link-id.js';
import { EVENT_ID_HEADER } from './sandbox-signature.js';

export const SANDBOX_EVENTS = [
  'payment.captured',
  'payment.failed',
  'payment.refunded',
  'payment.disputed',
  'payment.dispute_won',
  'payment.dispute_lost',
  'link.paid',
  'link.cancelled',
] as const;
export type SandboxEventType = (typeof SANDBOX_EVENTS)[number];

/** What happened to a link. */
export interface SandboxHappening {
  readonly type: SandboxEventType;
  readonly at: Instant;
  readonly link: SandboxLink;
  readonly paymentId?: string;
  readonly refund?: { readonly id: string; readonly amount: bigint };
  readonly dispute?: { readonly id: string; readonly amount: bigint };
}

/** The webhook that tells of it, to be delivered exactly so. */
export function sandboxNews(happening: SandboxHappening): {
  readonly id: string;
  readonly type: SandboxEventType;
  readonly body: string;
} {
  const id = newId<'sandbox-event'>();
  return { id, type: happening.type, body: bodyOf(id, happening) };
}

/** Amounts are in the currency's smallest unit, as real providers send them. */
function bodyOf(eventId: string, happening: SandboxHappening): string {
  const { type, at, link, paymentId, refund, dispute } = happening;
  const linkId = linkIdOf(asId<'company'>(link.metadata.companyId), link.id);
  const money = { amount: Number(link.amount), currency: link.currency };
  const failed = type === 'payment.failed';
  return JSON.stringify({
    id: eventId,
    type,
    createdAt: at,
    link: { id: linkId, reference: link.reference },
    metadata: link.metadata,
    ...(paymentId ? { payment: { id: paymentId, ...money } } : {}),
    ...(refund ? { refund: { ...money, id: refund.id, amount: Number(refund.amount) } } : {}),
    ...(dispute ? { dispute: { ...money, ...disputed(dispute, at) } } : {}),
    ...(failed ? { error: { code: 'card_declined', description: 'The card was declined.' } } : {}),
  });
}

/** Evidence is taken for a week. */
const EVIDENCE_SECONDS = 7 * 86_400;

function disputed({ id, amount }: { id: string; amount: bigint }, at: Instant) {
  const respondBy = Math.floor(epochMs(at) / 1000) + EVIDENCE_SECONDS;
  return { id, amount: Number(amount), reason: 'fraud', respondBy };
}

/** Reads a webhook; undefined when the bytes are no sandbox event. */
export function readSandboxWebhook(
  raw: Buffer,
  headers: WebhookHeaders,
): ProviderNotice | undefined {
  const body = readObject(raw);
  const type = untrustedText(body?.type);
  if (!body || !type) return undefined;
  const [link, metadata, payment] = [body.link, body.metadata, body.payment].map(untrustedObject);
  const eventId = headers[EVENT_ID_HEADER];
  return {
    eventId: untrustedText(eventId) ?? untrustedText(body.id),
    type,
    reference: {
      companyId: untrustedText(metadata?.companyId),
      invoiceId: untrustedText(metadata?.invoiceId),
      checkoutId: untrustedText(metadata?.checkoutId),
      linkId: untrustedText(link?.id),
      reference: untrustedText(link?.reference),
      orderId: null,
      providerPaymentId: untrustedText(payment?.id),
      accountId: null,
    },
    event: eventOf(type, body),
  };
}

function eventOf(type: string, body: UntrustedJson): ProviderEvent {
  const payment = untrustedObject(body.payment) ?? {};
  switch (type) {
    case 'payment.captured':
    case 'link.paid': {
      const captured = moneyOf(payment);
      return captured
        ? { kind: 'capture', payment: captured }
        : { kind: 'unreadable', providerPaymentId: untrustedText(payment.id) };
    }
    case 'payment.failed':
      return failureOf(payment, untrustedObject(body.error) ?? {});
    case 'payment.refunded':
      return refundOf(moneyOf(payment), moneyOf(untrustedObject(body.refund) ?? {}));
    case 'payment.disputed':
      return disputeOf(body, payment, ['opened', 'withdrawn']);
    case 'payment.dispute_won':
      return disputeOf(body, payment, ['opened', 'won']);
    case 'payment.dispute_lost':
      return disputeOf(body, payment, ['opened', 'lost']);
    case 'link.cancelled':
      return { kind: 'link_closed', status: 'cancelled' };
    default:
      return { kind: 'unhandled' };
  }
}

function moneyOf({ id, amount, currency }: UntrustedJson): CapturedPayment | undefined {
  const providerPaymentId = untrustedText(id);
  const wire = wireInteger(amount);
  if (!providerPaymentId || wire === undefined || !isCurrency(currency)) return undefined;
  const minor = fromWire(wire, currency, plainRule(currency));
  return minor === undefined ? undefined : { providerPaymentId, amount: minor, currency };
}

function disputeOf(
  body: UntrustedJson,
  payment: UntrustedJson,
  stages: readonly DisputeStage[],
): ProviderEvent {
  const dispute = untrustedObject(body.dispute) ?? {};
  const disputed = moneyOf(dispute);
  const providerPaymentId = untrustedText(payment.id);
  if (!disputed) return { kind: 'unreadable', providerPaymentId };
  return {
    kind: 'dispute',
    disputeId: disputed.providerPaymentId,
    providerPaymentId,
    stages,
    amount: disputed.amount,
    currency: disputed.currency,
    evidenceDueBy: instantOf(dispute.respondBy),
    providerReason: untrustedText(dispute.reason),
  };
}

function failureOf(payment: UntrustedJson, error: UntrustedJson): ProviderEvent {
  const providerPaymentId = untrustedText(payment.id);
  if (!providerPaymentId) return { kind: 'unhandled' };
  const [code, description] = [untrustedText(error.code), untrustedSentence(error.description)];
  return { kind: 'failed', providerPaymentId, code, description, usedUp: false };
}

function refundOf(
  payment: CapturedPayment | undefined,
  refund: CapturedPayment | undefined,
): ProviderEvent {
  if (!payment || !refund) {
    return { kind: 'unreadable', providerPaymentId: payment?.providerPaymentId ?? null };
  }
  return {
    kind: 'refund',
    providerRefundId: refund.providerPaymentId,
    providerPaymentId: payment.providerPaymentId,
    amount: refund.amount,
    currency: refund.currency,
    payment,
  };
}
