import type { Currency } from '@quittance/money';
import fc from 'fast-check';
import { feeFaults, feeOf, type StepFee } from './step-fee.js';

const fee = (said: Partial<StepFee>): StepFee => ({
  percent: null,
  amounts: [],
  taxCode: null,
  ...said,
});
const EURO = { currency: 'EUR' as Currency, amount: '5.00' };

it.each([
  ['an amount of its currency', fee({ amounts: [EURO] }), 10_000n, 'EUR', 500n],
  ['none in another currency', fee({ amounts: [EURO] }), 10_000n, 'USD', 0n],
  ['a part of what is open', fee({ percent: '2.5' }), 10_000n, 'EUR', 250n],
  ['half a cent up', fee({ percent: '0.5' }), 101n * 3n, 'EUR', 2n],
  ['less than half a cent for nothing', fee({ percent: '0.1' }), 400n, 'EUR', 0n],
  ['nothing of what is in dispute', fee({ amounts: [EURO] }), 0n, 'EUR', 0n],
  ['nothing unless said', null, 10_000n, 'EUR', 0n],
] as const)('asks for %s', (_, said, open, currency, expected) => {
  expect(feeOf(said, open, currency)).toBe(expected);
});

it('a part is the exact part, but for half a minor unit', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 15n), fc.integer({ min: 1, max: 100_000_000 }), (open, n) => {
      const percent = `${Math.floor(n / 1e6)}.${String(n % 1e6).padStart(6, '0')}`;
      const off = 2n * (feeOf(fee({ percent }), open, 'EUR') * 10n ** 8n - open * BigInt(n));
      expect(off <= 10n ** 8n && off >= -(10n ** 8n)).toBe(true);
    }),
  );
});

it('takes the most that a line can bear', () => {
  expect(feeFaults(fee({ amounts: [{ ...EURO, amount: '999999999999.99' }] }), '')).toEqual([]);
});

it.each([
  [{}, 'percent', 'required'],
  [{ percent: '1', amounts: [EURO] }, 'amounts', 'conflict'],
  [{ percent: '0' }, 'percent', 'range'],
  [{ percent: '100.1' }, 'percent', 'range'],
  [{ percent: '0.0000001' }, 'percent', 'range'],
  [{ amounts: [EURO, EURO] }, 'amounts/1/currency', 'duplicate'],
  [{ amounts: [{ ...EURO, amount: '0' }] }, 'amounts/0/amount', 'min'],
  [{ amounts: [{ ...EURO, amount: '1.001' }] }, 'amounts/0/amount', 'min'],
  [{ amounts: [{ ...EURO, amount: '1000000000000' }] }, 'amounts/0/amount', 'max'],
])('refuses %j', (said, member, code) => {
  expect(feeFaults(fee(said), '/steps/0/fee')).toMatchObject([
    { pointer: `/steps/0/fee/${member}`, code },
  ]);
});
