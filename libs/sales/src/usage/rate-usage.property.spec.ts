import { sumOf } from '@quittance/money';
import fc from 'fast-check';
import { runs } from '../../../../test/support/tier.js';
import type { Tier } from './charge.js';
import { rateUsage, ratedTotal } from './rate-usage.js';
import { unitsText } from './units.js';

const tiers = fc
  .array(
    fc.record({
      width: fc.bigInt({ min: 1n, max: 5_000_000_000n }),
      price: fc.bigInt({ min: 0n, max: 9_999_999n }),
      fee: fc.bigInt({ min: 0n, max: 9_999n }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((all) => {
    let upTo = 0n;
    return all.map(({ width, price, fee }, i): Tier => {
      upTo += width;
      const last = i === all.length - 1;
      const cents = `${fee / 100n}.${String(fee % 100n).padStart(2, '0')}`;
      return {
        upTo: last ? null : unitsText(upTo),
        unitPrice: unitsText(price),
        fee: cents,
      };
    });
  });

/** Millionths of decimal text, by another way than the code's. */
function micros(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0'));
}

/** Cents of units times a price, half a cent up; both are above 0. */
function cents(units: bigint, price: string): bigint {
  return (units * micros(price) + 5_000_000_000n) / 10_000_000_000n;
}

describe('over any tiers', () => {
  it('graduated comes to the sum of what each tier holds', () => {
    fc.assert(
      fc.property(tiers, fc.bigInt({ min: 0n, max: 50_000_000_000n }), (all, units) => {
        let [left, below, due] = [units, 0n, 0n];
        for (const { upTo, unitPrice, fee } of all) {
          if (left === 0n) break;
          const room = upTo === null ? left : micros(upTo) - below;
          const taken = left < room ? left : room;
          due += cents(taken, unitPrice) + micros(fee ?? '0') / 10_000n;
          [left, below] = [left - taken, below + room];
        }
        const price = { model: 'graduated', tiers: all } as const;
        expect(ratedTotal(rateUsage({ price }, { units }, 'EUR'))).toBe(due);
      }),
      { numRuns: runs(300) },
    );
  });

  it('graduated never costs less for more', () => {
    fc.assert(
      fc.property(
        tiers,
        fc.bigInt({ min: 0n, max: 20_000_000_000n }),
        fc.bigInt({ min: 0n, max: 20_000_000_000n }),
        (all, units, more) => {
          const price = { model: 'graduated', tiers: all } as const;
          const [fewer, greater] = [units, units + more].map((n) =>
            ratedTotal(rateUsage({ price }, { units: n }, 'EUR')),
          );
          expect((greater ?? 0n) >= (fewer ?? 0n)).toBe(true);
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it('each line is its quantity times its price', () => {
    fc.assert(
      fc.property(
        tiers,
        fc.constantFrom('graduated', 'volume'),
        fc.bigInt({ min: 0n, max: 50_000_000_000n }),
        (all, model, units) => {
          const lines = rateUsage({ price: { model, tiers: all } }, { units }, 'EUR');
          for (const { quantity, unitPrice, amount } of lines) {
            expect(amount).toBe(cents(micros(quantity), unitPrice));
          }
          const quantities = lines
            .filter(({ part }) => part === 'units')
            .map(({ quantity }) => micros(quantity));
          expect(sumOf(quantities)).toBe(units);
        },
      ),
      { numRuns: runs(200) },
    );
  });
});
