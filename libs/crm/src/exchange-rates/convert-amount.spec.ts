import { CURRENCIES, currencyDigits, pow10 } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import fc from 'fast-check';
import { convertMinor, wayBetween, type KnownRate } from './convert-amount.js';

const currency = fc.constantFrom(...CURRENCIES);
const amount = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
/** Decimal text of at most ten digits after the point, above zero. */
const rate = fc.bigInt({ min: 1n, max: 10n ** 16n }).map((units) => {
  const digits = units.toString().padStart(11, '0');
  return `${digits.slice(0, -10)}.${digits.slice(-10)}`;
});
const step = fc.record({ rate, inverse: fc.boolean() });

/** The rate as a fraction. */
function fractionOf(text: string): [bigint, bigint] {
  return [BigInt(text.replace('.', '')), pow10(10)];
}

const known = (base: string, quote: string, more: Partial<KnownRate> = {}): KnownRate => ({
  id: `${base}/${quote}`,
  base,
  quote,
  rate: '2',
  day: '2026-03-01' as LocalDate,
  source: 'manual',
  ...more,
});

describe('an amount in another currency', () => {
  it.each([
    ['EUR', 'USD', 10_000n, '1.0834', false, 10_834n],
    ['USD', 'EUR', 10_834n, '1.0834', true, 10_000n],
    ['EUR', 'JPY', 100n, '161.5', false, 162n],
    ['JPY', 'EUR', 500n, '161.5', true, 310n],
    ['KWD', 'EUR', 1n, '3.05', false, 0n],
    ['KWD', 'EUR', 5n, '1', false, 1n],
    ['KWD', 'EUR', -5n, '1', false, -1n],
    ['EUR', 'CLF', 1n, '0.0251', false, 3n],
  ])('%s in %s: %s at %s (inverse: %s) is %s', (from, to, minor, text, inverse, expected) => {
    expect(convertMinor(minor, from, to, [{ rate: text, inverse }])).toBe(expected);
  });

  it('is never further from the exact value than half of the smallest unit', () => {
    fc.assert(
      fc.property(
        amount,
        currency,
        currency,
        fc.array(step, { maxLength: 2 }),
        (minor, from, to, way) => {
          const got = convertMinor(minor, from, to, way);
          let [dividend, divisor] = [
            minor * pow10(currencyDigits(to)),
            pow10(currencyDigits(from)),
          ];
          for (const each of way) {
            const [over, under] = fractionOf(each.rate);
            dividend *= each.inverse ? under : over;
            divisor *= each.inverse ? over : under;
          }
          const error = 2n * (got * divisor - dividend);
          expect((error < 0n ? -error : error) <= divisor).toBe(true);
        },
      ),
    );
  });

  it('keeps its sign: what is owed is as far from zero as what is had', () => {
    fc.assert(
      fc.property(amount, currency, currency, step, (minor, from, to, each) => {
        const way = [each];
        expect(convertMinor(-minor, from, to, way)).toBe(-convertMinor(minor, from, to, way));
      }),
    );
  });

  it('is itself in its own currency, and there and back by one rate', () => {
    fc.assert(
      fc.property(amount, currency, rate, (minor, from, text) => {
        expect(convertMinor(minor, from, from, [])).toBe(minor);
        const back = [
          { rate: text, inverse: false },
          { rate: text, inverse: true },
        ];
        expect(convertMinor(minor, from, from, back)).toBe(minor);
      }),
    );
  });

  it('is never less for a larger amount', () => {
    fc.assert(
      fc.property(amount, amount, currency, currency, step, (a, b, from, to, each) => {
        const [less, more] = a < b ? [a, b] : [b, a];
        const [small, large] = [less, more].map((minor) => convertMinor(minor, from, to, [each]));
        expect((small as bigint) <= (large as bigint)).toBe(true);
      }),
    );
  });
});

describe('the way between two currencies', () => {
  const idsOf = (rates: readonly KnownRate[], from: string, to: string, through = 'EUR') =>
    wayBetween(rates, from, to, through)?.map(({ id, inverse }) => (inverse ? `1:${id}` : id));

  it('is nothing for one currency', () => {
    expect(idsOf([], 'USD', 'USD')).toEqual([]);
  });

  it('is its own rate before the inverse of the other, and that before the base', () => {
    const base = [known('EUR', 'USD'), known('EUR', 'GBP')];
    expect(idsOf(base, 'USD', 'GBP')).toEqual(['1:EUR/USD', 'EUR/GBP']);
    const inverse = [...base, known('GBP', 'USD')];
    expect(idsOf(inverse, 'USD', 'GBP')).toEqual(['1:GBP/USD']);
    expect(idsOf([...inverse, known('USD', 'GBP')], 'USD', 'GBP')).toEqual(['USD/GBP']);
  });

  it('is none where a part of it is unknown', () => {
    expect(idsOf([known('EUR', 'USD')], 'USD', 'GBP')).toBeUndefined();
    expect(idsOf([], 'EUR', 'USD')).toBeUndefined();
    expect(idsOf([known('EUR', 'USD')], 'EUR', 'GBP')).toBeUndefined();
  });
});
