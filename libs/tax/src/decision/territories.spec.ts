import { priceDocument } from '../calculation/price-document.js';
import type { TaxParty } from '../calculation/pricing.js';
import { RateBook } from '../rate-books/rate-book.js';
import { aBook, aJurisdiction, aLine, aRate, aRequest } from '../testing/builders.js';

const country = (code: string) => aJurisdiction(code, { level: 'country' });
const DE_ID = 'DE136695976';
const FR_ID = 'FR40303265045';

describe('a territory of tax that is not a country', () => {
  const at = (place: string, postalCode: string | null = null): TaxParty => {
    return { country: place, region: null, postalCode, taxRegistration: null };
  };
  const ES_ID = 'ESA58818501';
  const XI_ID = 'XI366303068';
  const RATES = { DE: '19', FR: '20', ES: '21', CH: '8.1' };
  const BOOK = aBook({
    codes: [{ code: 'standard', kind: null }],
    jurisdictions: [...Object.keys(RATES), 'GB'].map(country),
    rates: Object.entries(RATES).map(([place, rate]) => aRate(place, rate)),
    defaultTaxCode: 'standard',
  });
  const decided = (from: TaxParty, to: TaxParty, id: string | null, book = BOOK) =>
    (['goods', 'services'] as const)
      .map((supply) => {
        const customer = { ...to, taxRegistration: id, accountId: 'a' };
        const seller = { ...from, taxRegistration: DE_ID };
        const request = aRequest([aLine({ supply })], { seller, customer });
        const [line] = priceDocument(new RateBook(book), request).lines;
        return [line?.category ?? '-', line?.taxRate].join(' ');
      })
      .join(', ');

  it.each<[string, TaxParty, TaxParty, string | null, string]>([
    ['Canary Islands', at('DE'), at('ES', '35001'), null, 'G 0, O 0'],
    ['told by their region alone', at('DE'), { ...at('ES'), region: 'ES-CN' }, null, 'G 0, O 0'],
    ['by its name', at('DE'), { ...at('ES'), region: 'Las Palmas' }, ES_ID, 'G 0, O 0'],
    ['another region', at('DE'), { ...at('ES'), region: 'MD' }, null, 'S 19, S 19'],
    ['to a business there', at('DE'), at('ES', '38001'), ES_ID, 'G 0, O 0'],
    ['from the mainland', at('ES'), at('ES', '35001'), null, 'G 0, O 0'],
    ['Ceuta, Melilla', at('ES'), at('ES', '52001'), null, 'G 0, O 0'],
    ['Spain itself', at('DE'), at('ES', '28001'), null, 'S 19, S 19'],
    ['Büsingen', at('DE'), at('DE', '78266'), null, 'G 0, O 0'],
    ['Heligoland', at('DE'), at('DE', 'D-27498'), null, 'G 0, O 0'],
    ['Livigno', at('DE'), at('IT', '23041'), null, 'G 0, O 0'],
    ['Åland', at('DE'), at('FI', '22100'), null, 'G 0, O 0'],
    ['Åland by its code', at('DE'), at('AX', '22100'), null, 'G 0, O 0'],
    ['overseas', at('FR'), at('FR', '97110'), null, 'G 0, O 0'],
    ['overseas by its code', at('FR'), at('RE', '97400'), FR_ID, 'G 0, O 0'],
    ['Monaco', at('FR'), at('MC', '98000'), null, 'S 20, S 20'],
    ['a business in Monaco', at('DE'), at('MC', '98000'), FR_ID, 'K 0, AE 0'],
    ['from Monaco', at('MC', '98000'), at('FR', '69001'), null, 'S 20, S 20'],
    ['Liechtenstein', at('CH'), at('LI', '9490'), null, 'S 8.1, S 8.1'],
    ['from Liechtenstein', at('LI'), at('DE', '50667'), null, 'G 0, O 0'],
    ['Isle of Man', at('DE'), at('IM', 'IM1 1AA'), null, 'G 0, O 0'],
    ['within the Kingdom', at('GB', 'SW1A 1AA'), at('IM', 'IM1 1AA'), null, '- 0, - 0'],
    ['to Northern Ireland', at('GB', 'SW1A 1AA'), at('GB', 'BT1 1AA'), null, '- 0, - 0'],
    ['a business there', at('DE'), at('GB', 'bt1 1aa'), XI_ID, 'K 0, O 0'],
    ['a mistyped id there', at('DE'), at('GB', 'BT1 1AA'), 'XI366303069', 'S 19, O 0'],
    ['Great Britain', at('DE'), at('GB', 'B1 1AA'), null, 'G 0, O 0'],
    ['from Northern Ireland', at('GB', 'BT1 1AA'), at('IT'), 'IT00743110157', 'K 0, O 0'],
    ['and out of the Union', at('GB', 'BT1 1AA'), at('NO'), null, 'G 0, O 0'],
  ])('%s', (_, from, to, id, expected) => {
    expect(decided(from, to, id)).toBe(expected);
  });

  it('is taxed by its own rates where they were loaded by its own name', () => {
    const book = {
      ...BOOK,
      jurisdictions: [...BOOK.jurisdictions, country('LI'), country('RE')],
      rates: [...BOOK.rates, aRate('LI', '7.7'), aRate('RE', '8.5')],
    };
    expect(decided(at('CH'), at('LI'), null, book)).toBe('S 7.7, S 7.7');
    expect(decided(at('RE'), at('FR', '97400'), null, book)).toBe('S 8.5, S 8.5');
  });
});
