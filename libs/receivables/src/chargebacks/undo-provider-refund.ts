import { readCompany } from '@quittance/company';
import type { Tx } from '@quittance/database';
import { minOf, sumOf } from '@quittance/money';
import { readNumberingRules } from '@quittance/numbering';
import { paymentIdOfProvider } from '../payments/payment.repository.js';
import { lockForRefund } from '../payments/refund.repository.js';
import { lossesOf, returnLosses, type Loss, type ReturnedPart } from './return-lost.js';

/** A refund that its provider could not make. */
export interface FailedRefund {
  readonly provider: string;
  readonly providerPaymentId: string;
  readonly providerRefundId: string;
  /** What of it stands in rows that do not bear its name, in minor units, and their names. */
  readonly elsewhere: { readonly amount: bigint; readonly refundIds: readonly string[] };
}

/**
 * Undoes a refund that is in the books: all of the row of its name, and of other rows as much as is
 * of it, the newest first. The payment has the money again, and its invoices as far as they are
 * open. Answers how much came back, in minor units.
 */
export async function undoProviderRefund(tx: Tx, failed: FailedRefund): Promise<bigint> {
  const { provider, providerPaymentId, providerRefundId, elsewhere } = failed;
  const paymentId = await paymentIdOfProvider(tx, provider, providerPaymentId);
  if (!paymentId) return 0n;
  const refundIds = [providerRefundId, ...elsewhere.refundIds];
  const [locked, losses, company, noteRule] = await tx.locked(
    () => lockForRefund(tx, paymentId),
    (behind) => lossesOf(behind, paymentId, { provider, refundIds }),
    readCompany,
    (behind) => readNumberingRules(behind, 'credit-note'),
  );
  const parts = partsOf(losses, failed);
  const reason = `${provider} could not return the money`;
  await returnLosses(tx, locked, parts, { reason, company, noteRule });
  return sumOf(parts.map(({ amount }) => amount));
}

function partsOf(
  losses: readonly Loss[],
  { providerRefundId, elsewhere }: FailedRefund,
): ReturnedPart[] {
  let { amount: others } = elsewhere;
  return losses.flatMap((loss) => {
    const isOwn = loss.providerRefundId === providerRefundId;
    const amount = isOwn ? loss.left : minOf(loss.left, others);
    if (!isOwn) others -= amount;
    return amount > 0n ? [{ loss, amount }] : [];
  });
}
