import { NO_ADDRESS } from '@quittance/company';
import { parseLocalDate } from '@quittance/calendar';
import { DomainError, newId } from '@quittance/kernel';
import { RateBook } from '@quittance/tax';
import fc from 'fast-check';
import { runs } from '../../../test/support/tier.js';
import { adjustmentLines, type DocumentAdjustment, type AdjustedLine } from './adjustments.js';
import { priceDocumentLines, type Seller } from './price-lines.js';

const line = (unitPrice: string, taxRate: string | null, quantity = '1'): AdjustedLine => ({
  quantity,
  unitPrice,
  discount: null,
  taxCode: null,
  taxRate,
});
const off = (over: Partial<DocumentAdjustment>): DocumentAdjustment => ({
  kind: 'allowance',
  reason: 'Loyalty',
  ...over,
});
const SELLER: Seller = {
  party: { country: 'DE', region: null, postalCode: null, taxRegistration: 'DE123456789' },
  rounding: 'document',
  book: RateBook.empty,
};
const BUYER = {
  id: newId<'account'>(),
  address: { ...NO_ADDRESS, country: 'DE' },
  taxRegistration: null,
};
const taxDate = parseLocalDate('2026-03-01');

function priced(lines: readonly AdjustedLine[], adjustments: readonly DocumentAdjustment[]) {
  const terms = { currency: 'EUR', taxDate, pricesIncludeTax: false };
  const made = adjustmentLines(adjustments, lines, 'EUR');
  return priceDocumentLines(terms, SELLER, BUYER, [...lines, ...made]);
}

function pointerOf(
  lines: readonly AdjustedLine[],
  adjustment: DocumentAdjustment,
): string | undefined {
  try {
    adjustmentLines([adjustment], lines, 'EUR');
  } catch (error) {
    if (error instanceof DomainError) return error.options.errors?.[0]?.pointer;
    throw error;
  }
  return undefined;
}

test.each<[string, Partial<AdjustedLine>, Partial<DocumentAdjustment>, bigint]>([
  ['a line without a code', { defaultCode: 'std' }, { taxCode: 'std' }, 15000n],
  ['a line of another code', { defaultCode: 'std', taxCode: 'red' }, { taxCode: 'std' }, 10000n],
  [
    'a line with a rate of its own',
    { defaultCode: 'std', taxRate: '19' },
    { taxCode: 'std' },
    10000n,
  ],
  ['a line of a company without one', {}, { taxCode: 'std' }, 10000n],
  ['all lines, taxed alike, without a code', { defaultCode: 'std' }, {}, 15000n],
])('of the default code is of %s or not', (_, over, asked, base) => {
  const named = { ...line('100.00', null), taxCode: 'std' };
  const made = [named, { ...line('50.00', null), ...over }];
  const [adjustment] = adjustmentLines([off({ percent: '10', ...asked })], made, 'EUR');
  expect(adjustment?.adjustmentBase).toBe(base);
});

describe('what is taken off a document or put on it', () => {
  it('is a percentage of its lines or an amount, taxed as they are', () => {
    const document = priced(
      [line('100.00', '19'), line('50.00', '19')],
      [off({ percent: '10' }), { kind: 'charge', reason: 'Freight', amount: '5.00' }],
    );
    // 150 − 15 + 5 = 140; 19 % of that is 26.60.
    expect([document.subtotal, document.taxTotal, document.total]).toEqual([14000n, 2660n, 16660n]);
  });

  it('is of the lines alone that are taxed as it says', () => {
    const lines = [line('100.00', '19'), line('50.00', '7.000000')];
    const made = adjustmentLines([off({ percent: '10', taxRate: '7' })], lines, 'EUR');
    expect(made[0]).toMatchObject({ quantity: '-1', unitPrice: '5.00', adjustmentBase: 5000n });
  });

  it.each([
    ['with neither a percentage nor an amount', off({ taxRate: '7' }), ''],
    ['with both', off({ taxRate: '7', percent: '1', amount: '1.00' }), ''],
    ['of a percentage of nothing', off({ taxRate: '3', percent: '1' }), '/percent'],
    ['of more than all', off({ taxRate: '7', percent: '101' }), '/percent'],
    ['of an amount below nothing', off({ taxRate: '7', amount: '-1.00' }), '/amount'],
  ])('is refused %s', (_, adjustment, member) => {
    const lines = [line('100.00', '19'), line('50.00', '7')];
    expect(pointerOf(lines, adjustment)).toBe(`/adjustments/0${member}`);
  });
});

/** Hundredths of a decimal text of at most two decimals. */
const cents = (text: string) => BigInt(Math.round(Number(text) * 100));
const halfUp = (n: bigint, by: bigint) => {
  const size = n < 0n ? -n : n;
  const whole = (size * 2n + by) / (by * 2n);
  return n < 0n ? -whole : whole;
};

/** The same sum on paper: net per rate, each share rounded once, tax once per rate. */
function byHand(lines: readonly AdjustedLine[], adjustments: readonly DocumentAdjustment[]) {
  const nets = new Map<string, bigint>();
  const add = (rate: string, net: bigint) => nets.set(rate, (nets.get(rate) ?? 0n) + net);
  for (const { unitPrice, quantity, taxRate } of lines) {
    add(String(taxRate), cents(unitPrice) * BigInt(quantity));
  }
  const before = new Map(nets);
  for (const { kind, taxRate, percent, amount } of adjustments) {
    const base = before.get(String(taxRate)) ?? 0n;
    const size = percent ? halfUp(base * BigInt(percent), 100n) : cents(String(amount));
    add(String(taxRate), kind === 'charge' ? size : -size);
  }
  const net = [...nets.values()].reduce((a, b) => a + b, 0n);
  const tax = [...nets].reduce((sum, [rate, of]) => sum + halfUp(of * BigInt(rate), 100n), 0n);
  return { net, tax };
}

const anyRate = fc.constantFrom('7', '19', '20');
const anyPrice = fc.integer({ min: 1, max: 99_999 }).map((n) => (n / 100).toFixed(2));
const anyLine = fc
  .tuple(anyPrice, anyRate, fc.integer({ min: 1, max: 9 }))
  .map(([price, rate, quantity]) => line(price, rate, String(quantity)));
const anyAdjustment = fc.record({
  kind: fc.constantFrom('allowance' as const, 'charge' as const),
  reason: fc.constant('Why'),
  taxRate: anyRate,
  size: fc.oneof(
    fc.integer({ min: 0, max: 100 }).map((n) => ({ percent: String(n) })),
    fc.integer({ min: 0, max: 99_999 }).map((n) => ({ amount: (n / 100).toFixed(2) })),
  ),
});

it('comes to what it does on paper, for any lines and adjustments', () => {
  let compared = 0;
  fc.assert(
    fc.property(
      fc.array(anyLine, { minLength: 1, maxLength: 5 }),
      fc.array(anyAdjustment, { maxLength: 4 }),
      (lines, drawn) => {
        const rates = new Set(lines.map(({ taxRate }) => taxRate));
        const asked = drawn
          .map(({ size, ...each }): DocumentAdjustment => ({ ...each, ...size }))
          .filter(({ taxRate }) => rates.has(taxRate ?? null));
        const { subtotal, taxTotal } = priced(lines, asked);
        const { net, tax } = byHand(lines, asked);
        expect([subtotal, taxTotal]).toEqual([net, tax]);
        compared += asked.length;
      },
    ),
    { numRuns: runs(300) },
  );
  expect(compared).toBeGreaterThan(100);
});
