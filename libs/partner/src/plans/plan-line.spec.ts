import { addMonths, parseLocalDate, type LocalDate } from '@quittance/calendar';
import type { ProductId } from '@quittance/kernel';
import { eligibleLines } from '../commissions/eligible-lines.js';
import { lineFor, lineKey, type PlanLine } from './plan-line.js';
import { isWithinMonths } from './recurring.js';
import { tierPeriodOf } from './tier-period.js';

const day = (text: string): LocalDate => parseLocalDate(text) as LocalDate;
const line = (over: Partial<PlanLine>): PlanLine => ({
  productId: null,
  category: null,
  rate: '10',
  tiers: null,
  recurringMonths: null,
  ...over,
});
const product = 'a product' as ProductId;

describe('the line of a plan for what is sold', () => {
  const lines = [line({}), line({ category: 'hardware' }), line({ productId: product })];
  const keyFor = (productId: ProductId | null, category: string | null) => {
    const found = lineFor(lines, { productId, category });
    return found && lineKey(found);
  };

  it('is the most specific', () => {
    expect(keyFor(product, 'hardware')).toBe('product:a product');
    expect(keyFor('other' as ProductId, 'hardware')).toBe('category:hardware');
    expect(keyFor(null, 'hardware')).toBe('category:hardware');
    expect(keyFor(null, null)).toBe('all');
    expect(lineFor(lines.slice(1), { productId: null, category: 'x' })).toBeUndefined();
  });
});

describe('what recurs', () => {
  const start = day('2026-01-31');
  const earns = (months: number | null, periodStart: LocalDate, first = false) =>
    isWithinMonths(months, { periodStart, start, first });

  it('earns in the periods that start within its months (example 22)', () => {
    const periods = Array.from({ length: 13 }, (_, i) => addMonths(start, i));
    expect(periods.filter((period) => earns(12, period))).toHaveLength(12);
    expect(earns(12, day('2027-01-31'))).toBe(false);
  });

  it('earns once with 0, and always without any', () => {
    expect([earns(0, start, true), earns(0, start, false)]).toEqual([true, false]);
    expect(earns(null, day('2099-01-01'))).toBe(true);
  });
});

describe('the period of tiers', () => {
  it.each([
    ['month', '2026-12-31', '2026-12-01'],
    ['quarter', '2026-12-31', '2026-10-01'],
    ['quarter', '2026-03-01', '2026-01-01'],
    ['year', '2026-12-31', '2026-01-01'],
  ] as const)('%s of %s begins on %s', (period, of, first) => {
    expect(tierPeriodOf(period, day(of))).toBe(first);
  });
});

test('a line is for what is sold by it less what comes back by another', () => {
  const plan = [line({ productId: product }), line({})];
  const sold = (id: string, productId: ProductId, net: bigint) => {
    return { id, productId, category: null, periodStart: null, net };
  };
  const lines = [sold('a', product, -2_500n), sold('b', 'another' as ProductId, 4_000n)];
  const money = { lines, credits: [] };
  const eligible = eligibleLines(plan, { counts: true, periodStart: null }, money, null);
  expect(eligible.map((each) => each.eligible)).toEqual([0n, 1_500n]);
});
