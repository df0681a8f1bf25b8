import {
  type LockedProviderRefunds,
  type ProviderRefund,
  type ProviderRefundOutcome,
  madeRefunds,
} from '@quittance/receivables';
import { sql, type Tx } from '@quittance/database';
import {
  isKnownRefund,
  missingOfTotal,
  splitToldRefund,
  totalRefundId,
  type ToldRefund,
} from './refund-arithmetic.js';

/** By `covered_refund_payment_index`. */
const COVERED = sql(`
  select provider_refund_id as "providerRefundId", amount from gateway.covered_refund
  where company_id = $1 and provider = $2 and provider_payment_id = $3`);

const INSERT_COVERED = sql(`
  insert into gateway.covered_refund (company_id, provider, provider_refund_id,
    provider_payment_id, amount, created_at)
  values ($1, $2, $3, $4, $5, $6)`);

/** `covered`: it was in the books before, by its name or by a total. */
export type RecordedRefundOutcome =
  | ProviderRefundOutcome
  | { readonly outcome: 'covered'; readonly paymentId: LockedProviderRefunds['paymentId'] };

/** What a provider has given back of a payment so far. */
export interface RefundTotal {
  readonly provider: string;
  readonly providerPaymentId: string;
  readonly totalId: string;
  /** Minor units. */
  readonly total: bigint;
  readonly currency: ProviderRefund['currency'];
}

/** Records one refund a provider has made, as far as no total has recorded it before. */
export async function recordRefund(tx: Tx, refund: ProviderRefund): Promise<RecordedRefundOutcome> {
  const { provider, providerPaymentId, providerRefundId, amount } = refund;
  const known = await lockKnown(tx, provider, providerPaymentId);
  if (!known || amount <= 0n || known.currency !== refund.currency) {
    return madeRefunds.record(tx, refund);
  }
  const { paymentId } = known;
  if (isKnownRefund(known, providerRefundId)) return { outcome: 'covered', paymentId };
  const { cover, record } = splitToldRefund(known, amount);
  if (cover > 0n) {
    const { companyId, now } = tx.ctx;
    const params = [companyId, provider, providerRefundId, providerPaymentId, cover, now];
    await tx.run(INSERT_COVERED, params);
  }
  if (record === 0n) return { outcome: 'covered', paymentId };
  return madeRefunds.record(tx, { ...refund, amount: record });
}

/** Records what a total tells of and no refund before it did. */
export async function recordRefundTotal(
  tx: Tx,
  { totalId, total, ...told }: RefundTotal,
): Promise<RecordedRefundOutcome> {
  const known = await lockKnown(tx, told.provider, told.providerPaymentId);
  if (!known) return { outcome: 'payment_not_found' };
  const missing = known.currency === told.currency ? missingOfTotal(known, total) : total;
  if (total > 0n && missing === 0n) return { outcome: 'covered', paymentId: known.paymentId };
  const providerRefundId = totalRefundId(totalId, total);
  return madeRefunds.record(tx, { ...told, providerRefundId, amount: missing });
}

/** Whether a refund of a provider is in the books, by its name or, it may be, within a total. */
export async function isRefundBooked(
  tx: Tx,
  refund: Pick<ProviderRefund, 'provider' | 'providerPaymentId' | 'providerRefundId' | 'amount'>,
): Promise<boolean> {
  const known = await lockKnown(tx, refund.provider, refund.providerPaymentId);
  if (!known) return false;
  const named = isKnownRefund(known, refund.providerRefundId);
  return named || splitToldRefund(known, refund.amount).cover > 0n;
}

async function lockKnown(tx: Tx, provider: string, providerPaymentId: string) {
  const locked = await madeRefunds.lock(tx, provider, providerPaymentId);
  if (!locked) return undefined;
  const params = [tx.ctx.companyId, provider, providerPaymentId];
  return { ...locked, covered: await tx.rows<ToldRefund>(COVERED, params) };
}
