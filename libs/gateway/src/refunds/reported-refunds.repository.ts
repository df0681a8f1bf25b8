import type { ProviderRefund } from '@quittance/receivables';
import { sql, type Tx } from '@quittance/database';
import { TOTAL_MARK } from './refund-arithmetic.js';

/** A row for the payment, locked, whether the payment is in the books or not. */
const LOCK = sql(`
  insert into gateway.told_refunds as t (company_id, provider, provider_payment_id, created_at,
    updated_at)
  values ($1, $2, $3, $4, $4)
  on conflict (company_id, provider, provider_payment_id)
  do update set updated_at = excluded.updated_at
  returning t.succeeded, t.failed`);

const REMEMBER = sql(`
  update gateway.told_refunds set succeeded = succeeded || $4::jsonb, failed = failed || $5::jsonb
  where company_id = $1 and provider = $2 and provider_payment_id = $3`);

type Amounts = Readonly<Record<string, string>>;

/** What was told of a payment's refunds: their amounts in minor units, by the provider's ids. */
export interface ReportedRefunds {
  readonly succeeded: Amounts;
  readonly failed: Amounts;
}

type RefundOfPayment = Pick<ProviderRefund, 'provider' | 'providerPaymentId'>;

/**
 * Locks what was told of a payment's refunds. Whoever acts on news of a refund does this first,
 * before the payment is locked: also while the payment is not in the books yet, one sees what the
 * other told.
 */
export function lockReportedRefunds(
  tx: Tx,
  { provider, providerPaymentId }: RefundOfPayment,
): Promise<ReportedRefunds> {
  const { companyId, now } = tx.ctx;
  return tx.one<ReportedRefunds>(LOCK, [companyId, provider, providerPaymentId, now]);
}

/** Locks the same and adds how one refund ended. Answers what was told before. */
export async function storeReportedRefund(
  tx: Tx,
  refund: RefundOfPayment & Pick<ProviderRefund, 'providerRefundId' | 'amount'>,
  end: keyof ReportedRefunds,
): Promise<ReportedRefunds> {
  const { provider, providerPaymentId, providerRefundId, amount } = refund;
  const before = await lockReportedRefunds(tx, refund);
  if (wasReported(before[end], providerRefundId)) return before;
  const reported = JSON.stringify({ [providerRefundId]: String(amount) });
  const [succeeded, failed] = end === 'succeeded' ? [reported, '{}'] : ['{}', reported];
  await tx.run(REMEMBER, [tx.ctx.companyId, provider, providerPaymentId, succeeded, failed]);
  return before;
}

/** Totals stand beside the refunds, by a name that none of these has. */
const totalName = (totalId: string) => `${totalId}${TOTAL_MARK}`;

/** The largest total that was told and is in the books, in minor units. */
export function largestTotal({ succeeded }: ReportedRefunds, totalId: string): bigint {
  return BigInt(succeeded[totalName(totalId)] ?? 0);
}

/** Keeps a total that is in the books, under the same lock. */
export async function storeReportedTotal(
  tx: Tx,
  {
    provider,
    providerPaymentId,
    totalId,
    total,
  }: RefundOfPayment & { readonly totalId: string; readonly total: bigint },
): Promise<void> {
  const told = JSON.stringify({ [totalName(totalId)]: String(total) });
  await tx.run(REMEMBER, [tx.ctx.companyId, provider, providerPaymentId, told, '{}']);
}

export function wasReported(refunds: Amounts, providerRefundId: string): boolean {
  return Object.hasOwn(refunds, providerRefundId);
}
