import type { Tx } from '@quittance/database';
import type { CapturedPayment } from '../providers/payment-provider.port.js';
import {
  earlyRefunds,
  quarantine,
  release,
  type EarlyRefund,
} from '../receipts/receipt.repository.js';
import { totalRefundId } from '../refunds/refund-arithmetic.js';
import {
  isRefundBooked,
  recordRefund,
  recordRefundTotal,
  type RecordedRefundOutcome,
} from '../refunds/record-refund.js';
import { settleRefundRequest } from '../refunds/refund-request.repository.js';
import { applyCapture } from './apply-capture.js';
import { atTheEnd } from './tail.js';
import { namedInvoice, type Effect, type EventOf, type VerifiedNotice } from './verified-notice.js';
import { applied, notApplied } from './webhook.js';

/** Money that went back, as it is kept for a person when the books do not take it. */
type ToldMoney = Pick<
  EventOf<'refund'>,
  'providerRefundId' | 'providerPaymentId' | 'amount' | 'currency'
>;

/** Records money that the provider has returned, as a staff refund would be. */
export async function applyRefund(
  tx: Tx,
  verified: VerifiedNotice,
  event: EventOf<'refund'>,
): Promise<Effect> {
  const { payment, kind: _, ...told } = event;
  const refund = { provider: verified.source.provider, ...told };
  const outcome = await recorded(tx, verified, payment, () => recordRefund(tx, refund));
  if (isInTheBooks(outcome)) {
    atTheEnd(tx, (end) => closeRequest(end, verified, event));
  }
  return effectOf(tx, verified, told, outcome);
}

/** Records what the provider has returned in all, as far as the books do not know it yet. */
export async function applyRefundTotal(
  tx: Tx,
  verified: VerifiedNotice,
  { kind: _, payment, ...told }: EventOf<'refund_total'>,
): Promise<Effect> {
  const total = { provider: verified.source.provider, ...told };
  const outcome = await recorded(tx, verified, payment, () => recordRefundTotal(tx, total));
  if (isInTheBooks(outcome)) await recordEarly(tx, total.provider, told.providerPaymentId);
  const { providerPaymentId, currency } = told;
  const providerRefundId = totalRefundId(told.totalId, told.total);
  const money = { providerRefundId, providerPaymentId, amount: told.total, currency };
  return effectOf(tx, verified, money, outcome);
}

const isInTheBooks = ({ outcome }: RecordedRefundOutcome) =>
  ['recorded', 'already_processed', 'covered'].includes(outcome);

/**
 * Takes refunds off the list for people that were told of before their payment was. Mostly the total
 * has recorded them already.
 */
async function recordEarly(tx: Tx, provider: string, providerPaymentId: string): Promise<void> {
  for (const refund of await earlyRefunds(tx, provider, providerPaymentId)) {
    const outcome = await recordRefund(tx, { provider, ...refund });
    if (isInTheBooks(outcome)) atTheEnd(tx, (end) => releaseRefund(end, provider, refund));
  }
}

function releaseRefund(
  tx: Tx,
  provider: string,
  { providerRefundId: providerObjectId }: Pick<EarlyRefund, 'providerRefundId'>,
): Promise<void> {
  return release(tx, 'refund', provider, [{ providerObjectId, note: 'Recorded as a refund' }]);
}

async function recorded(
  tx: Tx,
  verified: VerifiedNotice,
  payment: CapturedPayment | null,
  record: () => Promise<RecordedRefundOutcome>,
): Promise<RecordedRefundOutcome> {
  const outcome = await record();
  if (outcome.outcome !== 'payment_not_found' || !payment) return outcome;
  // A refund proves its capture: the event that should have told of it is still on its way.
  await applyCapture(tx, verified, payment);
  return record();
}

function effectOf(
  tx: Tx,
  verified: VerifiedNotice,
  money: ToldMoney,
  outcome: RecordedRefundOutcome,
): Effect {
  const paymentId = 'paymentId' in outcome ? outcome.paymentId : undefined;
  const effect = { invoiceId: namedInvoice(verified), paymentId };
  switch (outcome.outcome) {
    case 'recorded':
      return { ...effect, answer: applied(paymentId) };
    case 'already_processed':
    case 'covered':
      return { ...effect, answer: notApplied('already_processed') };
    case 'zero_amount':
      return { ...effect, answer: notApplied('zero_amount') };
    case 'refused':
      atTheEnd(tx, (end) => quarantineRefund(end, verified, money, outcome.code));
      return { ...effect, answer: notApplied('refund_refused') };
    default:
      atTheEnd(tx, (end) => quarantineRefund(end, verified, money, outcome.outcome));
      return { ...effect, answer: notApplied(outcome.outcome) };
  }
}

/**
 * A refund has failed at the provider. Mostly the books never knew of it; where they did, the money
 * is back at the provider and a person has to decide, because what is booked stays booked.
 */
export async function applyRefundFailed(
  tx: Tx,
  verified: VerifiedNotice,
  { kind: _, ...told }: EventOf<'refund_failed'>,
): Promise<Effect> {
  const refund = { provider: verified.source.provider, ...told };
  const lastError = 'The provider could not return the money.';
  // Locks the payment, which comes before its requests.
  const booked = await isRefundBooked(tx, refund);
  const asked = await settleRefundRequest(tx, { ...refund, status: 'failed', lastError });
  if (booked) atTheEnd(tx, (end) => quarantineRefund(end, verified, told, FAILED_LATER));
  const answer = asked > 0 ? applied() : notApplied('event_not_handled');
  return { answer, invoiceId: namedInvoice(verified) };
}

const FAILED_LATER = 'refund_failed_after_booking';

async function closeRequest(
  tx: Tx,
  { source }: VerifiedNotice,
  { kind: _, payment: __, ...refund }: EventOf<'refund'>,
): Promise<void> {
  const { provider } = source;
  const confirmed = { provider, ...refund, status: 'confirmed', lastError: null } as const;
  await Promise.all([settleRefundRequest(tx, confirmed), releaseRefund(tx, provider, refund)]);
}

function quarantineRefund(
  tx: Tx,
  verified: VerifiedNotice,
  money: ToldMoney,
  reason: string,
): Promise<void> {
  return quarantine(tx, verified.source, {
    kind: 'refund',
    providerObjectId: money.providerRefundId,
    providerPaymentId: money.providerPaymentId,
    amount: money.amount,
    currency: money.currency,
    invoiceId: namedInvoice(verified),
    reason,
  });
}
