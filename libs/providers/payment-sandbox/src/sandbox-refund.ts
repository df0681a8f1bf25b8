import type { SandboxPayment } from '@quittance/gateway/provider';
import { newId } from '@quittance/kernel';
import { sumOf } from '@quittance/money';

const PREFIX = 'sbr_';

/** A refund of a payment; its id tells which. */
export function refundOf(paymentId: string, amount: bigint, attemptKey: string): SandboxPayment {
  const id = `${PREFIX}${newId()}_${paymentId}`;
  return { id, status: 'refunded', amount, attemptKey };
}

/** The payment that a refund belongs to. */
export function sandboxPaymentOf(refund: SandboxPayment): string {
  return refund.id.slice(refund.id.indexOf('_', PREFIX.length) + 1);
}

/** What has not been given back of a payment. */
export function leftOf(payments: readonly SandboxPayment[], paymentId: string): bigint {
  const payment = payments.find(({ id, status }) => id === paymentId && status === 'captured');
  const refunds = payments.filter(
    (each) => each.status === 'refunded' && sandboxPaymentOf(each) === paymentId,
  );
  return (payment?.amount ?? 0n) - sumOf(refunds.map(({ amount }) => amount));
}
