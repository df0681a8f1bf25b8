import fc from 'fast-check';
import { runs } from '../../../test/support/tier.js';
import {
  add,
  decimal,
  divideRounded,
  formatDecimal,
  isZeroDecimal,
  multiply,
  parseDecimal,
  pow10,
  roundToScale,
  trimDecimal,
  type Decimal,
} from './decimal.js';

/**
 * Half away from zero by comparing distances, with no rounding trick: the integer of least distance
 * to dividend/divisor, and of two equally near the one farther from zero.
 */
function nearest(dividend: bigint, divisor: bigint): bigint {
  const truncated = dividend / divisor;
  const distance = (n: bigint) => {
    const d = (n * divisor - dividend) * (divisor < 0n ? -1n : 1n);
    return d < 0n ? -d : d;
  };
  const size = (n: bigint) => (n < 0n ? -n : n);
  return [truncated - 1n, truncated, truncated + 1n].reduce((best, n) => {
    const [a, b] = [distance(n), distance(best)];
    return a < b || (a === b && size(n) > size(best)) ? n : best;
  });
}

const integer = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
const small = fc.bigInt({ min: -50n, max: 50n });
const divisor = fc.oneof(integer, small).filter((n) => n !== 0n);

const anyDecimal: fc.Arbitrary<Decimal> = fc.record({
  units: fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }),
  scale: fc.integer({ min: 0, max: 12 }),
});

/** Both as integers over the same power of ten. */
function compare(a: Decimal, b: Decimal): bigint {
  return a.units * 10n ** BigInt(b.scale) - b.units * 10n ** BigInt(a.scale);
}

describe('parseDecimal', () => {
  const shape = /^(-?)(\d{1,18})(?:\.(\d{1,12}))?$/;

  test('takes what its shape says, digit for digit, and nothing else', () => {
    const digits = (maxLength: number) =>
      fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength });
    const number = fc
      .tuple(fc.constantFrom('', '-', '--', '+'), digits(20), fc.constantFrom('', '.'), digits(14))
      .map((parts) => parts.join(''));
    const text = fc.string({ unit: fc.constantFrom(...'0129-+. e\n٣') });
    fc.assert(
      fc.property(fc.oneof(number, text), (given) => {
        const [, sign, whole, fraction = ''] = shape.exec(given) ?? [];
        const units = BigInt(`${whole ?? 0}${fraction}`);
        const expected = { units: sign ? -units : units, scale: fraction.length };
        expect(parseDecimal(given)).toEqual(whole === undefined ? undefined : expected);
      }),
      { numRuns: runs(2_000) },
    );
  });

  test('takes twelve digits after the point and eighteen before it, and not one more', () => {
    const digits = (count: number) => '1'.repeat(count);
    expect(parseDecimal(`0.${digits(12)}`)).toEqual({ units: BigInt(digits(12)), scale: 12 });
    expect(parseDecimal(`0.${digits(13)}`)).toBeUndefined();
    expect(parseDecimal(digits(18))).toEqual({ units: BigInt(digits(18)), scale: 0 });
    expect(parseDecimal(digits(19))).toBeUndefined();
  });
});

describe('divideRounded', () => {
  test('is the nearest integer, half away from zero, whatever the signs', () => {
    fc.assert(
      fc.property(fc.oneof(integer, small), divisor, (a, b) => {
        expect(divideRounded(a, b)).toBe(nearest(a, b));
      }),
      { numRuns: runs(2000) },
    );
  });

  test('every quotient of small numbers', () => {
    const wrong: string[] = [];
    for (let a = -60n; a <= 60n; a += 1n) {
      for (let b = -30n; b <= 30n; b += 1n) {
        if (b !== 0n && divideRounded(a, b) !== nearest(a, b)) wrong.push(`${a}/${b}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test.each([
    [5n, 2n, 3n],
    [-5n, 2n, -3n],
    [5n, -2n, -3n],
    [-5n, -2n, 3n],
    [1n, 3n, 0n],
    [-1n, 3n, 0n],
    [0n, 7n, 0n],
  ])('%d / %d is %d', (a, b, expected) => {
    expect(divideRounded(a, b)).toBe(expected);
  });

  test('by zero throws', () => {
    expect(() => divideRounded(1n, 0n)).toThrow(RangeError);
  });
});

describe('decimals', () => {
  test('text goes in and out unchanged', () => {
    fc.assert(
      fc.property(anyDecimal, (value) => {
        expect(parseDecimal(formatDecimal(value))).toEqual(value);
      }),
    );
  });

  test.each(['', '+1', '1e5', '1.', '.1', '1,0', ' 1', '1 ', '0x1', '١', '1234567890123456789'])(
    'the text %o is none',
    (text) => {
      expect(parseDecimal(text)).toBeUndefined();
      expect(() => decimal(text)).toThrow(TypeError);
    },
  );

  test('sums and products are exact', () => {
    fc.assert(
      fc.property(anyDecimal, anyDecimal, (a, b) => {
        const scale = BigInt(Math.max(a.scale, b.scale));
        const over = (d: Decimal) => d.units * 10n ** (scale - BigInt(d.scale));
        expect(compare(add(a, b), { units: over(a) + over(b), scale: Number(scale) })).toBe(0n);
        expect(multiply(a, b)).toEqual({ units: a.units * b.units, scale: a.scale + b.scale });
      }),
    );
  });

  test('rounding to a scale is the nearest value of that scale', () => {
    fc.assert(
      fc.property(anyDecimal, fc.integer({ min: 0, max: 14 }), (value, scale) => {
        const expected = nearest(value.units * 10n ** BigInt(scale), 10n ** BigInt(value.scale));
        expect(roundToScale(value, scale)).toBe(expected);
      }),
    );
  });

  test('trimming leaves the value alone', () => {
    fc.assert(
      fc.property(anyDecimal, (value) => {
        const trimmed = trimDecimal(formatDecimal(value));
        expect(compare(decimal(trimmed), value)).toBe(0n);
        expect(trimmed).not.toMatch(/\.\d*0$|\.$/);
      }),
    );
    expect(['100', '10.500', '0.00', '10.0'].map(trimDecimal)).toEqual(['100', '10.5', '0', '10']);
  });

  test('nothing is nothing with however many decimals', () => {
    fc.assert(
      fc.property(anyDecimal, (value) => {
        expect(isZeroDecimal(formatDecimal(value))).toBe(value.units === 0n);
      }),
    );
    expect(['0', '0.00', '00.0'].every(isZeroDecimal)).toBe(true);
    expect(['', '0.01', '10', '-1'].some(isZeroDecimal)).toBe(false);
  });

  test('a power of ten beyond the table is refused, not wrong', () => {
    expect(pow10(59)).toBe(10n ** 59n);
    expect(() => pow10(60)).toThrow(RangeError);
    expect(() => pow10(-1)).toThrow(RangeError);
  });
});
