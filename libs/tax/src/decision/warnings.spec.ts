import { priceDocument } from '../calculation/price-document.js';
import { originalTaxes } from '../calculation/original-taxes.js';
import { RateBook } from '../rate-books/rate-book.js';
import { aLine, aRequest } from '../testing/builders.js';
import {
  BOOK,
  day,
  digital,
  outcomeAndWarnings,
  place,
  price,
  registration,
  type Case,
} from '../testing/tax-cases.js';

const event = { supply: 'event' } as const;

describe('what is said beside a decision', () => {
  it.each<[string, Case, string]>([
    [
      'a registration that begins later, where it has to be',
      { seller: 'DE FR@2027-01-01', to: 'FR', buyer: 'C', sales: 'exceeded' },
      '? 0 registration_required + registration_begins_later',
    ],
    [
      'the year says more of distance sales than a One-Stop-Shop that begins later',
      { seller: 'DE DE!oss_union@2027-01-01', to: 'FR', buyer: 'C', sales: 'below' },
      'S 19 taxed + registration_begins_later',
    ],
    [
      'a registration elsewhere that begins later says nothing',
      { seller: 'DE PL@2027-01-01', to: 'FR', buyer: 'C', sales: 'below' },
      'S 19 taxed',
    ],
    [
      'a registration at home that begins later',
      { seller: 'DE@2027-01-01', to: 'DE', buyer: 'C' },
      'O 0 not_registered + registration_missing + registration_begins_later',
    ],
    [
      'a year that says nothing, for what counts towards the threshold',
      { seller: 'DE', to: 'FR', buyer: 'C', line: digital },
      'S 19 taxed + distance_sales_unset',
    ],
    [
      'a year that says nothing, for what does not count',
      { seller: 'DE', to: 'FR', buyer: 'C', line: { supply: 'services' } },
      'S 19 taxed',
    ],
    [
      'goods to consumers of a country that taxes small consignments',
      { seller: 'DE', to: 'GB', buyer: 'C' },
      'G 0 export + import_registration_possible',
    ],
    ['the same to a business', { seller: 'DE', to: 'GB', buyer: 'B' }, 'G 0 export'],
    ['and to where the law knows no limit', { seller: 'DE', to: 'CH', buyer: 'C' }, 'G 0 export'],
    [
      'a service that no source names in a state',
      { seller: 'US-CA', to: 'US-CA', buyer: 'C', line: event },
      'O 0 untaxed_service + taxability_assumed',
    ],
    ['a state without nexus', { seller: 'US-TX', to: 'US-CA', buyer: 'C' }, 'O 0 not_registered'],
  ])('%s', (_what, sale, expected) => {
    expect(outcomeAndWarnings(sale)).toBe(expected);
  });

  it('tells since when a registration is none', () => {
    const ended = { ...registration('FR'), validTo: day('2026-06-30') };
    const request = aRequest([aLine({ supply: 'goods' })], {
      date: day('2026-11-02'),
      seller: { ...place('DE'), taxRegistration: null, registrations: [registration('DE'), ended] },
      customer: { ...place('FR'), taxRegistration: null, accountId: 'a', buyerKind: 'consumer' },
    });
    const [line] = priceDocument(new RateBook(BOOK), request).lines;
    expect(line?.warnings?.map(({ detail }) => detail).at(-1)).toBe(
      'The registration in FR (normal) ended on 2026-06-30, before this day.',
    );
  });

  it('leaves the taxes of lines that are taxed alike one group', () => {
    const lines = [{ unitPrice: '0.05' }, { ...digital, unitPrice: '0.05' }, {}];
    const sale = { seller: 'DE', to: 'FR', buyer: 'C' } as const;
    const priced = price({ ...sale, lines: [...lines, { supply: 'services' }] });
    const warned = priced.lines.map(({ warnings = [] }) => warnings.length);
    expect([warned, priced.groups.length]).toEqual([[1, 1, 1, 0], 1]);
  });

  it('says nothing anew of what corrects an earlier line', () => {
    const sale = { seller: 'DE', to: 'FR', buyer: 'C' } as const;
    const book = new RateBook(BOOK);
    const request = aRequest([aLine({ supply: 'goods' })], {
      date: day('2026-11-02'),
      seller: {
        ...place('DE'),
        taxRegistration: null,
        registrations: [registration('DE')],
      },
      customer: { ...place('FR'), taxRegistration: null, accountId: 'a', buyerKind: 'consumer' },
    });
    const [sold] = price(sale, book).lines;
    const original = {
      taxCode: 'standard',
      taxFallback: false,
      taxCategory: sold?.category ?? null,
      taxReason: sold?.reason ?? null,
      net: 10_000n,
      taxes: [],
    };
    const told = (corrected: typeof original | null) =>
      priceDocument(originalTaxes([corrected], book), request).lines.map(
        ({ warnings = [] }) => warnings.length,
      );
    expect([told(original), told(null)]).toEqual([[0], [1]]);
  });
});
