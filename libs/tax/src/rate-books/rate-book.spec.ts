import type { LocalDate } from '@quittance/calendar';
import { priceDocument } from '../calculation/price-document.js';
import type { PricedLine, PricingLine, TaxParty } from '../calculation/pricing.js';
import { RateBook } from './rate-book.js';
import type { RateBookData } from './rate-book-data.js';
import { aBook, aJurisdiction, aLine, aRate, aRequest, GERMANY } from '../testing/builders.js';

const NOBODY: TaxParty = { country: null, region: null, postalCode: null, taxRegistration: null };
const LINE = aLine({ taxCode: 'standard' });

function day(text: string): LocalDate {
  return text as LocalDate;
}

interface TaxedSale {
  data: Partial<RateBookData>;
  customer: Partial<TaxParty>;
  seller?: TaxParty;
  line?: PricingLine;
  date?: string;
  registeredIn?: readonly string[];
}

function sell({ data, customer, seller, line, date, registeredIn }: TaxedSale): PricedLine {
  const registrations = registeredIn?.map((country) => ({ country, number: '' }));
  const request = aRequest([line ?? LINE], {
    seller: { ...(seller ?? GERMANY), ...(registrations && { registrations }) },
    customer: { ...NOBODY, accountId: 'account', ...customer },
    date: day(date ?? '2026-03-01'),
  });
  const priced = priceDocument(new RateBook(aBook(data)), request).lines[0];
  if (!priced) throw new Error('One line in, one line out');
  return priced;
}

const EUROPE = {
  codes: ['standard', 'rateless'].map((code) => ({ code, kind: null })),
  jurisdictions: [
    aJurisdiction('DE', { level: 'country' }),
    aJurisdiction('FR', { level: 'country' }),
  ],
  rates: [
    aRate('DE', '16', { validFrom: day('2020-07-01'), validTo: day('2020-12-31') }),
    aRate('DE', '19', { validFrom: day('2021-01-01') }),
    aRate('FR', '20'),
  ],
};

const AMERICA = {
  jurisdictions: [
    aJurisdiction('US', { level: 'country' }),
    aJurisdiction('CA', { level: 'state', parentId: 'US' }),
    aJurisdiction('NV', { level: 'state', parentId: 'US' }),
    aJurisdiction('alameda', {
      level: 'county',
      parentId: 'CA',
      name: 'Alameda',
      postalPatterns: ['945*', '94###'],
    }),
    aJurisdiction('fremont', {
      level: 'city',
      parentId: 'alameda',
      name: 'Fremont',
      postalPatterns: ['94536'],
    }),
    aJurisdiction('oakland', { level: 'city', parentId: 'alameda', name: 'Oakland' }),
    aJurisdiction('reno', { level: 'city', parentId: 'NV', name: 'Reno', postalPatterns: ['*'] }),
  ],
  rates: [
    aRate('CA', '7.25', { kind: 'sales' }),
    aRate('alameda', '2', { kind: 'sales' }),
    aRate('fremont', '0.5', { kind: 'sales' }),
    aRate('oakland', '1', { kind: 'sales' }),
    aRate('NV', '6.85', { kind: 'sales' }),
    aRate('reno', '1', { kind: 'sales' }),
  ],
};

const INDIA = {
  jurisdictions: [aJurisdiction('IN', { level: 'country' })],
  rates: [
    aRate('IN', '9', { kind: 'gst_cgst' }),
    aRate('IN', '9', { kind: 'gst_sgst', priority: 1 }),
    aRate('IN', '18', { kind: 'gst_igst', priority: 2 }),
  ],
};
const KARNATAKA: TaxParty = { ...NOBODY, country: 'IN', taxRegistration: '29ABCDE1234F1Z5' };

describe('rates in force', () => {
  it.each([
    ['2020-06-30', '0'],
    ['2020-07-01', '16'],
    ['2020-12-31', '16'],
    ['2021-01-01', '19'],
  ])('on %s the rate is %s', (date, rate) => {
    expect(sell({ data: EUROPE, customer: { country: 'DE' }, date }).taxRate).toBe(rate);
  });

  it('are those of the place of the customer', () => {
    const line = { ...LINE, supply: 'goods' as const };
    const sale = { data: EUROPE, customer: { country: 'FR' }, line };
    expect(sell({ ...sale, registeredIn: ['DE', 'FR'] }).taxRate).toBe('20');
    expect(sell(sale).taxRate).toBe('19');
  });

  it('are those of the seller for a customer without an address', () => {
    expect(sell({ data: EUROPE, customer: {} }).taxRate).toBe('19');
  });

  it('give way to the rate of the line where there is none for its code', () => {
    const line = aLine({ taxCode: 'rateless', taxRate: '5.5' });
    const customer = { country: 'DE' };
    expect(sell({ data: EUROPE, customer, line })).toMatchObject({
      taxRate: '5.5',
      tax: 550n,
      fallback: true,
      taxes: [{ jurisdiction: null, kind: 'line_rate', taxCode: 'rateless' }],
    });
  });

  it('win over the rate of the line where there is one for its code', () => {
    const line = { ...LINE, taxRate: '5' };
    expect(sell({ data: EUROPE, customer: { country: 'DE' }, line })).toMatchObject({
      taxRate: '19',
      fallback: false,
    });
  });

  it('of the default code serve a line with neither code nor rate', () => {
    const data = { ...EUROPE, defaultTaxCode: 'standard' };
    const customer = { country: 'DE' };
    expect(sell({ data, customer, line: aLine() }).taxRate).toBe('19');
    expect(sell({ data, customer, line: aLine({ taxRate: '3' }) }).taxRate).toBe('3');
  });
});

describe('levels of jurisdiction', () => {
  it.each<[string, Partial<TaxParty>, string[]]>([
    ['a state', { region: 'CA' }, ['US-CA']],
    ['a county by postal code', { region: 'CA', postalCode: '94501' }, ['US-CA', 'US-CA/Alameda']],
    [
      'a city by postal code',
      { region: 'CA', postalCode: '94536' },
      ['US-CA', 'US-CA/Alameda', 'US-CA/Alameda/Fremont'],
    ],
    [
      'a city by the nine digits of an address in it',
      { region: 'CA', postalCode: '94536-1234' },
      ['US-CA', 'US-CA/Alameda', 'US-CA/Alameda/Fremont'],
    ],
    [
      'a city by name, with its county',
      { region: 'CA', city: 'oakland' },
      ['US-CA', 'US-CA/Alameda', 'US-CA/Alameda/Oakland'],
    ],
    [
      'no city by name against its postal codes',
      { region: 'CA', city: 'Fremont', postalCode: '90001' },
      ['US-CA'],
    ],
    ['no city of another state', { region: 'NV', city: 'Oakland' }, ['US-NV']],
    ['a state without rates', { region: 'OR' }, []],
  ])('%s adds up', (_, address, labels) => {
    const seller = { ...GERMANY, country: 'US' };
    const customer = { country: 'US', ...address };
    const line = sell({ data: AMERICA, seller, customer });
    expect(line.taxes.map(({ jurisdiction }) => jurisdiction)).toEqual(labels);
  });

  it('come to the sum of their rates', () => {
    const customer = { country: 'US', region: 'CA', postalCode: '94536' };
    expect(sell({ data: AMERICA, customer, registeredIn: ['US'] }).taxRate).toBe('9.75');
  });
});

describe('India', () => {
  it.each<[string, Partial<TaxParty>, string[]]>([
    ['the same state', { taxRegistration: '29AAAAA0000A1Z5' }, ['gst_cgst', 'gst_sgst']],
    ['another state', { taxRegistration: '27AAAAA0000A1Z5' }, ['gst_igst']],
    ['an unregistered buyer in the state', { region: 'KA' }, ['gst_cgst', 'gst_sgst']],
    ['an unregistered buyer elsewhere', { region: 'MH' }, ['gst_igst']],
    ['the state in small letters', { region: 'ka' }, ['gst_cgst', 'gst_sgst']],
    ['the state by its number', { region: '29' }, ['gst_cgst', 'gst_sgst']],
    ['the state by its name', { region: 'Karnataka' }, ['gst_cgst', 'gst_sgst']],
    ['a buyer without an address', { country: null }, ['gst_cgst', 'gst_sgst']],
    [
      'a registration at a state that is none',
      { taxRegistration: '29AAGCB7383J1Z4', region: 'Foo' },
      ['gst_cgst', 'gst_sgst'],
    ],
    [
      'the registration before the address',
      { taxRegistration: '29 AAGCB7383J1Z4', region: 'MH' },
      ['gst_cgst', 'gst_sgst'],
    ],
    [
      'the address before a mistyped registration',
      { taxRegistration: '29AAGCB7383J1Z5', region: 'MH' },
      ['gst_igst'],
    ],
  ])('%s decides the taxes', (_, customer, kinds) => {
    const line = sell({
      data: INDIA,
      seller: KARNATAKA,
      customer: { country: 'IN', ...customer },
    });
    expect(line.taxes.map(({ kind }) => kind)).toEqual(kinds);
    expect(line.tax).toBe(1800n);
  });

  it.each([
    ['Chandigarh', 'CH', ['gst_cgst', 'gst_utgst']],
    ['Daman & Diu, as it was', 'DD', ['gst_cgst', 'gst_utgst']],
    ['Ladakh', 'LA', ['gst_cgst', 'gst_utgst']],
    ['Puducherry, which has a legislature', 'PY', ['gst_cgst', 'gst_sgst']],
    ['Delhi, which has a legislature', 'DL', ['gst_cgst', 'gst_sgst']],
  ])('within %s the tax is its own', (_, region, kinds) => {
    const here = { country: 'IN', region, postalCode: null, taxRegistration: null };
    const line = sell({ data: INDIA, seller: here, customer: here });
    expect(line.taxes.map(({ kind }) => kind)).toEqual(kinds);
    expect(line.tax).toBe(1800n);
    const away = { ...here, region: region === 'LA' ? 'CH' : 'LA' };
    const far = sell({ data: INDIA, seller: here, customer: away });
    expect(far.taxes.map(({ kind }) => kind)).toEqual(['gst_igst']);
  });
});

describe('a place that its address does not tell', () => {
  const CANADA = {
    jurisdictions: [
      aJurisdiction('CA', { level: 'country' }),
      aJurisdiction('ON', { level: 'state', parentId: 'CA' }),
    ],
    rates: [aRate('CA', '5'), aRate('ON', '8')],
  };
  const from = (country: string, region: string | null = null) => ({ ...NOBODY, country, region });
  const UNPLACED = ' place_unknown 0';
  it.each<[Partial<RateBookData>, TaxParty, Partial<TaxParty>, string]>([
    [AMERICA, from('US', 'CA'), { country: 'US', region: 'ca' }, 'S taxed 7.25'],
    [AMERICA, from('US', 'CA'), { country: 'US', region: 'US-CA' }, 'S taxed 7.25'],
    [AMERICA, from('US', 'CA'), { country: 'US', region: 'California' }, 'S taxed 7.25'],
    [AMERICA, from('US', 'CA'), { country: 'US', region: 'or' }, 'O not_registered 0'],
    [AMERICA, from('US', 'CA'), { country: 'US', postalCode: '94536' }, UNPLACED],
    [AMERICA, from('US', 'CA'), { country: 'US', region: 'ZZ' }, UNPLACED],
    [AMERICA, from('US', 'CA'), { country: 'CA' }, 'O service_abroad 0'],
    [AMERICA, from('US'), {}, UNPLACED],
    [AMERICA, GERMANY, { country: 'US' }, 'O service_abroad 0'],
    [EUROPE, GERMANY, { country: 'US' }, 'O service_abroad 0'],
    [EUROPE, from('US', 'CA'), { country: 'US' }, 'O not_registered 0'],
    [{ codes: EUROPE.codes }, from('US'), { country: 'US' }, 'O not_registered 0'],
    [CANADA, from('CA', 'ON'), { country: 'CA', region: 'on' }, 'S taxed 13'],
    [CANADA, from('CA', 'ON'), { country: 'CA', region: 'QC' }, 'S taxed 5'],
    [CANADA, from('CA', 'ON'), { country: 'CA' }, UNPLACED],
    [CANADA, from('CA', 'ON'), { country: 'CA', region: 'XX' }, UNPLACED],
    [INDIA, KARNATAKA, { country: 'IN' }, UNPLACED],
    [INDIA, KARNATAKA, { country: 'IN', region: 'Foo' }, UNPLACED],
    [INDIA, from('IN'), { country: 'IN', region: 'KA' }, UNPLACED],
    [INDIA, GERMANY, { country: 'IN' }, 'O service_abroad 0'],
  ])('%#: bears no tax by chance', (data, seller, customer, expected) => {
    const { category, reason, taxRate } = sell({ data, seller, customer });
    expect([category, reason, taxRate].join(' ')).toBe(expected);
  });

  it('gives way to a rate of the line, and to a certificate for all of the country', () => {
    const customer = { country: 'CA' };
    const line = { ...LINE, taxRate: '13' };
    const seller = from('CA', 'ON');
    const own = sell({ data: CANADA, seller, customer, line });
    expect(own).toMatchObject({ taxRate: '13', reason: 'line_rate', fallback: true });
    const held = { accountId: 'account', kind: 'other', certificate: 'C' } as const;
    const valid = { validFrom: day('2026-01-01'), validTo: null };
    const exemptions = [{ ...held, jurisdictionIds: ['CA'], ...valid }];
    const exempt = sell({ data: { ...CANADA, exemptions }, seller, customer });
    expect(exempt.reason).toBe('exempt_customer');
  });
});

describe('reverse charge', () => {
  it('is made by a valid VAT id of another member state', () => {
    const line = { ...LINE, taxRate: '19' };
    const customer = { country: 'FR', taxRegistration: 'FR 40 303265045' };
    expect(sell({ data: EUROPE, customer, line })).toMatchObject({
      tax: 0n,
      taxRate: '0',
      fallback: false,
      taxes: [{ kind: 'reverse_charge', base: 10000n }],
    });
  });

  it.each([
    ['a malformed one', 'FR1'],
    ['one of the same state', 'DE136695976'],
    ['one that is mistyped', 'IT00743110158'],
    ['one of a country outside the Union', 'CHE123456788'],
    ['none', null],
  ])('is not made by %s', (_, taxRegistration) => {
    const customer = { country: 'FR', taxRegistration };
    expect(sell({ data: EUROPE, customer }).taxRate).toBe('19');
  });

  it('is not made by a seller outside the Union', () => {
    const seller = { ...GERMANY, country: 'CH' };
    const customer = { country: 'FR', taxRegistration: 'FR40303265045' };
    expect(sell({ data: EUROPE, customer, seller, registeredIn: ['FR'] }).taxRate).toBe('20');
  });
});

describe('an exemption', () => {
  const exemption = {
    accountId: 'account',
    kind: 'other' as const,
    certificate: 'CERT-1',
    jurisdictionIds: ['CA'],
    validFrom: day('2026-01-01'),
    validTo: day('2026-12-31'),
  };
  const customer = { country: 'US', region: 'CA', postalCode: '94536' };
  const registeredIn = ['US'];

  it('covers a jurisdiction and what lies within it', () => {
    const line = sell({ data: { ...AMERICA, exemptions: [exemption] }, customer, registeredIn });
    expect(line.taxes.map(({ kind, tax }) => [kind, tax])).toEqual([
      ['exempt', 0n],
      ['exempt', 0n],
      ['exempt', 0n],
    ]);
  });

  it('leaves the levels above it taxed', () => {
    const exemptions = [{ ...exemption, jurisdictionIds: ['fremont'] }];
    expect(sell({ data: { ...AMERICA, exemptions }, customer, registeredIn }).taxRate).toBe('9.25');
  });

  it('without jurisdictions holds everywhere, for the rate of a line too', () => {
    const exemptions = [{ ...exemption, jurisdictionIds: [] }];
    const line = aLine({ taxRate: '19' });
    expect(sell({ data: { exemptions }, customer, line })).toMatchObject({
      tax: 0n,
      taxes: [{ kind: 'exempt' }],
    });
  });

  it.each([
    ['where all that taxes is covered frees of the rate of a line', ['CA'], '0'],
    ['for a part of it does not', ['fremont'], '8'],
  ])('%s', (_, jurisdictionIds, taxRate) => {
    const exemptions = [{ ...exemption, jurisdictionIds }];
    const line = aLine({ taxRate: '8' });
    expect(sell({ data: { ...AMERICA, exemptions }, customer, line, registeredIn }).taxRate).toBe(
      taxRate,
    );
  });

  it('ends with its last day, and belongs to its account', () => {
    const data = { ...AMERICA, exemptions: [exemption] };
    expect(sell({ data, customer, date: '2027-01-01', registeredIn }).taxRate).toBe('9.75');
    const other = { ...AMERICA, exemptions: [{ ...exemption, accountId: 'other' }] };
    expect(sell({ data: other, customer, registeredIn }).taxRate).toBe('9.75');
  });

  it('is told by its certificate where all of the tax is covered, to engines of others', () => {
    const certificateOf = (jurisdictionIds: string[], date = '2026-06-01') => {
      const book = new RateBook(
        aBook({ ...AMERICA, exemptions: [{ ...exemption, jurisdictionIds }] }),
      );
      const buyer = { ...customer, taxRegistration: null, accountId: 'account' };
      return book.certificateOf(aRequest([aLine()], { customer: buyer, date: day(date) }));
    };
    expect(certificateOf([])).toBe('CERT-1');
    expect(certificateOf(['CA'])).toBe('CERT-1');
    expect(certificateOf(['fremont'])).toBeNull();
    expect(certificateOf([], '2027-01-01')).toBeNull();
  });
});
