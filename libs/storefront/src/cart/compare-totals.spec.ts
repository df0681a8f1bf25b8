import { newId } from '@quittance/kernel';
import { compareTotals, type Compared } from './compare-totals.js';
import type { ShownTotals } from './price-token.js';

const shown: ShownTotals = {
  accountId: newId(),
  version: 3,
  currency: 'EUR',
  pricesIncludeTax: false,
  net: 50_000n,
  tax: 9_500n,
  taxes: { full: 9_000n, reduced: 500n },
};
const now = (more: Partial<ShownTotals>) => compareTotals(shown, { ...shown, ...more });
const changed: Compared = { outcome: 'changed' };

describe('a cart that comes to', () => {
  it('what was shown is ordered', () => {
    expect(now({})).toEqual({ outcome: 'same' });
  });

  it('more is not', () => {
    expect(now({ net: 52_000n })).toEqual(changed);
    expect(now({ net: 50_001n, tax: 0n, taxes: {} })).toEqual(changed);
  });

  it('less is, at the less', () => {
    const taxes = { full: 8_600n, reduced: 500n };
    expect(now({ net: 48_000n, tax: 9_100n, taxes })).toEqual({ outcome: 'dropped', by: 2_000n });
  });

  it('less net and more with tax is not', () => {
    expect(now({ net: 49_999n, tax: 9_502n })).toEqual(changed);
  });

  it('a minor unit more or less of each tax is, and no more', () => {
    const of = (full: bigint, reduced: bigint) =>
      now({ tax: full + reduced, taxes: { full, reduced } }).outcome;
    expect([of(9_001n, 501n), of(8_999n, 499n)]).toEqual(['same', 'same']);
    expect([of(9_002n, 500n), of(8_998n, 500n), of(9_000n, 502n)]).toEqual([
      'changed',
      'changed',
      'changed',
    ]);
  });

  it('the same net at another rate or in another currency is not', () => {
    expect(now({ tax: 10_500n, taxes: { other: 10_000n, reduced: 500n } })).toEqual(changed);
    expect(now({ currency: 'USD' })).toEqual(changed);
  });
});

describe('a cart at prices with tax that comes to', () => {
  const gross = { ...shown, pricesIncludeTax: true };
  const then = (net: bigint, full: bigint, more: Partial<ShownTotals> = {}) =>
    compareTotals(gross, {
      ...gross,
      net,
      tax: full + 500n,
      taxes: { full, reduced: 500n },
      ...more,
    });

  it('the same with a minor unit of tax more or less is ordered', () => {
    expect(then(49_999n, 9_001n)).toEqual({ outcome: 'same' });
    expect(then(50_001n, 8_999n)).toEqual({ outcome: 'same' });
  });

  it('the same with another tax in it is not', () => {
    expect([then(49_900n, 9_100n), then(50_100n, 8_900n)]).toEqual([changed, changed]);
  });

  it('less is, at the less with tax, unless it is more net', () => {
    expect(then(48_000n, 8_600n)).toEqual({ outcome: 'dropped', by: 2_400n });
    expect(then(50_001n, 8_000n)).toEqual(changed);
  });

  it('anything is not where prices have no tax in them any more', () => {
    expect(then(48_000n, 8_600n, { pricesIncludeTax: false })).toEqual(changed);
  });
});
