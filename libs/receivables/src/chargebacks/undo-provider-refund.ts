import { readCompany } from '@quittance/company';
import type { Tx } from '@quittance/database';
import { readNumberingRules } from '@quittance/numbering';
import { paymentIdOfProvider } from '../payments/payment.repository.js';
import { lockForRefund } from '../payments/refund.repository.js';
import { lossesOf, returnLost } from './return-lost.js';

/** A refund that its provider could not make. */
export interface FailedRefund {
  readonly provider: string;
  readonly providerPaymentId: string;
  readonly providerRefundId: string;
}

/**
 * Undoes a refund that is in the books by its provider's name: the payment has the money again, and
 * its invoices as far as they are open. `unknown` where no row bears that name.
 */
export async function undoProviderRefund(
  tx: Tx,
  { provider, providerPaymentId, providerRefundId }: FailedRefund,
): Promise<'undone' | 'undone_before' | 'unknown'> {
  const paymentId = await paymentIdOfProvider(tx, provider, providerPaymentId);
  if (!paymentId) return 'unknown';
  const [locked, losses, company, noteRule] = await tx.locked(
    () => lockForRefund(tx, paymentId),
    (behind) => lossesOf(behind, paymentId, { provider, refundId: providerRefundId }),
    readCompany,
    (behind) => readNumberingRules(behind, 'credit-note'),
  );
  const [loss] = losses;
  if (!loss) return 'unknown';
  if (loss.left === 0n) return 'undone_before';
  const reason = `${provider} could not return the money`;
  await returnLost(tx, locked, { loss, amount: loss.left, reason, company, noteRule });
  return 'undone';
}
