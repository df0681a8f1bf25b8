import fc from 'fast-check';
import { aDispute, anInvoice, anInvoiceThatIs, AT, TODAY } from '../testing/an-invoice.js';
import { INVOICE_STATUSES, isClosed, settledStatus } from './invoice.js';
import { settle, splitCapture } from './settlement.js';

const MOMENT = {
  today: TODAY,
  now: AT,
  actor: { kind: 'provider', id: null, name: 'sandbox' },
} as const;

describe('settle', () => {
  const unpaid = INVOICE_STATUSES.filter(
    (status) => !['paid', 'written_off'].includes(status) && !isClosed(status),
  );
  it.each(unpaid)('a payment of the balance makes an invoice that is %s paid', (status) => {
    const invoice = anInvoiceThatIs(status);
    expect(settle(invoice, { paid: invoice.balance }, MOMENT).status).toBe('paid');
  });

  it.each(unpaid)('a credit of a part makes an invoice that is %s partially paid', (status) => {
    expect(settle(anInvoiceThatIs(status), { credited: 1n }, MOMENT).status).toBe('partially_paid');
  });

  it.each([
    ['draft', { sentAt: null }],
    ['viewed', { viewedAt: AT }],
    ['sent', {}],
  ] as const)('a full refund brings a paid invoice back to %s', (status, facts) => {
    const paid = anInvoice({ status: 'paid', paidAmount: 10_000n, ...facts });
    expect(settle(paid, { paid: -10_000n }, MOMENT)).toMatchObject({ status, balance: 10_000n });
  });

  describe('of what was written off', () => {
    const writtenOff = () => anInvoiceThatIs('written_off');

    it('money takes back as much as came, and the rest stays written off', () => {
      const after = settle(writtenOff(), { paid: 2_000n }, MOMENT);
      const rest = { writtenOffAmount: 4_000n, balance: 0n };
      expect(after).toMatchObject({ status: 'written_off', paidAmount: 6_000n, ...rest });
    });

    it('all of it makes it paid', () => {
      const after = settle(writtenOff(), { paid: 6_000n }, MOMENT);
      expect(after).toMatchObject({ status: 'paid', writtenOffAmount: 0n, balance: 0n });
    });

    it('more than it is refused', () => {
      expect(() => settle(writtenOff(), { paid: 6_001n }, MOMENT)).toThrow(RangeError);
    });

    it('money that was given back is owed again, and what was written off is not', () => {
      const after = settle(writtenOff(), { paid: -1_000n }, MOMENT);
      const rest = { writtenOffAmount: 6_000n, balance: 1_000n };
      expect(after).toMatchObject({ status: 'partially_paid', paidAmount: 3_000n, ...rest });
    });
  });

  it('money that arrives ends a dispute', () => {
    const after = settle(anInvoiceThatIs('disputed'), { paid: 5_000n }, MOMENT);
    expect(after.status).toBe('partially_paid');
    expect(after.dispute).toMatchObject({ outcome: 'settled', closedAt: AT });
  });

  it('money that is taken back leaves a dispute open', () => {
    const disputed = { ...anInvoiceThatIs('disputed'), paidAmount: 4_000n, balance: 6_000n };
    const after = settle(disputed, { paid: -4_000n }, MOMENT);
    expect(after).toMatchObject({ status: 'disputed', paidAmount: 0n, balance: 10_000n });
    expect(after.dispute?.closedAt).toBeNull();
  });

  describe('with a part in dispute', () => {
    const disputed = () => ({ ...anInvoiceThatIs('disputed'), dispute: aDispute(3_000n) });

    it('the rest can be paid while the dispute goes on', () => {
      const after = settle(disputed(), { paid: 7_000n }, MOMENT);
      expect(after).toMatchObject({ status: 'partially_paid', balance: 3_000n });
      expect(after.dispute).toMatchObject({ closedAt: null, partPaidAt: AT });
    });

    it('money that reaches the part ends the dispute', () => {
      const after = settle(disputed(), { credited: 7_001n }, MOMENT);
      expect(after).toMatchObject({ status: 'partially_paid', balance: 2_999n });
      expect(after.dispute).toMatchObject({ outcome: 'settled' });
    });

    it('an invoice shows its dispute again when all money is taken back', () => {
      const paid = { ...disputed(), ...settle(disputed(), { paid: 7_000n }, MOMENT) };
      expect(settle(paid, { paid: -1n }, MOMENT).status).toBe('partially_paid');
      expect(settle(paid, { paid: -7_000n }, MOMENT)).toMatchObject({
        status: 'disputed',
        dispute: { closedAt: null },
      });
    });
  });

  it('never goes above the total or below zero', () => {
    expect(() => settle(anInvoice(), { paid: 10_001n }, MOMENT)).toThrow(RangeError);
    expect(() => settle(anInvoice(), { paid: -1n }, MOMENT)).toThrow(RangeError);
    expect(() => settle(anInvoice(), { credited: -1n }, MOMENT)).toThrow(RangeError);
  });

  it('keeps balance = total − paid − credited and a status that agrees, whatever moves', () => {
    const movement = fc.record({
      paid: fc.bigInt({ min: -6_000n, max: 6_000n }),
      credited: fc.bigInt({ min: -6_000n, max: 6_000n }),
    });
    fc.assert(
      fc.property(fc.array(movement, { maxLength: 30 }), (movements) => {
        let invoice = anInvoice();
        for (const each of movements) {
          try {
            invoice = { ...invoice, ...settle(invoice, each, MOMENT) };
          } catch (error) {
            if (!(error instanceof RangeError)) throw error;
          }
          const { total, paidAmount, creditedAmount, balance, status } = invoice;
          expect(balance).toBe(total - paidAmount - creditedAmount);
          expect(balance >= 0n && balance <= total).toBe(true);
          expect(status).toBe(settledStatus(invoice, TODAY));
        }
      }),
    );
  });
});

describe('splitCapture', () => {
  it('applies the balance to the invoice and leaves the rest, losing nothing', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        fc.bigInt({ min: 0n, max: 10n ** 15n }),
        (amount, balance) => {
          const { applied, excess } = splitCapture(amount, balance);
          expect(applied + excess).toBe(amount);
          expect(applied <= balance && excess >= 0n).toBe(true);
          expect(excess === 0n || applied === balance).toBe(true);
        },
      ),
    );
  });
});
