import { formatMinor } from '@quittance/money';
import { netAmount } from './payment.js';
import type { Payment } from './payment.repository.js';

/** A payment as the API and events show it. */
export function paymentView(payment: Payment) {
  const amount = (minor: bigint) => formatMinor(minor, payment.currency);
  return {
    id: payment.id,
    version: payment.version,
    number: payment.number,
    status: payment.status,
    invoiceId: payment.invoiceId,
    accountId: payment.accountId,
    amount: amount(payment.amount),
    appliedAmount: amount(payment.appliedAmount),
    onAccountAmount: amount(payment.onAccountAmount),
    refundedAmount: amount(payment.refundedAmount),
    netAmount: amount(netAmount(payment)),
    currency: payment.currency,
    method: payment.method,
    reference: payment.reference,
    provider: payment.provider,
    providerPaymentId: payment.providerPaymentId,
    receivedOn: payment.receivedOn,
    clearedAt: payment.clearedAt,
    createdAt: payment.createdAt,
    updatedAt: payment.updatedAt,
  };
}

export type PaymentView = ReturnType<typeof paymentView>;
