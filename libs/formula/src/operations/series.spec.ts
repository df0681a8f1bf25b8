import fc from 'fast-check';
import { runs } from '../../../../test/support/tier.js';
import { compare, numberOf } from './numbers.js';
import { exponential, logarithm, naturalLogarithm, squareRoot } from './series.js';

const decimals = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 30n }), fc.integer({ min: 0, max: 30 }))
  .map(([units, scale]) => ({ units, scale }));

/** Near enough for a comparison with what the processor makes of them. */
function near(actual: ReturnType<typeof exponential>, expected: number): boolean {
  if (!actual) return expected >= 1e30;
  const value = Number(actual.units) / 10 ** actual.scale;
  return Math.abs(value - expected) <= 1e-12 * Math.abs(expected) + 1e-19;
}

const asNumber = ({ units, scale }: { units: bigint; scale: number }) =>
  Number(units) / 10 ** scale;

test('logarithms and powers of e are what the processor makes of them', () => {
  fc.assert(
    fc.property(decimals, fc.integer({ min: -75_000, max: 75_000 }), (value, thousandths) => {
      expect(near(naturalLogarithm(value), Math.log(asNumber(value)))).toBe(true);
      const exponent = { units: BigInt(thousandths), scale: 3 };
      expect(near(exponential(exponent), Math.exp(thousandths / 1000))).toBe(true);
    }),
    { numRuns: runs(500) },
  );
});

test('a root is the nearest of its digits', () => {
  fc.assert(
    fc.property(decimals, (value) => {
      const root = squareRoot(value) ?? numberOf(0);
      const twice = 2n * root.units * 10n ** BigInt(20 - root.scale);
      const square = (n: bigint) => ({ units: n * n, scale: 40 });
      const fourfold = { units: value.units * 4n, scale: value.scale };
      expect(compare(square(twice - 1n), fourfold)).toBeLessThanOrEqual(0);
      expect(compare(square(twice + 1n), fourfold)).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: runs(500) },
  );
});

test('the logarithm of a power is its exponent, exactly', () => {
  for (const [base, most] of [
    [2, 99],
    [3, 62],
    [10, 29],
  ] as const) {
    for (let n = 0; n <= most; n += 1) {
      const power = numberOf(BigInt(base) ** BigInt(n));
      expect(logarithm(power, numberOf(base))).toEqual(numberOf(n));
    }
  }
});
