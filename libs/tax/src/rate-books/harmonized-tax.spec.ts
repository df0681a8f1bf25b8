import { priceDocument } from '../calculation/price-document.js';
import { aLine, aRate } from '../testing/builders.js';
import { BOOK, caseRequest, price, type Case } from '../testing/tax-cases.js';
import { RateBook } from './rate-book.js';

const ONTARIO: Case = { seller: 'CA', from: 'CA-ON', to: 'CA-ON', buyer: 'C' };
const HALIFAX: Case = { seller: 'CA', from: 'CA-NS', to: 'CA-NS', buyer: 'C' };

const taxesOf = (sale: Case, book = new RateBook(BOOK)) => {
  const line = { unitPrice: '100.10', quantity: '1' };
  const { lines } = price({ ...sale, lines: [line] }, book);
  return lines.flatMap(({ taxes }) =>
    taxes.map(({ jurisdiction, kind, rate, tax }) => [jurisdiction, kind, rate, tax]),
  );
};

/** The book with another rate of a province. */
const withRate = (...rates: ReturnType<typeof aRate>[]) => new RateBook({ ...BOOK, rates });
const FEDERAL = aRate('CA', '5');
const provincial = (place: string, over: Parameters<typeof aRate>[2] = {}) =>
  aRate(place, '8', { kind: 'sales', priority: 1, ...over });

describe('the harmonized sales tax of Canada', () => {
  it('is one tax, rounded once', () => {
    // 5 % is 5.01 and 8 % is 8.01, but 13 % is 13.01.
    expect(taxesOf(ONTARIO)).toEqual([['CA-ON', 'vat', '13', 1301n]]);
    expect(taxesOf(HALIFAX)).toEqual([['CA-NS', 'vat', '14', 1401n]]);
    expect(taxesOf({ ...HALIFAX, on: '2025-03-31' })).toEqual([['CA-NS', 'vat', '15', 1502n]]);
  });

  it('is one where the seller names no registration, too', () => {
    const request = caseRequest({ ...ONTARIO, seller: '', seat: 'CA-ON' });
    const lines = [aLine({ supply: 'goods', unitPrice: '100.10' })];
    const [line] = priceDocument(new RateBook(BOOK), { ...request, lines }).lines;
    expect(line?.taxes.map(({ rate }) => rate)).toEqual(['13']);
  });

  it('is none where the province has a tax of its own', () => {
    expect(taxesOf({ ...ONTARIO, seller: 'CA CA-BC', from: 'CA-BC', to: 'CA-BC' })).toEqual([
      ['CA', 'gst_igst', '5', 501n],
      ['CA-BC', 'sales', '7', 701n],
    ]);
  });

  it('leaves apart what bears nothing, and what is on top of another', () => {
    const rates = (book: RateBook) => taxesOf(ONTARIO, book).map(([, , rate]) => rate);
    const nothing = provincial('CA-ON', { rate: '0', kind: 'zero' });
    expect(rates(withRate(FEDERAL, nothing))).toEqual(['5', '0']);
    expect(rates(withRate(FEDERAL, provincial('CA-ON', { compound: true })))).toEqual(['5', '8']);
    expect(rates(withRate(FEDERAL))).toEqual(['5']);
    expect(rates(withRate(provincial('CA-ON')))).toEqual(['8']);
  });
});
