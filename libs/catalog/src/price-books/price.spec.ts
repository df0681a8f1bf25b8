import { addDays, type LocalDate } from '@quittance/calendar';
import { formatUnits, type Currency } from '@quittance/money';
import fc from 'fast-check';
import type { PriceBook, PriceBookId } from './price-book.js';
import { servesOn, servingPrice, servingTier } from './price.js';

const MICRO = 6;
/** Millionths: few, so that tiers and quantities meet. */
const micros = fc.oneof(
  fc.integer({ min: 0, max: 12 }).map((n) => BigInt(n) * 500_000n),
  fc.bigInt({ min: 0n, max: 999_999_999_999_999_999n }),
);
const tiersOf = fc.uniqueArray(micros, { maxLength: 12 });
const day = (n: number) => addDays('2026-03-01' as LocalDate, n);

function text(units: bigint): string {
  return formatUnits(units, MICRO);
}

describe('the tier that serves', () => {
  it('is the last that begins at or below the quantity', () => {
    fc.assert(
      fc.property(tiersOf, micros, (begins, quantity) => {
        const tiers = begins.map((units) => ({ minQuantity: text(units), units }));
        const below = begins.filter((units) => units <= quantity);
        const last = below.reduce<bigint | undefined>(
          (most, units) => (most === undefined || units > most ? units : most),
          undefined,
        );
        expect(servingTier(tiers, text(quantity))?.units).toBe(last);
      }),
    );
  });

  it('is the same in whatever order the tiers come', () => {
    const shuffled = tiersOf.chain((begins) =>
      fc.tuple(fc.constant(begins), fc.shuffledSubarray(begins, { minLength: begins.length })),
    );
    fc.assert(
      fc.property(shuffled, micros, ([begins, others], quantity) => {
        const serves = (units: readonly bigint[]) =>
          servingTier(
            units.map((each) => ({ minQuantity: text(each) })),
            text(quantity),
          )?.minQuantity;
        expect(serves(others)).toBe(serves(begins));
      }),
    );
  });

  it('changes only where another begins', () => {
    fc.assert(
      fc.property(tiersOf, micros, micros, (begins, a, b) => {
        const [low, high] = a <= b ? [a, b] : [b, a];
        const tiers = begins.map((units) => ({ minQuantity: text(units) }));
        const between = begins.some((units) => units > low && units <= high);
        const same = servingTier(tiers, text(low)) === servingTier(tiers, text(high));
        expect(same).toBe(!between);
      }),
    );
  });

  it.each([
    ['0.5', '0'],
    ['9.999999', '0'],
    ['10', '10.0'],
    ['10.000000', '10.0'],
    ['250', '100'],
  ])('at %s is that from %s', (quantity, from) => {
    const tiers = [{ minQuantity: '100' }, { minQuantity: '0' }, { minQuantity: '10.0' }];
    expect(servingTier(tiers, quantity)?.minQuantity).toBe(from);
  });
});

const [ASKED, STANDARD] = ['asked', 'standard'] as PriceBookId[] as [PriceBookId, PriceBookId];

function book(over: Partial<PriceBook> = {}): PriceBook {
  const bounds = { validFrom: null, validTo: null };
  const currency = 'EUR' as Currency;
  return { id: ASKED, currency, isDefault: false, active: true, ...bounds, ...over };
}

describe('a book', () => {
  it('serves on its first and its last day, and on none beyond', () => {
    const march = book({ validFrom: day(0), validTo: day(30) });
    const days = [day(-1), day(0), day(30), day(31)];
    expect(days.map((on) => servesOn(march, on))).toEqual([false, true, true, false]);
  });

  it('without bounds serves on any day while it is active', () => {
    expect(servesOn(book(), day(0))).toBe(true);
    expect(servesOn(book({ active: false }), day(0))).toBe(false);
  });
});

describe('the price', () => {
  const standing = book({ id: STANDARD, isDefault: true });
  const tier = (of: PriceBook, minQuantity: string) => ({ book: of, minQuantity });
  const serves = (own: PriceBook, from: string, quantity = '5', fallback = standing) =>
    servingPrice([tier(own, from), tier(fallback, '0')], ASKED, { quantity, on: day(0) })?.book.id;

  it('comes from the book that is asked, where it has one', () => {
    expect(serves(book(), '5')).toBe(ASKED);
  });

  it('comes from the default book where the other is not valid or active, or begins above', () => {
    expect(serves(book({ validFrom: day(1) }), '0')).toBe(STANDARD);
    expect(serves(book({ active: false }), '0')).toBe(STANDARD);
    expect(serves(book(), '5.000001')).toBe(STANDARD);
  });

  it('is none where the default book does not serve either', () => {
    const retired = book({ id: STANDARD, isDefault: true, active: false });
    expect(serves(book(), '6', '5', retired)).toBeUndefined();
  });

  it('never comes from a book that is neither asked nor the default', () => {
    expect(serves(book(), '6', '5', book({ id: STANDARD }))).toBeUndefined();
  });
});
