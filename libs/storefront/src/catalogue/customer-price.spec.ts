import type { BookedPrice, PriceBook, PriceBookId } from '@quittance/catalog';
import type { LocalDate } from '@quittance/calendar';
import { newId, type ProductId } from '@quittance/kernel';
import fc from 'fast-check';
import { customerPrice, customerTiers, type PriceSources } from './customer-price.js';

const on = '2026-03-01' as LocalDate;
const productId = newId<'product'>() as ProductId;
const book = (more: Partial<PriceBook> = {}): PriceBook => ({
  id: newId() as PriceBookId,
  currency: 'EUR',
  isDefault: false,
  active: true,
  validFrom: null,
  validTo: null,
  ...more,
});
const priced = (of: PriceBook, prices: Readonly<Record<string, string>>): BookedPrice[] =>
  Object.entries(prices).map(([minQuantity, unitPrice]) => ({
    productId,
    minQuantity,
    unitPrice,
    book: of,
  }));
const own = book();
const above = book();
const standing = book({ isDefault: true });
const sources: PriceSources = { priceBookIds: [own.id, above.id], on };
const unit = (tiers: BookedPrice[], quantity: string) =>
  customerPrice(tiers, sources, quantity).unitPrice;

describe('the price of a customer', () => {
  const steps = priced(own, { '1': '10.00', '10': '9.00', '100': '7.50' });

  it.each([
    ['1', '10.00'],
    ['9.999999', '10.00'],
    ['10', '9.00'],
    ['99', '9.00'],
    ['100', '7.50'],
    ['0.5', null],
  ])('is that of the last tier at or below %s', (quantity, price) => {
    expect(unit(steps, quantity)).toBe(price);
  });

  it.each([
    ['5', '11.00'],
    ['10', '9.00'],
  ])('is the default book’s where the own has no tier for %s', (quantity, price) => {
    const tiers = [...priced(own, { '10': '9.00' }), ...priced(standing, { '0': '11.00' })];
    expect(unit(tiers, quantity)).toBe(price);
  });

  it('is the own, then that of the nearest account above, then the default one', () => {
    const all = [priced(standing, { '0': '3' }), priced(above, { '0': '2' })];
    expect(unit(all.flat(), '1')).toBe('2');
    expect(unit([...all.flat(), ...priced(own, { '0': '9' })], '1')).toBe('9');
    expect(unit(all[0] ?? [], '1')).toBe('3');
  });

  it('is on request where no book has one, as in another currency', () => {
    expect(customerPrice([], sources, '1')).toEqual({ unitPrice: null, listPrice: null });
    expect(unit(priced(book(), { '0': '1' }), '1')).toBeNull();
  });

  it('is none of a book that is not valid on the day', () => {
    const ends = { ...own, validTo: '2026-02-28' as LocalDate };
    const idle = { ...own, active: false };
    for (const each of [ends, idle]) {
      const tiers = [...priced(each, { '0': '1' }), ...priced(standing, { '0': '5' })];
      expect(unit(tiers, '1')).toBe('5');
    }
    expect(unit(priced({ ...own, validTo: on }, { '0': '1' }), '1')).toBe('1');
  });

  it('strikes what everybody pays, where that is more', () => {
    const listed = (list: string) =>
      customerPrice(
        [...priced(own, { '0': '9.00' }), ...priced(standing, { '0': list })],
        sources,
        '1',
      ).listPrice;
    expect([listed('11.00'), listed('9.000'), listed('8.00')]).toEqual(['11.00', null, null]);
  });
});

describe('the tiers of a customer', () => {
  const quantity = fc.integer({ min: 0, max: 12 }).map(String);
  const price = fc.integer({ min: 1, max: 4 }).map(String);
  const prices = fc.array(fc.tuple(fc.constantFrom(own, above, standing, book()), quantity, price));

  it('answer what the price does, at each quantity, and none twice in a row', () => {
    fc.assert(
      fc.property(prices, quantity, (all, asked) => {
        const once = new Map(all.map(([of, from, at]) => [`${of.id} ${from}`, [of, from, at]]));
        const tiers = [...once.values()].flatMap(([of, from, at]) =>
          priced(of as PriceBook, { [from as string]: at as string }),
        );
        const found = customerTiers(tiers, sources);
        const last = found.filter(({ minQuantity }) => Number(minQuantity) <= Number(asked)).at(-1);
        expect(last?.unitPrice ?? null).toBe(unit(tiers, asked));
        const pairs = found.slice(1).map((tier, i) => [tier.unitPrice, found[i]?.unitPrice]);
        expect(pairs.filter(([a, b]) => a === b)).toEqual([]);
      }),
    );
  });
});
