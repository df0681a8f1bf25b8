import fc from 'fast-check';
import { CURRENCIES, currencyDigits } from './currencies.js';
import {
  addMoney,
  allocate,
  formatMinor,
  minOf,
  money,
  parseMinor,
  sameCurrency,
  subtractMoney,
  sumOf,
} from './money.js';

const amount = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n });
const currency = fc.constantFrom(...CURRENCIES);

describe('parseMinor', () => {
  test('takes back what formatMinor writes, in every currency', () => {
    fc.assert(
      fc.property(amount, currency, (minor, code) => {
        expect(parseMinor(formatMinor(minor, code), code)).toBe(minor);
      }),
    );
  });

  test('pads fewer decimals than the currency has', () => {
    expect(parseMinor('10', 'USD')).toBe(1000n);
    expect(parseMinor('10.5', 'USD')).toBe(1050n);
    expect(parseMinor('10.5', 'KWD')).toBe(10500n);
  });

  test('refuses more decimals than the currency has, even zeros', () => {
    fc.assert(
      fc.property(currency, fc.nat(10 ** 9), fc.integer({ min: 1, max: 4 }), (code, n, extra) => {
        const decimals = currencyDigits(code) + extra;
        expect(parseMinor(`${n}.${'0'.repeat(decimals)}`, code)).toBeUndefined();
        expect(parseMinor(`${n}.${'5'.repeat(decimals)}`, code)).toBeUndefined();
      }),
    );
  });

  test('keeps the sign, which callers that want positive amounts refuse themselves', () => {
    expect(parseMinor('-10.05', 'USD')).toBe(-1005n);
    expect(parseMinor(-10.05, 'USD')).toBe(-1005n);
    expect(parseMinor('-0', 'USD')).toBe(0n);
  });

  test.each([
    '',
    ' ',
    '+10',
    '1e3',
    '1E-2',
    '1,234.50',
    "1'234.50",
    '1 234.50',
    '1_000',
    '10,5',
    '.5',
    '5.',
    '-',
    '--5',
    '-.5',
    '10.5.0',
    '0x10',
    '١٠٫٥',
    '१०',
    '\uff11\uff10',
    '½',
    'NaN',
    'Infinity',
    '-Infinity',
    '10 ',
    ' 10',
    '10\n',
    '10\u0000',
    '\u200b10',
    '−10',
    '$10',
    '10 USD',
    '1234567890123456789',
  ])('refuses the text %o', (text) => {
    expect(parseMinor(text, 'USD')).toBeUndefined();
  });

  test.each([NaN, Infinity, -Infinity, 1e21, 1e-7, 0.1 + 0.2, 10.005])(
    'refuses the number %o',
    (value) => {
      expect(parseMinor(value, 'USD')).toBeUndefined();
    },
  );

  test('takes a number that is exact at the scale of its currency', () => {
    expect(parseMinor(1234.5, 'EUR')).toBe(123450n);
    expect(parseMinor(-0, 'EUR')).toBe(0n);
    expect(parseMinor(500, 'JPY')).toBe(500n);
    expect(parseMinor(1.5, 'JPY')).toBeUndefined();
  });

  test('refuses a number with more digits than a binary float keeps', () => {
    expect(parseMinor(9999999999999.99, 'USD')).toBe(999999999999999n);
    expect(parseMinor(JSON.parse('90071992547409.93'), 'USD')).toBeUndefined();
    expect(parseMinor(JSON.parse('123456789012345678'), 'JPY')).toBeUndefined();
    expect(parseMinor(1e15, 'JPY')).toBeUndefined();
    expect(parseMinor(-1e15, 'JPY')).toBeUndefined();
  });

  test('refuses an amount that a bigint column cannot hold', () => {
    expect(parseMinor('9999999999999999.99', 'USD')).toBe(999999999999999999n);
    expect(parseMinor('999999999999999999', 'JPY')).toBe(999999999999999999n);
    expect(parseMinor('999999999999999999', 'USD')).toBeUndefined();
    expect(parseMinor('-999999999999999999', 'CLF')).toBeUndefined();
    expect(parseMinor('10000000000000000.00', 'USD')).toBeUndefined();
    expect(parseMinor('-10000000000000000.00', 'USD')).toBeUndefined();
    expect(parseMinor('-9999999999999999.99', 'USD')).toBe(-999999999999999999n);
  });
});

describe('money', () => {
  test('mixing currencies throws', () => {
    const [euro, dollar] = [money(1n, 'EUR'), money(1n, 'USD')];
    expect(() => addMoney(euro, dollar)).toThrow(TypeError);
    expect(() => subtractMoney(euro, dollar)).toThrow(TypeError);
    expect(() => sameCurrency(euro, dollar)).toThrow(TypeError);
  });

  test('an unknown currency throws', () => {
    expect(() => money(1n, 'XXX')).toThrow(RangeError);
  });

  test('what is added and taken away again is unchanged', () => {
    fc.assert(
      fc.property(amount, amount, currency, (a, b, code) => {
        expect(subtractMoney(addMoney(money(a, code), money(b, code)), money(b, code))).toEqual(
          money(a, code),
        );
      }),
    );
  });

  test('the smaller of two and the sum of many', () => {
    expect(minOf(3n, -4n)).toBe(-4n);
    expect(minOf(3n, 3n)).toBe(3n);
    expect(sumOf([])).toBe(0n);
    expect(sumOf(new Set([1n, -2n, 10n ** 17n]))).toBe(10n ** 17n - 1n);
  });
});

describe('allocate', () => {
  const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 12n }), {
    minLength: 1,
    maxLength: 40,
  });

  test('the parts add up to the total', () => {
    fc.assert(
      fc.property(amount, weights, (total, ws) => {
        expect(sumOf(allocate(total, ws))).toBe(total);
      }),
    );
  });

  test('no part is a whole minor unit away from its exact share', () => {
    fc.assert(
      fc.property(amount, weights, (total, ws) => {
        const sum = sumOf(ws);
        fc.pre(sum > 0n);
        allocate(total, ws).forEach((part, i) => {
          const error = part * sum - total * (ws[i] ?? 0n);
          expect(error > -sum && error < sum).toBe(true);
        });
      }),
    );
  });

  test('a larger weight never gets a smaller part', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), weights, (total, ws) => {
        const sorted = [...ws].sort((a, b) => (a > b ? -1 : a < b ? 1 : 0));
        const parts = allocate(total, sorted);
        expect(parts.every((part, i) => i === 0 || part <= (parts[i - 1] ?? 0n))).toBe(true);
      }),
    );
  });

  test('a negative total is the mirror of the positive one', () => {
    fc.assert(
      fc.property(amount, weights, (total, ws) => {
        expect(allocate(-total, ws)).toEqual(allocate(total, ws).map((part) => -part));
      }),
    );
  });

  test('the earlier part wins a tie', () => {
    expect(allocate(100n, [1n, 1n, 1n])).toEqual([34n, 33n, 33n]);
    expect(allocate(-100n, [1n, 1n, 1n])).toEqual([-34n, -33n, -33n]);
    expect(allocate(5n, [0n, 0n])).toEqual([5n, 0n]);
  });

  test('nothing can be allocated to nobody', () => {
    expect(allocate(0n, [])).toEqual([]);
    expect(() => allocate(1n, [])).toThrow(RangeError);
  });

  test('negative weights are a programming error', () => {
    expect(() => allocate(10n, [3n, -1n])).toThrow(RangeError);
  });
});
