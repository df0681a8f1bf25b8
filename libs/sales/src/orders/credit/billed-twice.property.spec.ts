import fc from 'fast-check';
import { runs } from '../../../../../test/support/tier.js';
import { billedTwice } from './billed-twice.js';

const minor = fc.bigInt(0n, 10n ** 12n);

describe('what of an order its subscriptions have billed', () => {
  it('is never more than they billed, than recurs of it, or than is left of it', () => {
    fc.assert(
      fc.property(minor, minor, minor, (left, recurring, billed) => {
        const twice = billedTwice({ left, recurring }, billed);
        expect(twice).toBe([left, recurring, billed].reduce((a, b) => (a < b ? a : b)));
        // What is left of the order beside what its subscriptions have billed of it.
        expect(left - twice + billed >= left).toBe(true);
      }),
      { numRuns: runs(200) },
    );
  });

  it.each([
    ['nothing that recurs', { left: 100n, recurring: 0n }, 50n, 0n],
    ['the first of several invoices', { left: 300n, recurring: 100n }, 40n, 40n],
    ['later periods and usage', { left: 300n, recurring: 100n }, 1_000n, 100n],
    ['an order of which all else is invoiced', { left: 60n, recurring: 100n }, 100n, 60n],
    ['a line that gives something back', { left: 60n, recurring: -10n }, 100n, 0n],
  ])('is counted of %s', (_of, order, billed, twice) => {
    expect(billedTwice(order, billed)).toBe(twice);
  });
});
