import type { SandboxPayment } from '@quittance/gateway/provider';

const PREFIX = 'sbd_';

/** How a dispute of a payment ends. */
export type SandboxDecision = 'won' | 'lost';

/** The dispute of a payment: it has one at most, whose id tells which. */
export function disputeIdOf(paymentId: string): string {
  return `${PREFIX}${paymentId}`;
}

/** A payer disputes a payment, or the bank decides about it. */
export function disputeRow(
  paymentId: string,
  status: 'disputed' | SandboxDecision,
  amount: bigint,
  attemptKey: string,
): SandboxPayment {
  const id = disputeIdOf(paymentId);
  return { id: status === 'disputed' ? id : `${id}_${status}`, status, amount, attemptKey };
}

/** The payments of a link that are disputed and not decided, with the amounts in dispute. */
export function undecidedOf(payments: readonly SandboxPayment[]): SandboxPayment[] {
  const ids = new Set(payments.map(({ id }) => id));
  return payments.flatMap((payment) => {
    const dispute = payments.find(({ id }) => id === disputeIdOf(payment.id));
    const decided = ['won', 'lost'].some((end) => ids.has(`${disputeIdOf(payment.id)}_${end}`));
    return dispute && !decided ? [{ ...payment, amount: dispute.amount }] : [];
  });
}

export function isDisputed(payments: readonly SandboxPayment[], paymentId: string): boolean {
  return payments.some(({ id }) => id === disputeIdOf(paymentId));
}
