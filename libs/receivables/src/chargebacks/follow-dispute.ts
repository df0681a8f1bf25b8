import { companyToday, readCompany } from '@quittance/company';
import type { Tx } from '@quittance/database';
import type { Currency } from '@quittance/money';
import { minOf, sumOf } from '@quittance/money';
import { readNumberingRules } from '@quittance/numbering';
import type { PaymentId } from '../payments/payment-id.js';
import { lockForChargeback } from '../payments/refund.repository.js';
import { chargeBackIn, type LostToDispute } from './charge-back-in.js';
import { lossesOf, returnLosses } from './return-lost.js';

/** How a dispute at a provider stands: `amount` is what its bank has of the payment by now. */
export interface StandingDispute extends LostToDispute {
  readonly paymentId: PaymentId;
  readonly currency: Currency;
  /** Why it comes back, where it does. */
  readonly returnReason: string;
}

export type FollowedDispute =
  | { readonly outcome: 'currency_mismatch' }
  /** What the payment has lost to it now: less than asked for where it had not more. */
  | { readonly outcome: 'followed'; readonly lost: bigint };

/**
 * Makes a payment lose to a dispute exactly what its bank has of it, as far as there is: more is
 * taken off, less comes back, and nothing happens twice. Called by whoever holds the dispute.
 * @throws DomainError not_found
 */
export async function followDispute(tx: Tx, dispute: StandingDispute): Promise<FollowedDispute> {
  const { paymentId, provider, disputeId, amount } = dispute;
  const [locked, losses, company, noteRule] = await tx.locked(
    () => lockForChargeback(tx, paymentId),
    (behind) => lossesOf(behind, paymentId, { provider, disputeId }),
    readCompany,
    (behind) => readNumberingRules(behind, 'credit-note'),
  );
  if (locked.payment.currency !== dispute.currency) return { outcome: 'currency_mismatch' };
  const lost = sumOf(losses.map(({ left }) => left));
  if (amount > lost) {
    const more = { ...dispute, amount: amount - lost };
    const taken = await chargeBackIn(tx, locked, more, companyToday(company, tx.ctx.now));
    return { outcome: 'followed', lost: lost + taken };
  }
  let back = lost - amount;
  const parts = losses.flatMap((loss) => {
    const part = minOf(back, loss.left);
    back -= part;
    return part > 0n ? [{ loss, amount: part }] : [];
  });
  const { returnReason: reason } = dispute;
  await returnLosses(tx, locked, parts, { reason, company, noteRule });
  return { outcome: 'followed', lost: amount };
}
