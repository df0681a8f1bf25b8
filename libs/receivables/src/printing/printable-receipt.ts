import type { LocalDate } from '@quittance/calendar';
import { printableHead, type PrintableReceipt, type PrintFacts } from '@quittance/documents';
import type { Payment } from '../payments/payment.repository.js';
import type { Invoice } from '../invoices/invoice.repository.js';

/** What of a payment settled an invoice when it was booked, in minor units. */
export interface SettledByPayment {
  readonly number: string;
  readonly date: LocalDate;
  readonly amount: bigint;
}

/** The receipt of a payment ready to be printed. Pure. */
export function printableReceipt(
  payment: Payment,
  settled: readonly SettledByPayment[],
  billTo: Invoice['billTo'],
  facts: PrintFacts,
): PrintableReceipt {
  const { number, receivedOn, method, reference, amount, refundedAmount } = payment;
  const { currency, updatedAt: changedAt } = payment;
  return {
    ...printableHead(facts, billTo, { currency, changedAt, on: receivedOn }),
    kind: 'receipt',
    number,
    receivedOn,
    method,
    reference,
    amount,
    refunded: refundedAmount,
    settled,
    onAccount: payment.onAccountAmount,
  };
}
