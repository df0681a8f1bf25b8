import fc from 'fast-check';
import { availableOf, takenOf } from './deposit.js';

const part = fc.bigInt({ min: 0n, max: 1000n });

/** What became of a deposit by now: nothing is negative, and notes are within its total. */
const money = fc
  .record({ total: part, open: part, writtenOff: part, noted: part, free: part })
  .map(({ total, open, writtenOff, noted, free }) => {
    const least = (a: bigint, b: bigint) => (a < b ? a : b);
    const balance = least(open, total);
    const credited = least(noted, total);
    return {
      total,
      balance,
      noted: credited,
      writtenOff: least(writtenOff, total - balance),
      free: least(free, credited),
    };
  });

describe('what invoices take of deposits', () => {
  it('is what was paid and is not deducted yet, and never below nothing', () => {
    const paid = { total: 1000n, balance: 0n, writtenOff: 0n, noted: 700n, free: 0n };
    expect(availableOf(paid)).toBe(300n);
    expect(availableOf({ ...paid, free: 200n })).toBe(500n);
    expect(availableOf({ ...paid, balance: 900n })).toBe(0n);
    expect(availableOf({ ...paid, noted: 0n, writtenOff: 400n })).toBe(600n);
  });

  it('is no more than the invoice takes, no more than there is, and as much as both let', () => {
    fc.assert(
      fc.property(fc.array(money), part, (deposits, balance) => {
        const taken = takenOf(deposits, balance);
        const sum = taken.reduce((all, { amount }) => all + amount, 0n);
        const all = deposits.reduce((before, each) => before + availableOf(each), 0n);
        expect(sum).toBe(all < balance ? all : balance);
        for (const { deposit, amount } of taken) {
          expect(amount > 0n && amount <= availableOf(deposit)).toBe(true);
          expect(amount - deposit.free <= deposit.total - deposit.noted).toBe(true);
        }
      }),
    );
  });
});
