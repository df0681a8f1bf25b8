import { parseLocalDate } from '@quittance/calendar';
import type { TaxSource } from '../rate-books/taxation.js';
import { RateBook } from '../rate-books/rate-book.js';
import { aBook, aJurisdiction, aLine, aRate, aRequest } from '../testing/builders.js';
import { priceDocument } from './price-document.js';
import type { PricingLine } from './pricing.js';
import { compileChain } from './tax-chain.js';

const DECEMBER = parseLocalDate('2025-12-31');
const JANUARY = parseLocalDate('2026-01-01');

/** The standard rate falls with the year, the reduced one is set anew as it was. */
const BOOK = new RateBook(
  aBook({
    codes: ['standard', 'reduced'].map((code) => ({ code, kind: null })),
    jurisdictions: [aJurisdiction('DE', { level: 'country' })],
    rates: [
      aRate('DE', '19', { validTo: DECEMBER }),
      aRate('DE', '16', { validFrom: JANUARY }),
      aRate('DE', '7', { taxCode: 'reduced', validTo: DECEMBER }),
      aRate('DE', '7', { taxCode: 'reduced', validFrom: JANUARY }),
    ],
  }),
);

const priced = (...lines: Partial<PricingLine>[]) => {
  const asked = lines.map((line) => aLine({ taxCode: 'standard', ...line }));
  return priceDocument(BOOK, aRequest(asked, { date: JANUARY }));
};

it('a line with a day of its own is taxed by the rates of that', () => {
  const { lines, groups, taxTotal } = priced({ taxDate: DECEMBER }, {}, { taxDate: JANUARY });
  expect(lines.map(({ taxRate }) => taxRate)).toEqual(['19', '16', '16']);
  expect(groups.map(({ rate, base, tax }) => [rate, base, tax])).toEqual([
    ['19', 10_000n, 1900n],
    ['16', 20_000n, 3200n],
  ]);
  expect(taxTotal).toBe(5100n);
});

it('what two days tax by one rate is rounded once', () => {
  const small = { taxCode: 'reduced', unitPrice: '0.07' };
  const { lines, groups } = priced({ ...small, taxDate: DECEMBER }, small, small);
  expect(groups).toMatchObject([{ rate: '7', base: 21n, exactTax: '1.47', tax: 1n }]);
  expect(lines.map(({ tax }) => tax)).toEqual([1n, 0n, 0n]);
});

it('what two days tax alike is rounded once, whoever tells the taxes of each', () => {
  const tax = { jurisdiction: 'DE', kind: 'vat', rate: '7', compound: false } as const;
  const source: TaxSource = {
    taxation: () => {
      const chain = compileChain('reduced', [tax], false, { category: 'S', reason: 'taxed' });
      return { chain: () => chain };
    },
  };
  const lines = [DECEMBER, JANUARY].map((taxDate) => aLine({ unitPrice: '0.07', taxDate }));
  const { groups } = priceDocument(source, aRequest(lines, { date: JANUARY }));
  expect(groups).toMatchObject([{ rate: '7', base: 14n, exactTax: '0.98', tax: 1n }]);
});

it('an unknown code is refused on each day', () => {
  expect(() => priced({ taxDate: DECEMBER, taxCode: 'none' }, {})).toThrow(/tax code/i);
});

it('an external engine knows the day of the document alone', () => {
  const request = aRequest([aLine({ taxDate: DECEMBER, taxCode: 'standard' })], { date: JANUARY });
  const given = { kind: 'given', tax: 1600n, taxable: 10_000n, taxes: [] } as const;
  const { lines } = priceDocument(BOOK, request, { fingerprint: '', lines: [given] });
  expect(lines[0]).toMatchObject({ tax: 1600n, category: 'S', reason: 'taxed' });
});
