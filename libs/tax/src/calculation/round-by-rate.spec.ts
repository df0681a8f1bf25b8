import { RateBook } from '../rate-books/rate-book.js';
import { aBook, aJurisdiction, aLine, aRate, aRequest } from '../testing/builders.js';
import { originalTaxes, type TaxedLine } from './original-taxes.js';
import { priceDocument } from './price-document.js';
import type { PricedDocument, PricingLine, PricingRequest } from './pricing.js';

const BOOK = new RateBook(
  aBook({
    codes: [
      { code: 'standard', kind: null },
      { code: 'online', kind: 'digital' },
      { code: 'reduced', kind: null },
    ],
    jurisdictions: ['JP', 'AU'].map((code) => aJurisdiction(code, { level: 'country' })),
    rates: ['JP', 'AU'].flatMap((place) => [
      aRate(place, '10'),
      aRate(place, '10', { taxCode: 'online' }),
      aRate(place, '8', { taxCode: 'reduced' }),
    ]),
  }),
);

const yen = (unitPrice: string, taxCode: string | null, taxRate: string | null = null) =>
  aLine({ unitPrice, taxCode, taxRate });

/** A document within a country. */
function within(
  country: string,
  lines: readonly PricingLine[],
  over: Partial<PricingRequest> = {},
): PricingRequest {
  const party = { country, region: null, postalCode: null, taxRegistration: null };
  const customer = { ...party, accountId: 'account' };
  return aRequest(lines, { currency: 'JPY', seller: party, customer, ...over });
}

const taxesOf = ({ lines }: PricedDocument) => lines.map(({ tax }) => tax);
const TWO_CODES = [yen('105', 'standard'), yen('105', 'online')];

describe('in Japan the tax of a rate', () => {
  it('is rounded once for a document, whatever codes its lines bear', () => {
    const { lines, taxTotal } = priceDocument(BOOK, within('JP', TWO_CODES));
    expect(taxTotal).toBe(21n);
    expect(lines.map(({ tax, taxes }) => [taxes[0]?.taxCode, tax])).toEqual([
      ['standard', 11n],
      ['online', 10n],
    ]);
  });

  it('is rounded with that of lines of which only they themselves tell the rate', () => {
    const lines = [yen('105', 'standard'), yen('105', null, '10'), yen('99', 'reduced')];
    expect(taxesOf(priceDocument(BOOK, within('JP', lines)))).toEqual([11n, 10n, 8n]);
  });

  it('is rounded once where prices include it, and leaves every gross as it is', () => {
    const lines = [yen('105', 'standard'), yen('104', 'online'), yen('105', 'standard')];
    const document = priceDocument(BOOK, within('JP', lines, { pricesIncludeTax: true }));
    // 314 × 10 ÷ 110 is 28.5; of each code 210 are 19.1 and 104 are 9.5.
    expect(document).toMatchObject({ taxTotal: 29n, total: 314n });
    expect(document.lines.map(({ total }) => total)).toEqual([105n, 104n, 105n]);
  });

  it('goes to the largest remainder, and of equal ones to the earlier line of the document', () => {
    const lines = [yen('3', 'online'), yen('5', 'standard'), yen('5', 'online')];
    expect(taxesOf(priceDocument(BOOK, within('JP', lines)))).toEqual([0n, 1n, 0n]);
  });

  it('is rounded once on a credit note of several codes too', () => {
    const corrected = priceDocument(BOOK, within('JP', TWO_CODES)).lines.map(
      ({ taxes, category, reason, net, fallback }): TaxedLine => ({
        taxCode: taxes[0]?.taxCode ?? null,
        taxFallback: fallback,
        taxCategory: category,
        taxReason: reason,
        net,
        taxes: taxes.map((each) => ({ ...each, base: `${each.base}`, tax: `${each.tax}` })),
      }),
    );
    const source = originalTaxes(corrected, RateBook.empty);
    expect(priceDocument(source, within('JP', TWO_CODES)).taxTotal).toBe(21n);
  });

  it('is certified code by code, with what was moved between them', () => {
    const { groups } = priceDocument(BOOK, within('JP', TWO_CODES));
    expect(groups).toMatchObject([
      { taxCode: 'standard', base: 105n, exactTax: '10.5', tax: 11n, moved: [] },
      {
        taxCode: 'online',
        base: 105n,
        exactTax: '10.5',
        tax: 10n,
        moved: [{ line: 1, minor: -1n }],
      },
    ]);
  });
});

it('elsewhere the tax is rounded for each code', () => {
  expect(taxesOf(priceDocument(BOOK, within('AU', TWO_CODES)))).toEqual([11n, 11n]);
});
