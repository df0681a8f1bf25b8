import type { LocalDate } from '@quittance/calendar';
import { priceDocument } from '../calculation/price-document.js';
import type { TaxParty } from '../calculation/pricing.js';
import { RateBook } from './rate-book.js';
import { aBook, aJurisdiction, aLine, aRate, aRequest, GERMANY } from '../testing/builders.js';

const NOBODY: TaxParty = { country: null, region: null, postalCode: null, taxRegistration: null };
const LINE = aLine({ taxCode: 'standard' });

const day = (text: string) => text as LocalDate;

const JURISDICTIONS = [
  aJurisdiction('DE', { level: 'country' }),
  aJurisdiction('FR', { level: 'country' }),
  aJurisdiction('US', { level: 'country' }),
  aJurisdiction('CA', { level: 'state', parentId: 'US' }),
  aJurisdiction('NV', { level: 'state', parentId: 'US' }),
  aJurisdiction('fremont', { level: 'city', parentId: 'CA', name: 'Fremont' }),
];
const RATES = [
  aRate('DE', '16', { validFrom: day('2020-07-01'), validTo: day('2020-12-31') }),
  aRate('DE', '19', { validFrom: day('2021-01-01') }),
  aRate('FR', '20'),
  aRate('CA', '6', { kind: 'sales' }),
  aRate('NV', '4.6', { kind: 'sales' }),
  aRate('fremont', '1.5', { kind: 'sales' }),
];

describe('a book that was asked about others before', () => {
  const EXEMPT = {
    accountId: 'free',
    kind: 'other',
    jurisdictionIds: [],
    certificate: 'C-1',
  } as const;
  const DATA = aBook({
    jurisdictions: JURISDICTIONS,
    rates: RATES,
    exemptions: [{ ...EXEMPT, validFrom: day('2000-01-01'), validTo: null }],
  });
  const AMERICAN: TaxParty = { ...NOBODY, country: 'US', region: 'CA', taxRegistration: 'EIN' };
  const sellers = [GERMANY, { ...GERMANY, taxRegistration: null }, AMERICAN];
  const customers: Partial<TaxParty & { accountId: string }>[] = [
    { country: 'DE', postalCode: '10115' },
    { country: 'DE', postalCode: '27498' },
    { country: 'DE', postalCode: '10115', accountId: 'free' },
    { country: 'FR', postalCode: '75001' },
    { country: 'FR', postalCode: '75001', taxRegistration: 'FR40303265045' },
    { country: 'US', region: 'CA', postalCode: '94536', city: 'Fremont' },
    { country: 'US', region: 'CA', postalCode: '94536', city: 'Oakland' },
    { country: 'US', region: 'NV', postalCode: '94536', city: 'Fremont' },
    { country: 'US', region: 'CA', city: 'Fremont' },
    { country: 'US', region: 'CA', city: 'Oakland' },
    { country: 'DE', postalCode: '75001' },
    { country: null },
  ];
  const dates = ['2020-08-01', '2026-03-01'];
  const asked = sellers.flatMap((seller) =>
    customers.flatMap((customer) =>
      dates.map((date) =>
        aRequest([LINE, { ...LINE, supply: 'goods' }, aLine({ taxCode: null, taxRate: '5' })], {
          seller,
          customer: { ...NOBODY, accountId: 'account', ...customer },
          date: day(date),
        }),
      ),
    ),
  );

  it('answers as a new one does, whatever of the parties or the day differs', () => {
    const book = new RateBook(DATA);
    const inTurn = [...asked, ...asked].map((request) => priceDocument(book, request).lines);
    const alone = asked.map((request) => priceDocument(new RateBook(DATA), request).lines);
    expect(inTurn).toEqual([...alone, ...alone]);
    expect(new Set(alone.map((lines) => JSON.stringify(lines, text))).size).toBeGreaterThan(7);
  });
});

function text(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
