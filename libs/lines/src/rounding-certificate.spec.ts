import { NO_ADDRESS } from '@quittance/company';
import { newId } from '@quittance/kernel';
import { parseLocalDate } from '@quittance/calendar';
import { NO_RATES, type RateBookData } from '@quittance/tax/host';
import { RateBook } from '@quittance/tax';
import fc from 'fast-check';
import { runs } from '../../../test/support/tier.js';
import { priceDocumentLines, storedTax, type Seller } from './price-lines.js';
import { roundingCertificate } from './rounding-certificate.js';

const RATE = {
  jurisdictionId: 'DE',
  taxCode: 'standard',
  kind: 'vat',
  compound: false,
  validFrom: parseLocalDate('2000-01-01'),
  validTo: null,
} as const;

/** Two taxes on the price, a third on top of both, and another code with one. */
const BOOK: RateBookData = {
  codes: ['standard', 'other', 'rateless'].map((code) => ({ code, kind: null })),
  defaultTaxCode: 'standard',
  jurisdictions: [
    { id: 'DE', parentId: null, level: 'country', code: 'DE', name: 'DE', postalPatterns: [] },
  ],
  rates: [
    { ...RATE, rate: '9', priority: 1 },
    { ...RATE, rate: '4.375', priority: 2, kind: 'sales' },
    { ...RATE, rate: '2.5', priority: 3, compound: true },
    { ...RATE, rate: '19', taxCode: 'other', priority: 1 },
  ],
  exemptions: [],
};

const PARTY = { country: 'DE', region: null, postalCode: null, taxRegistration: null };
const BUYER = {
  id: newId<'account'>(),
  address: { ...NO_ADDRESS, country: 'DE' },
  taxRegistration: null,
};

const line = fc.record({
  quantity: fc.integer({ min: 1, max: 9_999 }).map((n) => `${n / 100}`),
  unitPrice: fc.integer({ min: 0, max: 999_999 }).map((n) => `${n / 1000}`),
  taxCode: fc.constantFrom('standard', 'other', 'rateless'),
  taxRate: fc.constantFrom('7', '20.5', null),
  discount: fc.constant(null),
});

describe('the rounding certificate', () => {
  it('recomputes from the stored lines what the calculation certified', () => {
    const rounding = fc.constantFrom('document' as const, 'line' as const);
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        rounding,
        fc.constantFrom(BOOK, null),
        (lines, pricesIncludeTax, mode, data) => {
          const book = new RateBook(data ?? { ...NO_RATES, codes: BOOK.codes });
          const seller: Seller = { party: PARTY, rounding: mode, book };
          const taxDate = parseLocalDate('2026-03-01');
          const terms = { currency: 'EUR', taxDate, pricesIncludeTax };
          const priced = priceDocumentLines(terms, seller, BUYER, lines);
          const stored = priced.lines.map((each, i) => ({
            ...each,
            position: i + 1,
            taxes: each.taxes.map(storedTax),
          }));
          const certified = roundingCertificate(stored, pricesIncludeTax);
          const expected = priced.groups.map((group) => ({
            ...group,
            moved: group.moved.map((each) => ({ ...each, line: each.line + 1 })),
          }));
          expect(certified).toEqual(expected);
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it('knows a tax on top of others where a cent leaves nothing of either', () => {
    const seller: Seller = { party: PARTY, rounding: 'document', book: new RateBook(BOOK) };
    const terms = {
      currency: 'EUR',
      taxDate: parseLocalDate('2026-03-01'),
      pricesIncludeTax: true,
    };
    const cent = { quantity: '1', unitPrice: '0.01', taxCode: 'standard' };
    const lines = [{ ...cent, taxRate: null, discount: null }];
    const priced = priceDocumentLines(terms, seller, BUYER, lines);
    const stored = priced.lines.map((each) => ({
      ...each,
      position: 1,
      taxes: each.taxes.map(storedTax),
    }));
    const exact = roundingCertificate(stored, true).map(({ exactTax }) => exactTax);
    expect(exact).toEqual(priced.groups.map(({ exactTax }) => exactTax));
  });

  it('names the line that a cent was moved to', () => {
    const seller: Seller = { party: PARTY, rounding: 'document', book: RateBook.empty };
    const terms = {
      currency: 'EUR',
      taxDate: parseLocalDate('2026-03-01'),
      pricesIncludeTax: false,
    };
    const each = { quantity: '1', unitPrice: '0.13', discount: null, taxCode: null, taxRate: '20' };
    const priced = priceDocumentLines(terms, seller, BUYER, [each, each, each]);
    const stored = priced.lines.map((priceOf, i) => ({
      ...priceOf,
      position: i + 1,
      taxes: priceOf.taxes.map(storedTax),
    }));
    expect(roundingCertificate(stored, false)).toEqual([
      expect.objectContaining({
        base: 39n,
        rate: '20',
        exactTax: '7.8',
        tax: 8n,
        moved: [{ line: 3, minor: -1n }],
      }),
    ]);
  });
});
