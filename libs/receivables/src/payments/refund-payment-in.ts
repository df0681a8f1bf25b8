import { audit } from '@quittance/audit';
import type { Tx } from '@quittance/database';
import { formatMinor, sumOf } from '@quittance/money';
import { newId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { emit } from '@quittance/outbox';
import { checkBooks } from '../check-books.js';
import { refundCredit } from '../credits/refund-credit.js';
import { announceSettlement } from '../invoices/announce-settlement.js';
import { storeSettlements } from '../invoices/invoice.repository.js';
import { settle } from '../invoices/settlement.js';
import { recordTaxOfUnsent } from '../invoice-lines/tax-of-unsent.js';
import type { Settled } from './allocate-payment.js';
import type { NewAllocation, NewRefund } from './payment.entity.js';
import { splitRefund, type RefundSplit, type Standing } from './payment.js';
import { allocations, refunds, type Payment } from './payment.repository.js';
import { paymentView } from './payment.view.js';
import { type LockedForRefund, storeRefundedPayment } from './refund.repository.js';

export interface RefundTerms {
  /** Minor units; null for all that is left. */
  readonly amount: bigint | null;
  readonly reason: string;
  readonly provider: string | null;
  readonly providerRefundId: string | null;
}

export interface RecordedRefund {
  readonly refund: NewRefund;
  readonly payment: Payment;
  readonly reversals: readonly Standing[];
}

/**
 * Records a refund on a locked payment: what is left of its on-account credit first, then off its
 * invoices, which settle again.
 * @throws DomainError payment_not_refundable, refund_exceeds_payment, credit_already_used
 */
export async function refundPaymentIn(
  tx: Tx,
  locked: LockedForRefund,
  today: LocalDate,
  request: RefundTerms,
): Promise<RecordedRefund> {
  const { payment, note } = locked;
  const split = splitRefund(payment, request.amount, note?.remaining ?? 0n, locked.standing);
  const refund = refundRow(tx, payment, split, request, today);
  const settled = reverse(tx, locked, split, today);
  const after: Payment = {
    ...payment,
    status: 'refunded',
    refundedAmount: payment.refundedAmount + split.amount,
    version: payment.version + 1,
    updatedAt: tx.ctx.now,
  };
  tx.later(refunds.insert(tx, [refund]));
  tx.later(
    allocations.insert(tx, reversalRows(tx, refund, split, today)),
    storeSettlements(tx, settled),
    storeRefundedPayment(tx, after),
  );
  if (note && split.fromCredit > 0n) refundCredit(tx, note, split.fromCredit, payment.number);
  const touched = {
    invoices: settled.map(({ invoice }) => invoice.id),
    payments: [payment.id],
    creditNotes: note ? [note.id] : [],
  };
  tx.later(checkBooks(tx, touched));
  await recordTaxOfUnsent(tx, settled);
  for (const { invoice, settlement } of settled) announceSettlement(tx, invoice, settlement);
  announce(tx, payment, after, refund);
  return { refund, payment: after, reversals: split.reversals };
}

function refundRow(
  tx: Tx,
  payment: Payment,
  split: RefundSplit,
  request: RefundTerms,
  refundedOn: LocalDate,
): NewRefund {
  return {
    id: newId<'refund'>(),
    paymentId: payment.id,
    amount: split.amount,
    fromCredit: split.fromCredit,
    fromInvoices: sumOf(split.reversals.map(({ amount }) => amount)),
    reason: request.reason,
    provider: request.provider,
    providerRefundId: request.providerRefundId,
    refundedOn,
    actor: tx.ctx.actor,
    createdAt: tx.ctx.now,
  };
}

function reverse(tx: Tx, locked: LockedForRefund, split: RefundSplit, today: LocalDate): Settled[] {
  const { now, actor } = tx.ctx;
  return split.reversals.map(({ invoiceId, amount }) => {
    const invoice = locked.invoices.find(({ id }) => id === invoiceId);
    if (!invoice) throw new Error('An invoice of the payment is not locked');
    return { invoice, settlement: settle(invoice, { paid: -amount }, { now, actor, today }) };
  });
}

function reversalRows(
  tx: Tx,
  refund: NewRefund,
  split: RefundSplit,
  appliedOn: LocalDate,
): NewAllocation[] {
  return split.reversals.map(({ invoiceId, amount }) => ({
    id: newId<'payment-allocation'>(),
    paymentId: refund.paymentId,
    invoiceId,
    refundId: refund.id,
    amount: -amount,
    appliedOn,
    createdAt: tx.ctx.now,
  }));
}

function announce(tx: Tx, before: Payment, after: Payment, refund: NewRefund): void {
  const amount = formatMinor(refund.amount, after.currency);
  const data = { ...paymentView(after), refund: { id: refund.id, amount, reason: refund.reason } };
  emit(tx, { type: 'payment.refunded', object: 'payment', recordId: after.id, data });
  audit(tx, {
    action: 'payment.refunded',
    object: 'payment',
    recordId: after.id,
    before: {
      status: before.status,
      refundedAmount: formatMinor(before.refundedAmount, before.currency),
    },
    after: {
      status: after.status,
      refundedAmount: formatMinor(after.refundedAmount, after.currency),
      refund: data.refund,
    },
  });
}
