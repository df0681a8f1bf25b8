import { readObject, type ProviderEvent, type ProviderNotice } from '@quittance/gateway/provider';
import type { Currency } from '@quittance/money';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type {
  SimulatedCapture,
  SimulatedEvent,
  SimulatedLink,
  SimulatedStage,
} from './simulated-books.js';

export const SIGNATURE = 'x-simulated-signature';

/** The bytes of an event. Amounts are text: JSON knows no whole numbers of any size. */
export function eventBody(companyId: string, id: string, event: SimulatedEvent): Buffer {
  const { reference, told } = contentOf(event);
  return Buffer.from(JSON.stringify({ id, type: event.type, companyId, ...reference, told }));
}

export function signEvent(raw: Buffer, secret: string): string {
  return createHmac('sha256', secret).update(raw).digest('hex');
}

export function isSignedBy(raw: Buffer, signature: unknown, secret: string): boolean {
  const expected = Buffer.from(signEvent(raw, secret));
  const given = Buffer.from(typeof signature === 'string' ? signature : '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

interface Money {
  readonly providerPaymentId: string;
  readonly amount: string;
  readonly currency: Currency;
}

function moneyOf({ id, amount, currency }: SimulatedCapture): Money {
  return { providerPaymentId: id, amount: String(amount), currency };
}

function contentOf(event: SimulatedEvent) {
  if ('link' in event) {
    const status = event.type === 'link.expired' ? 'expired' : 'cancelled';
    return { reference: referenceOf(event.link), told: { kind: 'link_closed', status } };
  }
  if ('capture' in event) {
    const { capture } = event;
    return { reference: paymentReference(capture), told: { kind: 'capture', ...moneyOf(capture) } };
  }
  if ('dispute' in event) {
    const { capture, id, amount, fee } = event.dispute;
    const money = { ...moneyOf(capture), amount: String(amount) };
    const told = { kind: 'dispute', ...money, disputeId: id, stage: event.stage, fee: String(fee) };
    return { reference: paymentReference(capture), told };
  }
  const { capture, id, amount } = event.refund;
  const money = { ...moneyOf(capture), amount: String(amount), providerRefundId: id };
  const kind = event.type === 'refund.failed' ? 'refund_failed' : 'refund';
  return {
    reference: paymentReference(capture),
    told: { kind, ...money, whole: moneyOf(capture) },
  };
}

function referenceOf({ id, request }: SimulatedLink) {
  const { invoiceId, checkoutId } = request.metadata;
  return { linkId: id, reference: request.reference, invoiceId, checkoutId };
}

function paymentReference({ id, invoiceId, link }: SimulatedCapture) {
  return { ...(link ? referenceOf(link) : { invoiceId }), providerPaymentId: id };
}

type Body = Record<string, unknown>;

/** Reads a webhook; undefined when it is none of the provider's. */
export function readEvent(raw: Buffer): ProviderNotice | undefined {
  const body: Body | undefined = readObject(raw);
  if (!body || typeof body.told !== 'object' || body.told === null) return undefined;
  const text = (name: string) => (typeof body[name] === 'string' ? body[name] : null);
  return {
    eventId: text('id'),
    type: text('type') ?? '',
    reference: {
      companyId: text('companyId'),
      invoiceId: text('invoiceId'),
      checkoutId: text('checkoutId'),
      linkId: text('linkId'),
      reference: text('reference'),
      orderId: null,
      providerPaymentId: text('providerPaymentId'),
      accountId: null,
    },
    event: readTold(body.told as Body),
  };
}

function readMoney({ providerPaymentId, amount, currency }: Body) {
  return {
    providerPaymentId: String(providerPaymentId),
    amount: BigInt(String(amount)),
    currency: String(currency) as Currency,
  };
}

function readTold(told: Body): ProviderEvent {
  if (told.kind === 'capture') return { kind: 'capture', payment: readMoney(told) };
  if (told.kind === 'link_closed') {
    const status = told.status === 'expired' ? 'expired' : 'cancelled';
    return { kind: 'link_closed', status };
  }
  if (told.kind === 'dispute') return readDispute(told);
  const refund = { ...readMoney(told), providerRefundId: String(told.providerRefundId) };
  if (told.kind === 'refund_failed') return { kind: 'refund_failed', ...refund };
  return { kind: 'refund', ...refund, payment: readMoney(told.whole as Body) };
}

function readDispute(told: Body): ProviderEvent {
  const disputeId = String(told.disputeId);
  const money = readMoney(told);
  const fee = { amount: BigInt(String(told.fee)), currency: money.currency };
  return {
    kind: 'dispute',
    ...money,
    disputeId,
    stages: [told.stage as SimulatedStage],
    evidenceDueBy: null,
    providerReason: 'fraudulent',
    fees: [{ providerReference: `fee of ${disputeId}`, ...fee }],
  };
}
