import { priceDocument } from '../calculation/price-document.js';
import { originalTaxes } from '../calculation/original-taxes.js';
import { RateBook } from '../rate-books/rate-book.js';
import type { TaxSource } from '../rate-books/taxation.js';
import { aBook, aLine, aRequest } from '../testing/builders.js';
import { DECISION_CASES } from '../testing/decision-cases.js';
import {
  BOOK,
  day,
  outcome,
  outcomeAndWarnings,
  place,
  price,
  registration,
} from '../testing/tax-cases.js';

/*
 * The cases of the tax decision as the contract numbers them: seller, its registrations, from where
 * to whom, what comes of it, and what is said beside it.
 */

describe('the cases of the tax decision', () => {
  it.each(DECISION_CASES)('%s', (_number, sale, expected) => {
    expect(outcomeAndWarnings(sale)).toBe(expected);
  });

  it('69: within a state two taxes, across states one, in a union territory its own', () => {
    const kinds = (seller: string, to: string) =>
      price({ seller, to, buyer: 'B' }).lines[0]?.taxes.map(({ kind, rate }) => `${kind} ${rate}`);
    expect(kinds('IN-MH', 'IN-MH')).toEqual(['gst_cgst 9', 'gst_sgst 9']);
    expect(kinds('IN-MH', 'IN-KA')).toEqual(['gst_igst 18']);
    expect(kinds('IN-CH', 'IN-CH')).toEqual(['gst_cgst 9', 'gst_utgst 9']);
    expect(kinds('IN-MH', 'IN-MH')).not.toContain('gst_igst 18');
  });

  it('64: the number of the certificate that counts stays with the line', () => {
    const sale = { seller: 'US-TX', to: 'US-TX', buyer: 'B' } as const;
    const shown = (account: string) =>
      price({ ...sale, account }).lines[0]?.taxes.map(({ certificate }) => certificate);
    expect(shown('reseller')).toEqual(['R-1']);
    expect(shown('lapsed')).toEqual([undefined]);
  });

  it('73: Japan rounds once for a rate and document, whatever the company does elsewhere', () => {
    const yen = (unitPrice: string, taxCode: string) => ({ unitPrice, taxCode });
    const lines = [yen('105', 'standard'), yen('105', 'standard'), yen('105', 'standard')];
    const request = {
      ...aRequest(
        [...lines, yen('99', 'reduced')].map((line) => aLine(line)),
        {
          currency: 'JPY',
          rounding: 'line',
          date: day('2026-11-02'),
        },
      ),
      seller: { ...place('JP'), taxRegistration: null, registrations: [registration('JP')] },
      customer: { ...place('JP'), taxRegistration: null, accountId: 'a' },
    };
    const { groups, taxTotal } = priceDocument(new RateBook(BOOK), request);
    expect(groups.map(({ rate, base, tax }) => [rate, base, tax])).toEqual([
      ['10', 315n, 32n],
      ['8', 99n, 8n],
    ]);
    expect(taxTotal).toBe(40n);
  });

  it('75: a credit note years later bears what it corrects did', () => {
    const sale = { seller: 'DE', to: 'DE', buyer: 'C' } as const;
    const [sold] = price({ ...sale, on: '2020-10-15' }).lines;
    if (!sold) throw new Error('One line in, one line out');
    const { category, reason, net, taxes, fallback } = sold;
    const bears = taxes.map((each) => ({
      ...each,
      taxCode: 'standard',
      base: String(net),
      tax: String(sold.tax),
    }));
    const original = {
      taxCode: 'standard',
      taxFallback: fallback,
      taxCategory: category,
      taxReason: reason,
      net,
      taxes: bears,
    };
    const book = new RateBook(BOOK);
    const request = aRequest([aLine({ supply: 'goods', taxCode: 'standard' })], {
      date: day('2026-11-02'),
      seller: { ...place('DE'), taxRegistration: 'DE1', registrations: [registration('DE')] },
      customer: { ...place('DE'), taxRegistration: null, accountId: 'a', buyerKind: 'consumer' },
    });
    const told = (source: TaxSource) =>
      priceDocument(source, request).lines.map((line) => [line.category, line.taxRate]);
    expect(told(originalTaxes([original], book))).toEqual([['S', '16']]);
    expect(told(book)).toEqual([['S', '19']]);
  });

  it('76: an unknown code is not known, and one without a rate in force is not determined', () => {
    const line = aLine({ supply: 'goods', taxCode: 'reduced' });
    const taxation = new RateBook(BOOK).taxation(aRequest([line]));
    expect(taxation.knows?.(line, 0)).toBe(true);
    expect(taxation.knows?.({ ...line, taxCode: 'unheard' }, 0)).toBe(false);
    const sale = { seller: 'PL', to: 'PL', buyer: 'C' } as const;
    expect(outcome({ ...sale, line: { taxCode: 'reduced' } })).toBe('? 0 rate_missing');
    expect(outcome({ ...sale, line: { taxCode: 'reduced', taxRate: '8' } })).toBe('S 8 line_rate');
  });

  it('77: who is registered nowhere and has no rates charges none', () => {
    const lines = [aLine({ supply: 'goods', taxCode: 'standard' })];
    const book = aBook({ codes: [{ code: 'standard', kind: null }] });
    const request = aRequest(lines, {
      seller: { ...place('DE'), taxRegistration: null, registrations: [] },
      customer: { ...place('DE'), taxRegistration: null, accountId: 'a' },
    });
    const [line] = priceDocument(new RateBook(book), request).lines;
    expect([line?.category, line?.reason]).toEqual(['O', 'not_registered']);
    expect(line?.warnings?.map(({ code }) => code)).toEqual(['registration_missing']);
  });
});
