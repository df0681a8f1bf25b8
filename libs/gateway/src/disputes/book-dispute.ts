import { rowSet, sql, type Tx } from '@quittance/database';
import { madeRefunds, providerPayments, type PaymentId } from '@quittance/receivables';
import { receiptNoun, type Receipt } from '../receipts/receipt.description.js';
import type { DisputeFee } from '../providers/payment-provider.port.js';
import { DisputeFeeEntity } from './dispute-fee.entity.js';
import { isTaken } from './provider-dispute.js';

const fees = rowSet(DisputeFeeEntity);
const { rows } = receiptNoun;

/** Disputes of a payment of a provider, by `unapplied_receipt_dispute_index`. */
const LOCK_OF_PAYMENT = sql(`
  select ${rows.select('r')} from gateway.unapplied_receipt r
  where r.company_id = $1 and r.provider = $2 and r.provider_payment_id = $3
    and r.kind = 'dispute'
  order by r.id for update`);

/**
 * Brings the books to where a locked dispute stands: what its bank has is off the payment, and what
 * it has no more is back. A dispute whose payment is not in the books yet waits for that. Answers
 * the receipt as it is then.
 */
export async function bookDispute(tx: Tx, receipt: Receipt): Promise<Receipt> {
  const found = receipt.paymentId ?? (await paymentOf(tx, receipt));
  if (found === null || receipt.amount === null || receipt.currency === null) return receipt;
  const { provider, providerObjectId: disputeId, currency, providerReason } = receipt;
  const taken = isTaken(receipt.stages) ? receipt.amount : 0n;
  const before = receipt.lost ?? 0n;
  if (taken === before && receipt.paymentId !== null) return receipt;
  const followed = await madeRefunds.followDispute(tx, {
    paymentId: found as PaymentId,
    provider,
    disputeId,
    amount: taken,
    currency,
    reason: `Dispute ${disputeId} at ${provider}${providerReason ? `: ${providerReason}` : ''}`,
    returnReason: `Dispute ${disputeId} at ${provider}: the money came back`,
  });
  const lost = followed.outcome === 'followed' ? followed.lost : before;
  if (lost === before && receipt.paymentId === found) return receipt;
  const changed = {
    lost: lost === before ? receipt.lost : lost,
    paymentId: found,
    version: receipt.version + 1,
    updatedAt: tx.ctx.now,
  };
  await rows.update(tx, { id: receipt.id }, changed);
  return { ...receipt, ...changed };
}

async function paymentOf(
  tx: Tx,
  { provider, providerPaymentId }: Receipt,
): Promise<PaymentId | null> {
  if (providerPaymentId === null) return null;
  return (await providerPayments.find(tx, provider, providerPaymentId))?.paymentId ?? null;
}

/** The disputes of a payment of a provider, each locked and brought into the books. */
export async function bookDisputesOf(
  tx: Tx,
  provider: string,
  providerPaymentId: string,
): Promise<void> {
  const params = [tx.ctx.companyId, provider, providerPaymentId];
  const found = await tx.rows<Receipt>(LOCK_OF_PAYMENT, params);
  for (const receipt of found) await bookDispute(tx, receipt);
}

/** Keeps what the provider charges for a dispute, each charge once. */
export async function keepFees(
  tx: Tx,
  { id: receiptId }: Receipt,
  told: readonly DisputeFee[],
): Promise<void> {
  if (told.length === 0) return;
  const charged = told.map((fee) => ({ ...fee, receiptId, createdAt: tx.ctx.now }));
  await fees.offer(tx, charged, KEPT_ONCE);
}

const KEPT_ONCE = 'on conflict (company_id, receipt_id, provider_reference) do nothing';
