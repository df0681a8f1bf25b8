import type { Tx } from '@quittance/database';
import { madeRefunds, type ProviderRefund } from '@quittance/receivables';
import { sumOf } from '@quittance/money';
import { keepCovered, type LockedRefunds } from './record-refund.js';
import { isKnownRefund, isTotal, splitReportedRefund } from './refund-arithmetic.js';

/**
 * Undoes a refund that has failed: what is booked by its name, and what of it totals had booked.
 * Asked for once, when the failure is news: from then on nothing is booked by its name. What it has
 * of totals stays its own, so that nothing else is covered by money that is back. Answers how much
 * came back, in minor units.
 */
export async function undoRefund(
  tx: Tx,
  known: LockedRefunds,
  failed: Omit<ProviderRefund, 'reason'>,
): Promise<bigint> {
  const { provider, providerPaymentId, providerRefundId } = failed;
  const amount = await ofTotals(tx, known, failed);
  const refundIds = known.recorded.filter(isTotal).map((each) => each.providerRefundId);
  const elsewhere = { amount, refundIds };
  return madeRefunds.undo(tx, { provider, providerPaymentId, providerRefundId, elsewhere });
}

/**
 * Of one that nobody told to have succeeded, totals hold what is left of them beyond the refunds
 * that were named: it was part of them while it was on its way.
 */
async function ofTotals(
  tx: Tx,
  known: LockedRefunds,
  failed: Omit<ProviderRefund, 'reason'>,
): Promise<bigint> {
  const { providerRefundId, amount, currency } = failed;
  if (isKnownRefund(known, providerRefundId)) {
    const own = known.covered.filter((each) => each.providerRefundId === providerRefundId);
    return sumOf(own.map((each) => each.amount));
  }
  if (currency !== known.currency) return 0n;
  const { cover } = splitReportedRefund(known, amount);
  if (cover > 0n) await keepCovered(tx, failed, cover);
  return cover;
}
