import { recordProviderRefund } from '@quittance/billing';
import type { Tx } from '@quittance/database';
import { quarantine, release } from '../receipts/receipt.repository.js';
import { settleRefundRequest } from '../refunds/refund-request.repository.js';
import { applyCapture } from './apply-capture.js';
import { atTheEnd } from './tail.js';
import { namedInvoice, type Effect, type EventOf, type VerifiedNotice } from './verified-notice.js';
import { applied, notApplied } from './webhook.js';

/** Records money that the provider has returned, as a staff refund would be. */
export async function applyRefund(
  tx: Tx,
  verified: VerifiedNotice,
  event: EventOf<'refund'>,
): Promise<Effect> {
  const { provider } = verified.source;
  const { payment, kind: _, ...told } = event;
  const refund = { provider, ...told };
  let outcome = await recordProviderRefund(tx, refund);
  if (outcome.outcome === 'payment_not_found' && payment) {
    // A refund proves its capture: the event that should have told of it is still on its way.
    await applyCapture(tx, verified, payment);
    outcome = await recordProviderRefund(tx, refund);
  }
  const paymentId = 'paymentId' in outcome ? outcome.paymentId : undefined;
  const effect = { invoiceId: namedInvoice(verified), paymentId };
  if (outcome.outcome === 'zero_amount') return { ...effect, answer: notApplied('zero_amount') };
  if (outcome.outcome === 'recorded' || outcome.outcome === 'already_processed') {
    atTheEnd(tx, (end) => closeRequest(end, verified, event));
    const recorded = outcome.outcome === 'recorded';
    return { ...effect, answer: recorded ? applied(paymentId) : notApplied('already_processed') };
  }
  const reason = outcome.outcome === 'refused' ? outcome.code : outcome.outcome;
  atTheEnd(tx, (end) => quarantineRefund(end, verified, event, reason));
  const refused = outcome.outcome === 'refused' ? 'refund_refused' : outcome.outcome;
  return { ...effect, answer: notApplied(refused) };
}

/** A refund we asked for has failed at the provider: the books never knew of it. */
export async function applyRefundFailed(
  tx: Tx,
  verified: VerifiedNotice,
  { kind: _, ...refund }: EventOf<'refund_failed'>,
): Promise<Effect> {
  const { provider } = verified.source;
  const lastError = 'The provider could not return the money.';
  const asked = await settleRefundRequest(tx, { provider, ...refund, status: 'failed', lastError });
  const answer = asked > 0 ? applied() : notApplied('event_not_handled');
  return { answer, invoiceId: namedInvoice(verified) };
}

async function closeRequest(
  tx: Tx,
  { source }: VerifiedNotice,
  { kind: _, payment: __, ...refund }: EventOf<'refund'>,
): Promise<void> {
  const { provider } = source;
  const confirmed = { provider, ...refund, status: 'confirmed', lastError: null } as const;
  await Promise.all([
    settleRefundRequest(tx, confirmed),
    release(tx, 'refund', provider, [
      { providerObjectId: refund.providerRefundId, note: 'Recorded as a refund' },
    ]),
  ]);
}

function quarantineRefund(
  tx: Tx,
  verified: VerifiedNotice,
  event: EventOf<'refund'>,
  reason: string,
): Promise<void> {
  return quarantine(tx, verified.source, {
    kind: 'refund',
    providerObjectId: event.providerRefundId,
    providerPaymentId: event.providerPaymentId,
    amount: event.amount,
    currency: event.currency,
    invoiceId: namedInvoice(verified),
    reason,
  });
}
