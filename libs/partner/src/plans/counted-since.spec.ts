import type { CommissionPlan } from './commission-plan.js';
import { countedSince, type TierTerms } from './counted-since.js';
import type { PlanLine, SaidTier } from './plan-line.js';

const line = (category: string | null, tiers: readonly SaidTier[] | null): PlanLine => ({
  productId: null,
  category,
  rate: tiers === null ? '5' : null,
  tiers,
  recurringMonths: null,
});
const TIERS = [
  { upTo: '100.00', rate: '5' },
  { upTo: null, rate: '8' },
];
const BEFORE: TierTerms = {
  lines: [line(null, TIERS), line('tills', TIERS), line('paper', null)],
  currency: 'EUR' as CommissionPlan['currency'],
  tierPeriod: 'year',
  tierMode: 'whole',
};
const after = (over: Partial<TierTerms>, known = {}) =>
  countedSince(BEFORE, { ...BEFORE, ...over, version: 4 }, known);

describe('since when lines of tiers are counted as they are', () => {
  it('is ever where nothing of it changes, however it is written', () => {
    const same = [
      { upTo: '100', rate: '5.0' },
      { upTo: null, rate: '8.000000' },
    ];
    expect(after({ lines: [line(null, same), line('tills', TIERS)] })).toEqual({});
  });

  it('is the version before, or that which that one had', () => {
    expect(after({}, { all: 2 })).toEqual({ all: 2 });
  });

  it('is now of the lines that change, and of new ones', () => {
    const other = [{ upTo: null, rate: '9' }];
    const lines = [line(null, other), line('tills', TIERS), line('paper', other)];
    expect(after({ lines }, { all: 2, 'category:tills': 3 })).toEqual({
      all: 4,
      'category:paper': 4,
      'category:tills': 3,
    });
  });

  it.each([
    { currency: 'USD' as CommissionPlan['currency'] },
    { tierPeriod: 'month' as const },
    { tierMode: 'marginal' as const },
  ])('is now of all lines with %j', (over) => {
    expect(after(over)).toEqual({ all: 4, 'category:tills': 4 });
  });
});
