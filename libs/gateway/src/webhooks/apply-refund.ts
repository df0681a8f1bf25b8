import type { Tx } from '@quittance/database';
import type { ProviderRefund } from '@quittance/receivables';
import type { CapturedPayment } from '../providers/payment-provider.port.js';
import {
  FAILED_AFTER_BOOKING,
  FAILED_BEFORE_BOOKING,
  earlyRefunds,
  quarantine,
  release,
  type EarlyRefund,
} from '../receipts/receipt.repository.js';
import { isKnownRefund, totalRefundId } from '../refunds/refund-arithmetic.js';
import {
  claimEntered,
  isRefundBooked,
  lockRefunds,
  recordRefund,
  recordRefundTotal,
  type RefundTotal,
  type LockedRefunds,
  type RefundInBooks,
  type RecordedRefundOutcome,
} from '../refunds/record-refund.js';
import { settleRefundRequest } from '../refunds/refund-request.repository.js';
import {
  largestTotal,
  lockReportedRefunds,
  storeReportedRefund,
  storeReportedTotal,
  wasReported,
  type ReportedRefunds,
} from '../refunds/reported-refunds.repository.js';
import { undoRefund } from '../refunds/undo-refund.js';
import { applyCapture } from './apply-capture.js';
import type { FoundNotice } from './found-notice.js';
import { namedInvoice, type Effect, type EventOf, type VerifiedNotice } from './verified-notice.js';
import { applied, notApplied } from './webhook.js';

/** Money that went back, as it is kept for a person when the books do not take it. */
type ReportedMoney = Pick<
  EventOf<'refund'>,
  'providerRefundId' | 'providerPaymentId' | 'amount' | 'currency'
>;

/**
 * Records money that the provider has returned, as a staff refund would be. A refund that has
 * failed stays failed: news of its success were made before, and only came late.
 */
export async function applyRefund(
  tx: Tx,
  found: FoundNotice,
  event: EventOf<'refund'>,
): Promise<Effect> {
  const { payment, kind: _, ...reported } = event;
  const refund = { provider: found.source.provider, ...reported };
  const before = await storeReportedRefund(tx, refund, 'succeeded');
  if (wasReported(before.failed, reported.providerRefundId)) {
    if (payment) await applyCapture(tx, found, payment);
    // What was booked was undone when the failure was told.
    return contradicted(tx, found, reported, await lockRefunds(tx, refund));
  }
  const { outcome } = await recorded(tx, found, payment, async () =>
    recordRefund(tx, await lockRefunds(tx, refund), refund),
  );
  if (isInTheBooks(outcome)) {
    tx.later((end) => closeRequest(end, found, event));
  }
  return effectOf(tx, found, reported, outcome);
}

/** Records what the provider has returned in all, as far as the books do not know it yet. */
export async function applyRefundTotal(
  tx: Tx,
  found: FoundNotice,
  { kind: _, payment, ...reported }: EventOf<'refund_total'>,
): Promise<Effect> {
  const { provider } = found.source;
  const before = await lockReportedRefunds(tx, { provider, ...reported });
  const { failed } = before;
  const toldBefore = largestTotal(before, reported.totalId);
  const total = { provider, ...reported, toldBefore };
  const booked = await recorded(tx, found, payment, async () =>
    recordRefundTotal(tx, await lockRefunds(tx, total), total),
  );
  const { outcome } = booked;
  let { known } = booked;
  const { providerPaymentId, currency } = reported;
  if (isInTheBooks(outcome)) {
    if (reported.total > toldBefore) await storeReportedTotal(tx, total);
    known = await recordEarly(tx, known, total, failed);
  }
  if (outcome.outcome === 'recorded') await doubt(tx, known, { found, ...reported, failed });
  const providerRefundId = totalRefundId(reported.totalId, reported.total);
  const money = { providerRefundId, providerPaymentId, amount: reported.total, currency };
  return effectOf(tx, found, money, outcome);
}

const isInTheBooks = ({ outcome }: RecordedRefundOutcome) =>
  ['recorded', 'already_processed', 'covered'].includes(outcome);

/**
 * Takes refunds off the list for people that were told of before their payment was. Mostly the
 * total has recorded them already. Answers what is in the books behind them.
 */
async function recordEarly(
  tx: Tx,
  before: LockedRefunds | undefined,
  { provider, providerPaymentId }: Pick<RefundTotal, 'provider' | 'providerPaymentId'>,
  failed: ReportedRefunds['failed'],
): Promise<LockedRefunds | undefined> {
  let known = before;
  for (const refund of await earlyRefunds(tx, provider, providerPaymentId)) {
    if (wasReported(failed, refund.providerRefundId)) continue;
    const early = await recordRefund(tx, known, { provider, ...refund });
    known = early.known;
    if (isInTheBooks(early.outcome)) tx.later((end) => releaseRefund(end, provider, refund));
  }
  return known;
}

/** A total that was recorded, and what failed of the refunds that it may be made of. */
interface Doubtful extends Pick<ReportedMoney, 'providerPaymentId' | 'currency'> {
  readonly found: FoundNotice;
  readonly failed: ReportedRefunds['failed'];
}

/**
 * A total names no refunds: it may have been made before some of them failed. It is booked, and
 * they are for a person, but for those that are in the books by themselves, and undone.
 */
async function doubt(
  tx: Tx,
  known: LockedRefunds | undefined,
  { found, providerPaymentId, currency, failed }: Doubtful,
): Promise<void> {
  for (const [providerRefundId, amount] of Object.entries(failed)) {
    const money = { providerRefundId, providerPaymentId, amount: BigInt(amount), currency };
    if (!known || isKnownRefund(known, providerRefundId)) continue;
    if (!isRefundBooked(known, money)) continue;
    await quarantineRefund(tx, found, money, FAILED_AFTER_BOOKING);
  }
}

function releaseRefund(
  tx: Tx,
  provider: string,
  { providerRefundId: providerObjectId }: Pick<EarlyRefund, 'providerRefundId'>,
): Promise<number> {
  return release(tx, 'refund', provider, [{ providerObjectId, note: 'Recorded as a refund' }]);
}

async function recorded(
  tx: Tx,
  found: FoundNotice,
  payment: CapturedPayment | null,
  record: () => Promise<RefundInBooks>,
): Promise<RefundInBooks> {
  const recorded = await record();
  if (recorded.outcome.outcome !== 'payment_not_found' || !payment) return recorded;
  // A refund proves its capture: the event that should have told of it is still on its way.
  await applyCapture(tx, found, payment);
  return record();
}

function effectOf(
  tx: Tx,
  verified: VerifiedNotice,
  money: ReportedMoney,
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
      tx.later((end) => quarantineRefund(end, verified, money, outcome.code));
      return { ...effect, answer: notApplied('refund_refused') };
    default:
      tx.later((end) => quarantineRefund(end, verified, money, outcome.outcome));
      return { ...effect, answer: notApplied(outcome.outcome) };
  }
}

/**
 * A refund has failed at the provider. Mostly the books never knew of it; where they did, by its
 * name or within a total, the money is back at the provider, and what was booked is undone.
 */
export async function applyRefundFailed(
  tx: Tx,
  verified: VerifiedNotice,
  { kind: _, ...reported }: EventOf<'refund_failed'>,
): Promise<Effect> {
  const refund = { provider: verified.source.provider, ...reported };
  const lastError = 'The provider could not return the money.';
  const before = await storeReportedRefund(tx, refund, 'failed');
  // Locks the payment, which comes before its requests.
  const known = await lockRefunds(tx, refund);
  const asked = await settleRefundRequest(tx, { ...refund, status: 'failed', lastError });
  const again = wasReported(before.failed, reported.providerRefundId);
  const claimed = again || !known ? undefined : await claimFailed(tx, known, refund);
  const isBooked = isRefundBooked(known, refund) || claimed !== undefined;
  if (known && isBooked && !again) return undone(tx, verified, reported, claimed ?? known);
  // The books may be wrong, which says more than that the request has failed.
  if (isBooked || wasReported(before.succeeded, reported.providerRefundId)) {
    return contradicted(tx, verified, reported, known);
  }
  const answer = notApplied(again ? 'already_processed' : 'event_not_handled');
  return { answer: asked > 0 ? applied() : answer, invoiceId: namedInvoice(verified) };
}

/** A refund that a person has recorded, and that failed at the provider, is undone as any other. */
async function claimFailed(
  tx: Tx,
  known: LockedRefunds,
  refund: Omit<ProviderRefund, 'reason'>,
): Promise<LockedRefunds | undefined> {
  if (known.currency !== refund.currency) return undefined;
  return isRefundBooked(known, refund) ? undefined : claimEntered(tx, known, refund);
}

/** Undoes what is booked of a refund; where that is not all of it, a person has to look. */
async function undone(
  tx: Tx,
  verified: VerifiedNotice,
  money: ReportedMoney,
  known: LockedRefunds,
): Promise<Effect> {
  const { provider } = verified.source;
  const returned = await undoRefund(tx, known, { provider, ...money });
  if (returned < money.amount) await quarantineRefund(tx, verified, money, FAILED_AFTER_BOOKING);
  const answer = returned > 0n ? applied() : notApplied('receipt_opened');
  return { answer, invoiceId: namedInvoice(verified) };
}

/**
 * Of a refund both was told, its success and its failure. What was booked by its name is undone by
 * now; of all else a person has to look.
 */
async function contradicted(
  tx: Tx,
  verified: VerifiedNotice,
  money: ReportedMoney,
  known: LockedRefunds | undefined,
): Promise<Effect> {
  const invoiceId = namedInvoice(verified);
  if (known && isKnownRefund(known, money.providerRefundId)) {
    return { answer: notApplied('already_processed'), invoiceId };
  }
  const reason = isRefundBooked(known, money) ? FAILED_AFTER_BOOKING : FAILED_BEFORE_BOOKING;
  const opened = await quarantineRefund(tx, verified, money, reason);
  return { answer: notApplied(opened ? 'receipt_opened' : 'already_processed'), invoiceId };
}

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
  money: ReportedMoney,
  reason: string,
): Promise<boolean> {
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
