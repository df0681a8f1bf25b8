import { formatMinor, minOf, sumOf, type Currency } from '@quittance/money';
import type { InvoiceId } from '@quittance/kernel';
import {
  creditAlreadyUsed,
  paymentNotPending,
  paymentNotRefundable,
  refundExceedsPayment,
} from '../receivables.errors.js';

/** `failed` is what never came, `withdrawn` what its customer has taken back before it could. */
export const PAYMENT_STATUSES = [
  'pending',
  'completed',
  'failed',
  'withdrawn',
  'refunded',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const PAYMENT_METHODS = [
  'cash',
  'cheque',
  'bank_transfer',
  'card',
  'upi',
  'gateway',
  'other',
] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/**
 * `refund` given back to the payer · `chargeback` taken by the payer's bank · `returned` came back
 * of one of these.
 */
export const REFUND_KINDS = ['refund', 'chargeback', 'returned'] as const;
export type RefundKind = (typeof REFUND_KINDS)[number];

/** The facts that decide what may happen to a payment. Amounts are minor units. */
export interface PaymentState {
  readonly status: PaymentStatus;
  readonly currency: Currency;
  readonly amount: bigint;
  readonly refundedAmount: bigint;
}

/** What a payment has left: nothing until it completed, nothing where it never came. */
export function netAmount(payment: PaymentState): bigint {
  return holdsMoney(payment.status) ? payment.amount - payment.refundedAmount : 0n;
}

const AFTER_PENDING = { clear: 'completed', cancel: 'failed', withdraw: 'withdrawn' } as const;

/** Whether money has come with it, be it given back since. */
export function holdsMoney(status: PaymentStatus): boolean {
  return status === 'completed' || status === 'refunded';
}

/**
 * The status after a pending payment is cleared, cancelled or taken back by who stated it.
 * @throws DomainError payment_not_pending
 */
export function statusAfterPending(
  payment: Pick<PaymentState, 'status'>,
  operation: keyof typeof AFTER_PENDING,
): PaymentStatus {
  if (payment.status !== 'pending') throw paymentNotPending({ status: payment.status });
  return AFTER_PENDING[operation];
}

/** What of a payment still stands on an invoice. */
export interface Standing {
  readonly invoiceId: InvoiceId;
  readonly amount: bigint;
}

export interface RefundSplit {
  readonly amount: bigint;
  /** Taken from what is left of the payment's on-account credit note. */
  readonly fromCredit: bigint;
  /** Reversed off invoices, in order. */
  readonly reversals: readonly Standing[];
}

/**
 * Splits a refund: first the unused on-account credit, then off the invoices in the order given
 * (newest allocation first). Without an amount everything that is left is refunded.
 * @throws DomainError payment_not_refundable, refund_exceeds_payment, credit_already_used
 */
export function splitRefund(
  payment: PaymentState,
  requested: bigint | null,
  unusedCredit: bigint,
  standing: readonly Standing[],
): RefundSplit {
  const { status, currency } = payment;
  const net = netAmount(payment);
  if (net === 0n) throw paymentNotRefundable({ status });
  const amount = requested ?? net;
  if (amount > net) {
    throw refundExceedsPayment({
      amount: formatMinor(amount, currency),
      net: formatMinor(net, currency),
      currency,
    });
  }
  const refundable = unusedCredit + sumOf(standing.map((each) => each.amount));
  if (amount > refundable) {
    throw creditAlreadyUsed({ refundable: formatMinor(refundable, currency), currency });
  }
  const fromCredit = minOf(amount, unusedCredit);
  return { amount, fromCredit, reversals: takenOff(amount - fromCredit, standing) };
}

/** Takes an amount off what stands, in the order given, as far as it goes. Pure. */
export function takenOff<Each extends { readonly amount: bigint }>(
  amount: bigint,
  standing: readonly Each[],
): Each[] {
  const taken: Each[] = [];
  let left = amount;
  for (const each of standing) {
    const part = minOf(left, each.amount);
    if (part > 0n) taken.push({ ...each, amount: part });
    left -= part;
  }
  return taken;
}
