import { audit } from '@quittance/audit';
import { sql, type Tx } from '@quittance/database';
import type { Id } from '@quittance/kernel';
import type { PaymentId } from './payment-id.js';

const NAME_REFUND = sql(`
  update receivables.refund set provider = $3, provider_refund_id = $4
  where company_id = $1 and id = $2 and kind = 'refund' and provider_refund_id is null`);

/** A refund that a person has recorded, and what its provider calls it. */
export interface ClaimedRefund {
  readonly paymentId: PaymentId;
  readonly refundId: Id<'refund'>;
  readonly provider: string;
  readonly providerRefundId: string;
}

/**
 * Gives a refund that a person has recorded the name by which its provider tells of it, once: it is
 * in the books already. Its payment is locked.
 */
export async function claimRefund(tx: Tx, claimed: ClaimedRefund): Promise<void> {
  const { paymentId, refundId, provider, providerRefundId } = claimed;
  const named = await tx.run(NAME_REFUND, [tx.ctx.companyId, refundId, provider, providerRefundId]);
  if (named !== 1) throw new Error(`Refund ${refundId} has a name already`);
  const after = { refund: { id: refundId, provider, providerRefundId } };
  audit(tx, { action: 'payment.refund_claimed', object: 'payment', recordId: paymentId, after });
}
