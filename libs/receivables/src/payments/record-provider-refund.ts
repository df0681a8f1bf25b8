import type { Tx } from '@quittance/database';
import { DomainError, type Id } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { PaymentId } from './payment-id.js';
import { claimRefund } from './claim-refund.js';
import { lockProviderRefunds } from './lock-provider-refunds.js';
import { paymentIdOfProvider } from './payment.repository.js';
import { refundPaymentIn } from './refund-payment-in.js';
import { followDispute } from '../chargebacks/follow-dispute.js';
import { undoProviderRefund } from '../chargebacks/undo-provider-refund.js';
import { findProviderRefund, lockForRefund } from './refund.repository.js';
import { readToday } from '@quittance/company';

/** A refund that the provider made, verified. */
export interface ProviderRefund {
  readonly provider: string;
  readonly providerPaymentId: string;
  readonly providerRefundId: string;
  /** Minor units. */
  readonly amount: bigint;
  /** As the provider says it; that of the payment, or nothing is recorded. */
  readonly currency: Currency;
  readonly reason?: string;
}

export type ProviderRefundOutcome =
  | {
      readonly outcome: 'recorded';
      readonly paymentId: PaymentId;
      readonly refundId: Id<'refund'>;
      readonly amount: bigint;
    }
  | {
      readonly outcome: 'already_processed';
      readonly paymentId: PaymentId;
      readonly refundId: Id<'refund'>;
    }
  | { readonly outcome: 'payment_not_found' }
  | { readonly outcome: 'zero_amount' }
  | {
      readonly outcome: 'currency_mismatch';
      readonly paymentId: PaymentId;
      readonly expected: Currency;
    }
  /** The books forbid it, as they would a staff refund: the code of that refusal. */
  | { readonly outcome: 'refused'; readonly paymentId: PaymentId; readonly code: string };

/**
 * Records a refund made at the provider, once, as a staff refund would be; in the caller's
 * transaction.
 */
export async function recordProviderRefund(
  tx: Tx,
  refund: ProviderRefund,
): Promise<ProviderRefundOutcome> {
  if (refund.amount <= 0n) return { outcome: 'zero_amount' };
  const paymentId = await paymentIdOfProvider(tx, refund.provider, refund.providerPaymentId);
  if (!paymentId) return { outcome: 'payment_not_found' };
  const [locked, recordedAs, today] = await tx.locked(
    () => lockForRefund(tx, paymentId),
    (behind) => findProviderRefund(behind, refund.provider, refund.providerRefundId),
    readToday,
  );
  if (recordedAs) return { outcome: 'already_processed', paymentId, refundId: recordedAs };
  const { currency: expected } = locked.payment;
  if (refund.currency !== expected) return { outcome: 'currency_mismatch', paymentId, expected };
  try {
    const recorded = await refundPaymentIn(tx, locked, today, {
      amount: refund.amount,
      reason: refund.reason ?? `Refunded at ${refund.provider}`,
      provider: refund.provider,
      providerRefundId: refund.providerRefundId,
    });
    const { id, amount } = recorded.refund;
    return { outcome: 'recorded', paymentId, refundId: id, amount };
  } catch (error) {
    // Refusals are decided before anything is written, so the transaction is still whole.
    if (!(error instanceof DomainError) || error.status >= 500) throw error;
    return { outcome: 'refused', paymentId, code: error.code };
  }
}

/** What providers have given back, and what disputes have taken. */
export const madeRefunds = {
  lock: lockProviderRefunds,
  record: recordProviderRefund,
  claim: claimRefund,
  undo: undoProviderRefund,
  followDispute,
} as const;
