import { minOf, sumOf } from '@quittance/money';
import {
  netAmount,
  takenOff,
  type PaymentState,
  type RefundSplit,
  type Standing,
} from '../payments/payment.js';
import type { SpentCredit } from '../payments/refund.repository.js';

/** What a chargeback takes, and which spent credit it calls back for that. */
export interface ChargebackSplit extends RefundSplit {
  /** Taken off the invoices that credit of the payment was put on, before the note gives it. */
  readonly calledBack: readonly SpentCredit[];
}

/**
 * Splits what a bank takes back of a payment: unused credit first, then off its invoices, newest
 * first, and last the credit that was put on other invoices. Unlike a refund it is never refused:
 * the money is gone. Never more than the payment has left; null where that is nothing. Pure.
 */
export function splitChargeback(
  payment: PaymentState,
  wanted: bigint,
  unusedCredit: bigint,
  standing: readonly Standing[],
  spent: readonly SpentCredit[],
): ChargebackSplit | null {
  const amount = minOf(wanted, netAmount(payment));
  if (amount <= 0n) return null;
  const unused = minOf(amount, unusedCredit);
  const reversals = takenOff(amount - unused, standing);
  const rest = amount - unused - sumOf(reversals.map((each) => each.amount));
  const calledBack = takenOff(rest, spent);
  if (sumOf(calledBack.map((each) => each.amount)) !== rest) {
    throw new RangeError('What is left of a payment is neither on invoices nor credit');
  }
  return { amount, fromCredit: unused + rest, reversals, calledBack };
}
