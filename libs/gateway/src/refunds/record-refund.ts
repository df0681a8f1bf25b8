import {
  type ProviderRefund,
  type ProviderRefundOutcome,
  madeRefunds,
} from '@quittance/receivables';
import { sql, type Tx } from '@quittance/database';
import { wasAskedFor } from './refund-request.repository.js';
import {
  enteredAs,
  isKnownRefund,
  missingOfTotal,
  splitReportedRefund,
  totalRefundId,
  type ReportedRefund,
} from './refund-arithmetic.js';

/** By `covered_refund_payment_index`. */
const COVERED = sql(`
  select provider_refund_id as "providerRefundId", amount from gateway.covered_refund
  where company_id = $1 and provider = $2 and provider_payment_id = $3`);

const INSERT_COVERED = sql(`
  insert into gateway.covered_refund (company_id, provider, provider_refund_id,
    provider_payment_id, amount, created_at)
  values ($1, $2, $3, $4, $5, $6)`);

/** A payment of a provider with what is in the books of its refunds. */
type LockedPayment = NonNullable<Awaited<ReturnType<typeof madeRefunds.lock>>>;

/** `covered`: it was in the books before: by its name, by a total, or recorded by a person. */
export type RecordedRefundOutcome =
  | ProviderRefundOutcome
  | { readonly outcome: 'covered'; readonly paymentId: LockedPayment['paymentId'] };

/** What a provider has given back of a payment so far. */
export interface RefundTotal {
  readonly provider: string;
  readonly providerPaymentId: string;
  readonly totalId: string;
  /** Minor units. */
  readonly total: bigint;
  /** The largest that is in the books; minor units. */
  readonly toldBefore: bigint;
  readonly currency: ProviderRefund['currency'];
}

/** What is in the books of a payment and of its refunds. Its payment is locked. */
export interface LockedRefunds extends LockedPayment {
  readonly covered: readonly ReportedRefund[];
}

/** What became of a refund, and what is in the books behind it. */
export interface RefundInBooks {
  readonly outcome: RecordedRefundOutcome;
  readonly known: LockedRefunds | undefined;
}

type PaymentName = Pick<ProviderRefund, 'provider' | 'providerPaymentId'>;

/**
 * Locks a provider's payment with what is known of its refunds; undefined where it is not booked.
 */
export async function lockRefunds(
  tx: Tx,
  { provider, providerPaymentId }: PaymentName,
): Promise<LockedRefunds | undefined> {
  const locked = await madeRefunds.lock(tx, provider, providerPaymentId);
  if (!locked) return undefined;
  const params = [tx.ctx.companyId, provider, providerPaymentId];
  return { ...locked, covered: await tx.rows<ReportedRefund>(COVERED, params) };
}

/** Records one refund a provider has made, as far as no total has recorded it before. */
export async function recordRefund(
  tx: Tx,
  known: LockedRefunds | undefined,
  refund: ProviderRefund,
): Promise<RefundInBooks> {
  const { providerRefundId, amount } = refund;
  if (amount <= 0n) return { outcome: { outcome: 'zero_amount' }, known };
  if (!known) return { outcome: { outcome: 'payment_not_found' }, known };
  if (known.currency !== refund.currency) return recordIn(tx, known, refund);
  const covered = { outcome: 'covered', paymentId: known.paymentId } as const;
  if (isKnownRefund(known, providerRefundId)) return { outcome: covered, known };
  const claimed = await claimEntered(tx, known, refund);
  if (claimed) return { outcome: covered, known: claimed };
  const { cover, record } = splitReportedRefund(known, amount);
  if (cover > 0n) await keepCovered(tx, refund, cover);
  const more = cover > 0n ? [{ providerRefundId, amount: cover }] : [];
  const next = { ...known, covered: [...known.covered, ...more] };
  if (record === 0n) return { outcome: covered, known: next };
  return recordIn(tx, next, { ...refund, amount: record });
}

/**
 * Where a person has recorded such a refund, and nobody has asked the provider for it, that is the
 * one: it gets its name, and is in the books once. Answers what is known then.
 */
export async function claimEntered(
  tx: Tx,
  known: LockedRefunds,
  refund: Omit<ProviderRefund, 'reason'>,
): Promise<LockedRefunds | undefined> {
  const { provider, providerRefundId, amount } = refund;
  const entered = enteredAs(known, amount);
  if (!entered || (await wasAskedFor(tx, refund))) return undefined;
  const { paymentId } = known;
  const { refundId } = entered;
  await madeRefunds.claim(tx, { paymentId, refundId, provider, providerRefundId });
  return {
    ...known,
    recorded: [...known.recorded, { providerRefundId, amount }],
    entered: known.entered.filter((each) => each !== entered),
  };
}

/** Keeps what totals have recorded of a refund, in minor units. */
export async function keepCovered(
  tx: Tx,
  { provider, providerPaymentId, providerRefundId }: Omit<ProviderRefund, 'amount' | 'currency'>,
  cover: bigint,
): Promise<void> {
  const { companyId, now } = tx.ctx;
  const params = [companyId, provider, providerRefundId, providerPaymentId, cover, now];
  await tx.run(INSERT_COVERED, params);
}

/** Records what a total tells of and no refund before it did. */
export async function recordRefundTotal(
  tx: Tx,
  known: LockedRefunds | undefined,
  { totalId, total, toldBefore, ...reported }: RefundTotal,
): Promise<RefundInBooks> {
  if (!known) return { outcome: { outcome: 'payment_not_found' }, known };
  const isOfBooks = known.currency === reported.currency;
  const missing = isOfBooks ? missingOfTotal(known, total, toldBefore) : total;
  if (total > 0n && missing === 0n) {
    return { outcome: { outcome: 'covered', paymentId: known.paymentId }, known };
  }
  const providerRefundId = totalRefundId(totalId, total);
  return recordIn(tx, known, { ...reported, providerRefundId, amount: missing });
}

/** The lock is held, so that what is known by it and what is recorded are all that there is. */
async function recordIn(
  tx: Tx,
  known: LockedRefunds,
  refund: ProviderRefund,
): Promise<RefundInBooks> {
  const outcome = await madeRefunds.record(tx, refund);
  if (outcome.outcome !== 'recorded') return { outcome, known };
  const { providerRefundId } = refund;
  const recorded = [...known.recorded, { providerRefundId, amount: outcome.amount }];
  return { outcome, known: { ...known, recorded } };
}

/** Whether a refund of a provider is in the books, by its name or, it may be, within a total. */
export function isRefundBooked(
  known: LockedRefunds | undefined,
  { providerRefundId, amount }: Pick<ProviderRefund, 'providerRefundId' | 'amount'>,
): boolean {
  if (!known) return false;
  return isKnownRefund(known, providerRefundId) || splitReportedRefund(known, amount).cover > 0n;
}
