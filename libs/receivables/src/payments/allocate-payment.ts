import { newId } from '@quittance/kernel';
import { sumOf } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import type { Invoice } from '../invoices/invoice.repository.js';
import { settle, type Moment, type Settlement } from '../invoices/settlement.js';
import type { NewAllocation } from './payment.entity.js';
import type { Payment } from './payment.repository.js';

/** A part of a payment meant for a locked invoice: at most its balance. */
export interface PlannedAllocation {
  readonly invoice: Invoice;
  readonly amount: bigint;
}

export interface Settled {
  readonly invoice: Invoice;
  readonly settlement: Settlement;
}

/** Where the money of a completed payment went. */
export interface AllocatedPayment {
  readonly applied: bigint;
  readonly excess: bigint;
  readonly allocations: readonly NewAllocation[];
  readonly settled: readonly Settled[];
}

/** Allocates a payment to invoices; what no invoice takes is excess. Pure. */
export function allocatePayment(
  payment: Pick<Payment, 'id' | 'amount'>,
  planned: readonly PlannedAllocation[],
  appliedOn: LocalDate,
  moment: Moment,
): AllocatedPayment {
  const taken = planned.filter(({ amount }) => amount > 0n);
  const applied = sumOf(taken.map(({ amount }) => amount));
  if (applied > payment.amount) throw new RangeError('More was allocated than the payment holds');
  return {
    applied,
    excess: payment.amount - applied,
    allocations: taken.map(({ invoice, amount }) => ({
      id: newId<'payment-allocation'>(),
      paymentId: payment.id,
      invoiceId: invoice.id,
      refundId: null,
      amount,
      appliedOn,
      createdAt: moment.now,
    })),
    settled: taken.map(({ invoice, amount }) => ({
      invoice,
      settlement: settle(invoice, { paid: amount }, moment),
    })),
  };
}
