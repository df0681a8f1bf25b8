import { parseLocalDate } from '@quittance/calendar';
import { RateBook } from '../rate-books/rate-book.js';
import { originalTaxes, type TaxedLine } from './original-taxes.js';
import { priceDocument } from './price-document.js';
import type { PricingLine, PricingRequest } from './pricing.js';

const PARTY = { country: null, region: null, postalCode: null, taxRegistration: null };
const line = (unitPrice: string, taxRate: string | null): PricingLine => ({
  quantity: '1',
  unitPrice,
  discount: null,
  taxCode: null,
  taxRate,
});

function request(lines: PricingLine[], more: Partial<PricingRequest> = {}): PricingRequest {
  return {
    currency: 'EUR',
    date: parseLocalDate('2026-03-01'),
    pricesIncludeTax: false,
    rounding: 'document',
    seller: PARTY,
    customer: { ...PARTY, accountId: 'a' },
    lines,
    ...more,
  };
}

const ON_100 = { base: '10000', tax: '0' };

const taxed = (rate: string, more: Partial<TaxedLine> = {}): TaxedLine => ({
  taxCode: 'standard',
  taxFallback: false,
  taxCategory: 'S',
  taxReason: 'taxed',
  net: 10_000n,
  taxes: [{ jurisdiction: 'DE', kind: 'vat', taxCode: 'standard', rate, ...ON_100 }],
  ...more,
});

describe('originalTaxes', () => {
  test('taxes a line as the line it corrects was, and others by the rates', () => {
    const source = originalTaxes([taxed('16'), null], RateBook.empty);
    const priced = priceDocument(source, request([line('100.00', '19'), line('50.00', '7')]));
    expect(priced.lines.map(({ tax, taxRate, fallback }) => [tax, taxRate, fallback])).toEqual([
      [1_600n, '16', false],
      [350n, '7', true],
    ]);
    expect(priced.lines[0]?.taxes).toMatchObject([{ jurisdiction: 'DE', kind: 'vat' }]);
  });

  test('keeps the certificate that freed whoever bought', () => {
    const free = { jurisdiction: 'US-TX', kind: 'exempt', taxCode: null, rate: '0', ...ON_100 };
    const reason = { taxCategory: 'E', taxReason: 'exempt_customer' } as const;
    const sold = taxed('0', { ...reason, taxes: [{ ...free, certificate: 'ST-105' }] });
    const [corrected] = priceDocument(
      originalTaxes([sold], RateBook.empty),
      request([line('100.00', null)]),
    ).lines;
    expect(corrected?.taxes).toMatchObject([{ kind: 'exempt', certificate: 'ST-105' }]);
  });

  test('rounds lines that bore the same taxes together, as the document before it', () => {
    const lines = [line('0.03', null), line('0.03', null), line('0.03', null)];
    const source = originalTaxes([taxed('19'), taxed('19'), taxed('19')], RateBook.empty);
    expect(priceDocument(source, request(lines)).taxTotal).toBe(2n);
    expect(priceDocument(source, request(lines, { rounding: 'line' })).taxTotal).toBe(3n);
  });

  test('knows a tax on top of others by its base', () => {
    const federal = { jurisdiction: 'CA', kind: 'sales', taxCode: null, rate: '5', ...ON_100 };
    const taxes = [federal, { ...federal, jurisdiction: 'CA-QC', rate: '10', base: '10500' }];
    const source = originalTaxes([taxed('0', { taxes })], RateBook.empty);
    const priced = priceDocument(source, request([line('200.00', null)]));
    expect(priced.lines[0]?.taxes.map(({ base, tax }) => [base, tax])).toEqual([
      [20_000n, 1_000n],
      [21_000n, 2_100n],
    ]);
  });

  test('charges what an engine charged of a part of the net', () => {
    const tax = { jurisdiction: 'US-NY', kind: 'sales', taxCode: null, rate: '8.875' };
    const taxes = [{ ...tax, base: '5000', tax: '444', given: true as const }];
    const source = originalTaxes([taxed('0', { taxes })], RateBook.empty);
    const half = priceDocument(source, request([line('50.00', null)]));
    expect(half.lines[0]?.taxes).toMatchObject([{ rate: '4.44', base: 5_000n, tax: 222n }]);
  });

  test('leaves a line without taxes untaxed', () => {
    const source = originalTaxes([taxed('0', { taxes: [] })], RateBook.empty);
    expect(priceDocument(source, request([line('10.00', '19')])).taxTotal).toBe(0n);
  });
});
