import { newId, type InvoiceId } from '@quittance/kernel';
import { sumOf } from '@quittance/money';
import fc from 'fast-check';
import {
  netAmount,
  PAYMENT_STATUSES,
  splitRefund,
  statusAfterPending,
  type PaymentState,
} from './payment.js';

const first = newId<'invoice'>();
const second = newId<'invoice'>();

function aPayment(facts: Partial<PaymentState> = {}): PaymentState {
  return { status: 'completed', currency: 'EUR', amount: 15_000n, refundedAmount: 0n, ...facts };
}

const standing = (amount: bigint, invoiceId: InvoiceId = first) => ({ invoiceId, amount });

describe('the states of a payment', () => {
  it('clear completes and cancel fails a pending payment', () => {
    expect(statusAfterPending({ status: 'pending' }, 'clear')).toBe('completed');
    expect(statusAfterPending({ status: 'pending' }, 'cancel')).toBe('failed');
    expect(statusAfterPending({ status: 'pending' }, 'withdraw')).toBe('withdrawn');
  });

  const others = PAYMENT_STATUSES.filter((status) => status !== 'pending');
  it.each(others)('neither clear nor cancel is allowed when %s', (status) => {
    for (const operation of ['clear', 'cancel', 'withdraw'] as const) {
      expect(() => statusAfterPending({ status }, operation)).toThrow(
        expect.objectContaining({ code: 'payment_not_pending' }),
      );
    }
  });

  it.each(['pending', 'failed', 'withdrawn'] as const)(
    'a payment that is %s has no net',
    (status) => {
      expect(netAmount(aPayment({ status }))).toBe(0n);
      expect(() => splitRefund(aPayment({ status }), 1n, 0n, [])).toThrow(
        expect.objectContaining({ code: 'payment_not_refundable' }),
      );
    },
  );
});

describe('splitRefund', () => {
  it('takes unused credit first, then off the invoice', () => {
    expect(splitRefund(aPayment(), 7_000n, 5_000n, [standing(10_000n)])).toEqual({
      amount: 7_000n,
      fromCredit: 5_000n,
      reversals: [standing(2_000n)],
    });
  });

  it('refunds all that is left without an amount', () => {
    const payment = aPayment({ refundedAmount: 3_000n, status: 'refunded' });
    expect(splitRefund(payment, null, 2_000n, [standing(10_000n)])).toEqual({
      amount: 12_000n,
      fromCredit: 2_000n,
      reversals: [standing(10_000n)],
    });
  });

  it('goes through the invoices in the order given and touches no more than needed', () => {
    const rows = [standing(6_000n, second), standing(4_000n), standing(5_000n)];
    expect(splitRefund(aPayment(), 8_000n, 0n, rows).reversals).toEqual([
      standing(6_000n, second),
      standing(2_000n),
    ]);
  });

  it('never gives back more than the net', () => {
    const payment = aPayment({ refundedAmount: 14_000n, status: 'refunded' });
    expect(() => splitRefund(payment, 1_001n, 0n, [standing(1_000n)])).toThrow('10.01 EUR');
  });

  it('refuses credit that was spent elsewhere and names what can be refunded', () => {
    const refuse = () => splitRefund(aPayment(), null, 1_000n, [standing(10_000n)]);
    expect(refuse).toThrow(expect.objectContaining({ code: 'credit_already_used', status: 409 }));
    expect(refuse).toThrow('110.00 EUR');
  });

  it('has nothing to refund once the net is zero', () => {
    const payment = aPayment({ refundedAmount: 15_000n, status: 'refunded' });
    expect(() => splitRefund(payment, null, 0n, [])).toThrow(
      expect.objectContaining({ code: 'payment_not_refundable' }),
    );
  });

  it('always comes out to the amount, within what credit and invoices hold', () => {
    const amounts = fc.array(fc.bigInt({ min: 1n, max: 5_000n }), { maxLength: 5 });
    fc.assert(
      fc.property(
        amounts,
        fc.bigInt({ min: 0n, max: 5_000n }),
        fc.bigInt({ min: 1n, max: 30_000n }),
        (parts, credit, requested) => {
          const held = credit + sumOf(parts);
          const rows = parts.map((amount) => standing(amount));
          fc.pre(requested <= held);
          const split = splitRefund(aPayment({ amount: held }), requested, credit, rows);
          expect(split.fromCredit + sumOf(split.reversals.map((r) => r.amount))).toBe(requested);
          expect(split.fromCredit <= credit).toBe(true);
          split.reversals.forEach((r, i) => expect(r.amount <= (parts[i] ?? 0n)).toBe(true));
        },
      ),
    );
  });
});
