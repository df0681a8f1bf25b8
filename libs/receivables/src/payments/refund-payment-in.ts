import { audit } from '@quittance/audit';
import type { Tx } from '@quittance/database';
import { formatMinor, minOf, sumOf } from '@quittance/money';
import { newId, type Ctx } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { emit } from '@quittance/outbox';
import { checkBooks } from '../check-books.js';
import type { CreditNote } from '../credit-notes/credit-note.repository.js';
import { refundCredit } from '../credits/refund-credit.js';
import { announceSettlement } from '../invoices/announce-settlement.js';
import { storeSettlements } from '../invoices/invoice.repository.js';
import { settle } from '../invoices/settlement.js';
import { recordTaxOfUnsent } from '../invoice-lines/tax-of-unsent.js';
import type { Settled } from './allocate-payment.js';
import type { NewAllocation, NewRefund } from './payment.entity.js';
import { splitRefund, type RefundSplit, type Standing } from './payment.js';
import { allocations, refundCredits, refunds, type Payment } from './payment.repository.js';
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
  const unused = sumOf(locked.notes.map(({ remaining }) => remaining));
  const split = splitRefund(locked.payment, request.amount, unused, locked.standing);
  const { reason, provider, providerRefundId } = request;
  const of = { reason, provider, providerRefundId, providerDisputeId: null };
  return losePayment(tx, locked, split, { ...of, kind: 'refund' }, today);
}

/** Why a payment loses money, and by whom. */
export type LossTerms = Pick<
  NewRefund,
  'kind' | 'reason' | 'provider' | 'providerRefundId' | 'providerDisputeId'
>;

/**
 * Takes money off a locked payment by an append-only row: off its notes and off its invoices, as
 * split. All that is locked is as the transaction sees it.
 */
export async function losePayment(
  tx: Tx,
  locked: LockedForRefund,
  split: RefundSplit,
  terms: LossTerms,
  today: LocalDate,
): Promise<RecordedRefund> {
  const { payment } = locked;
  const refund = refundRow(tx, payment, split, terms, today);
  const settled = reverse(tx, locked, split, today);
  const after = lostPayment(payment, split.amount, tx.ctx);
  const taken = takenFromNotes(locked.notes, split.fromCredit);
  tx.later(refunds.insert(tx, [refund]));
  tx.later(
    allocations.insert(tx, reversalRows(tx, refund, split, today)),
    storeSettlements(tx, settled),
    storeRefundedPayment(tx, after),
  );
  for (const { note, amount } of taken) refundCredit(tx, note, amount, payment.number);
  const ofReturned = taken.filter(({ note }) => note.refundId !== null);
  if (ofReturned.length > 0) tx.later(refundCredits.insert(tx, ofReturned.map(creditRow)));
  const touched = {
    invoices: settled.map(({ invoice }) => invoice.id),
    payments: [payment.id],
    creditNotes: taken.map(({ note }) => note.id),
  };
  tx.later(checkBooks(tx, touched));
  await recordTaxOfUnsent(tx, settled);
  for (const { invoice, settlement } of settled) announceSettlement(tx, invoice, settlement);
  announceLoss(tx, payment, after, refund);
  return { refund, payment: after, reversals: split.reversals };

  function creditRow({ note, amount }: { note: CreditNote; amount: bigint }) {
    return { refundId: refund.id, creditNoteId: note.id, amount, createdAt: tx.ctx.now };
  }
}

/** A payment that has lost an amount, or got it back where that is negative. */
export function lostPayment(payment: Payment, amount: bigint, { now }: Pick<Ctx, 'now'>): Payment {
  const refundedAmount = payment.refundedAmount + amount;
  return {
    ...payment,
    status: refundedAmount > 0n ? 'refunded' : 'completed',
    refundedAmount,
    version: payment.version + 1,
    updatedAt: now,
  };
}

/** The excess of the payment first, then what came back of it later. */
function takenFromNotes(notes: readonly CreditNote[], amount: bigint) {
  let left = amount;
  return notes.flatMap((note) => {
    const taken = minOf(left, note.remaining);
    left -= taken;
    return taken > 0n ? [{ note, amount: taken }] : [];
  });
}

function refundRow(
  tx: Tx,
  payment: Payment,
  split: RefundSplit,
  terms: LossTerms,
  refundedOn: LocalDate,
): NewRefund {
  return {
    ...terms,
    id: newId<'refund'>(),
    paymentId: payment.id,
    reversesId: null,
    toCredit: 0n,
    amount: split.amount,
    fromCredit: split.fromCredit,
    fromInvoices: sumOf(split.reversals.map(({ amount }) => amount)),
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

const TOLD_AS = {
  refund: 'payment.refunded',
  chargeback: 'payment.charged_back',
  returned: 'payment.returned',
} as const;

/** Announces and logs that a payment has lost money, or got it back. */
export function announceLoss(tx: Tx, before: Payment, after: Payment, refund: NewRefund): void {
  const amount = formatMinor(refund.amount < 0n ? -refund.amount : refund.amount, after.currency);
  const data = { ...paymentView(after), refund: { id: refund.id, amount, reason: refund.reason } };
  const type = TOLD_AS[refund.kind];
  emit(tx, { type, object: 'payment', recordId: after.id, data });
  audit(tx, {
    action: type,
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
