import type { BookedPrice, PriceBook } from '@quittance/catalog';
import { parseLocalDate } from '@quittance/calendar';
import { newId } from '@quittance/kernel';
import { decimal, formatMinor, multiply, roundToScale } from '@quittance/money';
import {
  listByTiers,
  priceByTiers,
  resolvePrices,
  type AskedPrice,
  type PriceOffers,
} from './resolve-price.js';

const product = newId<'product'>();
const other = newId<'product'>();
const aBook = (over: Partial<PriceBook> = {}): PriceBook => ({
  id: newId<'price-book'>(),
  currency: 'EUR',
  isDefault: false,
  active: true,
  validFrom: null,
  validTo: null,
  ...over,
});
const own = aBook();
const account = aBook();
const standard = aBook({ isDefault: true });
const tier = (book: PriceBook, minQuantity: string, unitPrice: string): BookedPrice => ({
  productId: product,
  minQuantity,
  unitPrice,
  book,
});

const offers = (over: Partial<PriceOffers> = {}): PriceOffers => ({
  contract: [],
  tiers: [],
  priceBookId: own.id,
  accountPriceBookId: account.id,
  on: parseLocalDate('2026-03-01'),
  ...over,
});
const asked = (over: Partial<AskedPrice> = {}): AskedPrice => ({
  productId: product,
  quantity: '1',
  typed: null,
  ...over,
});
const resolved = (line: AskedPrice, from: PriceOffers) => {
  const [price] = resolvePrices([line], from);
  return [price?.unitPrice, price?.priceSource, price?.listPrice];
};

describe('the price of a line', () => {
  const everywhere = offers({
    contract: [{ productId: product, frequency: 'monthly', unitPrice: '5' }],
    tiers: [tier(standard, '0', '8'), tier(account, '0', '7'), tier(own, '0', '6')],
  });

  it('is the first of what was typed, agreed, and in the three books', () => {
    const { tiers } = everywhere;
    const less = (n: number) => offers({ tiers: tiers.slice(0, 3 - n) });
    const monthly = { frequency: 'monthly' } as const;
    expect(resolved(asked({ ...monthly, typed: '4' }), everywhere)).toEqual(['4', 'manual', '5']);
    expect(resolved(asked(monthly), everywhere)).toEqual(['5', 'contract', '5']);
    expect(resolved(asked(), less(0))).toEqual(['6', 'price_book', '6']);
    expect(resolved(asked(), less(1))).toEqual(['7', 'account_price_book', '7']);
    expect(resolved(asked(), less(2))).toEqual(['8', 'default_price_book', '8']);
    expect(resolved(asked(), less(3))).toEqual([null, null, null]);
  });

  it('is what a contract says of periods of its length alone', () => {
    const of = (frequency: AskedPrice['frequency']) => resolved(asked({ frequency }), everywhere);
    expect(of('annually')).toEqual(['6', 'price_book', '6']);
    expect(of(null)).toEqual(['6', 'price_book', '6']);
  });

  it('is none of a line without a product, unless it is typed', () => {
    expect(resolved(asked({ productId: null }), everywhere)).toEqual([null, null, null]);
    expect(resolved(asked({ productId: null, typed: '9' }), everywhere)).toEqual([
      '9',
      'manual',
      null,
    ]);
  });

  it('is of a book that is active and valid on the day, both ends included', () => {
    const on = (book: Partial<PriceBook>) =>
      resolved(asked(), offers({ tiers: [tier({ ...own, ...book }, '0', '6')] }))[0];
    const day = (text: string) => parseLocalDate(text);
    expect(on({ active: false })).toBeNull();
    expect(on({ validFrom: day('2026-03-01'), validTo: day('2026-03-01') })).toBe('6');
    expect(on({ validFrom: day('2026-03-02') })).toBeNull();
    expect(on({ validTo: day('2026-02-28') })).toBeNull();
  });

  it('falls through a book whose lowest tier begins above the quantity', () => {
    const tiers = [tier(own, '10', '6'), tier(standard, '0', '8')];
    expect(resolved(asked({ quantity: '9.999999' }), offers({ tiers }))[1]).toBe(
      'default_price_book',
    );
    expect(resolved(asked({ quantity: '10' }), offers({ tiers }))[1]).toBe('price_book');
  });

  it('is listed at the first tier of less than that, where it is typed', () => {
    const tiers = [tier(own, '100', '4'), tier(own, '10', '6')];
    const [price] = resolvePrices([asked({ typed: '1', quantity: '0.5' })], offers({ tiers }));
    expect(price).toMatchObject({ unitPrice: '1', listPrice: '6', priceSource: 'manual' });
    const kept = price?.tiers ?? [];
    const listed = ['0.5', '10', '100'].map((quantity) => listByTiers(kept, quantity, '6'));
    expect(listed).toEqual(['6', '6', '4']);
    expect(listByTiers([], '1', '7')).toBe('7');
    const [looked] = resolvePrices([asked({ quantity: '0.5' })], offers({ tiers }));
    expect(looked).toMatchObject({ unitPrice: null, listPrice: null, priceSource: null });
  });

  it('example 35: takes the whole quantity at the price of its tier', () => {
    const tiers = [tier(own, '1', '10.00'), tier(own, '10', '9.00'), tier(own, '100', '8.00')];
    const total = (quantity: string) => {
      const [price] = resolvePrices([asked({ quantity })], offers({ tiers }));
      const exact = multiply(decimal(quantity), decimal(price?.unitPrice ?? '0'));
      return formatMinor(roundToScale(exact, 2), 'EUR');
    };
    expect([total('99'), total('100')]).toEqual(['891.00', '800.00']);
  });

  it('counts the lines of a product together where tiers go across the document', () => {
    const tiers = [tier(own, '0', '10'), tier(own, '100', '8')];
    const lines = [asked({ quantity: '60' }), asked({ quantity: '40' })];
    const strange = asked({ productId: other, quantity: '40' });
    const prices = (across: 'line' | 'document') =>
      resolvePrices([...lines, strange], offers({ tiers }), across).map((each) => each.unitPrice);
    expect(prices('line')).toEqual(['10', '10', null]);
    expect(prices('document')).toEqual(['8', '8', null]);
  });

  it('keeps the tiers of the book that serves, for a quantity that is chosen later', () => {
    const tiers = [tier(own, '0', '10'), tier(own, '100', '8'), tier(standard, '5', '1')];
    const [price] = resolvePrices([asked()], offers({ tiers }));
    const kept = price?.tiers ?? [];
    expect(kept).toHaveLength(2);
    expect([priceByTiers(kept, '99', '10'), priceByTiers(kept, '100', '10')]).toEqual(['10', '8']);
    expect(priceByTiers([], '100', '10')).toBe('10');
    expect(priceByTiers([{ minQuantity: '5', unitPrice: '1' }], '4', '1')).toBeNull();
  });
});
