import type { EngineTax } from '../engines/tax-engine.port.js';
import type { QuotedLine, TaxQuote } from '../quotes/tax-quote.js';
import { engineRequest, requestFingerprint, quoteOf } from '../quotes/tax-quote.js';
import { RateBook } from '../rate-books/rate-book.js';
import { aBook, aJurisdiction, aLine, aRate, aRequest, GERMANY } from '../testing/builders.js';
import { priceDocument } from './price-document.js';

const STATE: EngineTax = {
  jurisdiction: 'TEXAS (State)',
  kind: 'sales',
  rate: '6.25',
  base: 10_000n,
  tax: 625n,
};
const CITY: EngineTax = { ...STATE, jurisdiction: 'AUSTIN (City)', rate: '2', tax: 200n };

const given = (over: Partial<Extract<QuotedLine, { kind: 'given' }>> = {}): QuotedLine => ({
  kind: 'given',
  tax: 825n,
  taxable: 10_000n,
  taxes: [STATE, CITY],
  ...over,
});
const quote = (...lines: QuotedLine[]): TaxQuote => ({ fingerprint: 'f', lines });
const failed: QuotedLine = { kind: 'fallback', reason: 'timeout' };

describe('a quoted document', () => {
  it('takes the amounts as they are, with the parts that make them up', () => {
    const priced = priceDocument(RateBook.empty, aRequest([aLine()]), quote(given()));
    expect(priced).toMatchObject({ subtotal: 10_000n, taxTotal: 825n, total: 10_825n });
    expect(priced.lines[0]).toMatchObject({
      taxRate: '8.25',
      fallback: false,
      fallbackReason: null,
    });
    expect(priced.groups).toMatchObject([
      { jurisdiction: 'TEXAS (State)', exactTax: '625', tax: 625n, moved: [] },
      { jurisdiction: 'AUSTIN (City)', exactTax: '200', tax: 200n, moved: [] },
    ]);
  });

  it('keeps the gross of prices that include tax', () => {
    const request = aRequest([aLine({ unitPrice: '108.25' })], { pricesIncludeTax: true });
    const priced = priceDocument(RateBook.empty, request, quote(given()));
    expect(priced).toMatchObject({ subtotal: 10_000n, taxTotal: 825n, total: 10_825n });
  });

  it('bears one tax where the parts do not make up the whole', () => {
    const priced = priceDocument(RateBook.empty, aRequest([aLine()]), quote(given({ tax: 826n })));
    expect(priced.lines[0]?.taxes).toEqual([
      {
        jurisdiction: null,
        kind: 'sales',
        taxCode: null,
        rate: '8.26',
        base: 10_000n,
        tax: 826n,
        given: true,
      },
    ]);
  });

  describe('says why, by the decision of the house where both agree', () => {
    const registered = { ...GERMANY, registrations: [{ country: 'DE', number: 'DE123456789' }] };
    const FRANCE = { country: 'FR', region: null, postalCode: '75001', accountId: 'account' };
    const business = { ...FRANCE, taxRegistration: 'FR40303265045' };
    const nothing = given({ tax: 0n, taxes: [] });
    const vat: EngineTax = { ...STATE, jurisdiction: 'FR', kind: 'vat', rate: '20', tax: 2_000n };
    const twenty = given({ tax: 2_000n, taxes: [vat] });
    const goods = aLine({ supply: 'goods' });
    it.each([
      [
        'goods to a business of another member state',
        goods,
        business,
        nothing,
        'K intra_community',
      ],
      ['services to one', aLine(), business, nothing, 'AE reverse_charge'],
      [
        'what an own rate says is for when the engine fails',
        aLine({ taxRate: '19' }),
        business,
        nothing,
        'AE reverse_charge',
      ],
      [
        'nothing due where something should be',
        aLine(),
        { ...FRANCE, taxRegistration: null },
        nothing,
        'Z engine',
      ],
      ['something due where nothing should be', goods, business, twenty, 'S taxed'],
      [
        'a rate that came to nothing',
        goods,
        business,
        given({ tax: 0n, taxable: 1n, taxes: [{ ...vat, base: 1n, tax: 0n }] }),
        'Z engine',
      ],
    ] as const)('%s', (_, line, buyer, answer, expected) => {
      const request = aRequest([line], { seller: registered, customer: buyer });
      const [priced] = priceDocument(RateBook.empty, request, quote(answer)).lines;
      expect(`${priced?.category} ${priced?.reason}`).toBe(expected);
    });

    it('a sale under the One-Stop-Shop', () => {
      const shop = { country: 'DE', number: 'EU1', scheme: 'oss_union' } as const;
      const seller = { ...registered, registrations: [...registered.registrations, shop] };
      const customer = { ...FRANCE, taxRegistration: null };
      const request = aRequest([goods], { seller, customer });
      const book = new RateBook(
        aBook({
          jurisdictions: [aJurisdiction('FR', { level: 'country' })],
          rates: [aRate('FR', '20')],
          defaultTaxCode: 'standard',
        }),
      );
      const [priced] = priceDocument(book, request, quote(twenty)).lines;
      expect(priced).toMatchObject({ category: 'S', reason: 'one_stop_shop', tax: 2_000n });
    });
  });

  it('falls back line by line: to its own rate, or to nothing', () => {
    const lines = [aLine(), aLine({ taxRate: '7' }), aLine()];
    const priced = priceDocument(RateBook.empty, aRequest(lines), quote(given(), failed, failed));
    expect(
      priced.lines.map(({ tax, fallback, fallbackReason }) => [tax, fallback, fallbackReason]),
    ).toEqual([
      [825n, false, null],
      [700n, true, 'timeout'],
      [0n, true, 'timeout'],
    ]);
    expect(priced.taxTotal).toBe(1_525n);
  });

  it('rounds lines that fell back to the same rate together', () => {
    const lines = Array.from({ length: 3 }, () => aLine({ unitPrice: '0.03', taxRate: '19' }));
    const priced = priceDocument(RateBook.empty, aRequest(lines), quote(failed, failed, failed));
    expect(priced.taxTotal).toBe(2n);
  });

  it('falls back where the quote says nothing of a line', () => {
    const priced = priceDocument(RateBook.empty, aRequest([aLine({ taxRate: '7' })]), quote());
    expect(priced.lines[0]).toMatchObject({ tax: 700n, fallbackReason: 'bad_answer' });
  });
});

describe('what an engine is asked', () => {
  const request = aRequest([
    aLine({ quantity: '3', unitPrice: '33.333333', discount: { amount: '1' } }),
  ]);

  it('has the amounts of the lines, and the place of the seller if the customer has none', () => {
    const customer = { ...request.customer, country: null, region: null, postalCode: null };
    const asked = engineRequest({ ...request, customer }, 'CERT-1');
    expect(asked.lines).toMatchObject([{ id: '1', amount: 9_900n, discount: 100n }]);
    expect(asked).toMatchObject({
      exemption: 'CERT-1',
      customer: { country: 'DE', accountId: 'account' },
    });
  });

  it('has another fingerprint when anything in it is another', () => {
    const asked = engineRequest(request, null);
    const mark = requestFingerprint('avatax', asked);
    expect(requestFingerprint('avatax', engineRequest(request, null))).toBe(mark);
    const others = [
      requestFingerprint('taxjar', asked),
      requestFingerprint('avatax', engineRequest(request, 'CERT-1')),
      requestFingerprint('avatax', engineRequest({ ...request, currency: 'USD' }, null)),
      requestFingerprint('avatax', engineRequest({ ...request, lines: [aLine()] }, null)),
    ];
    expect(new Set([mark, ...others]).size).toBe(5);
  });

  it('is answered line by line, with the reason where there is no answer', () => {
    const asked = engineRequest(aRequest([aLine(), aLine()]), null);
    const answer = new Map([['1', { tax: 1n, taxable: 2n, taxes: [] }]]);
    expect(quoteOf('f', asked, answer, () => 'refused').lines).toEqual([
      { kind: 'given', tax: 1n, taxable: 2n, taxes: [] },
      { kind: 'fallback', reason: 'refused' },
    ]);
  });
});
