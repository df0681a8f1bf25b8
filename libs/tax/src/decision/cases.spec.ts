import type { LocalDate } from '@quittance/calendar';
import type { TaxRegistration } from '@quittance/company';
import { priceDocument } from '../calculation/price-document.js';
import type { BuyingParty, PricingLine, SellingParty } from '../calculation/pricing.js';
import { RateBook } from '../rate-books/rate-book.js';
import { aBook, aJurisdiction, aLine, aRate, aRequest } from '../testing/builders.js';

/*
 * The cases of the tax decision as the contract numbers them: seller, its registrations, from where
 * to whom, and what comes of it.
 */

const day = (text: string) => text as LocalDate;
const country = (code: string) => aJurisdiction(code, { level: 'country' });
const state = (parentId: string, code: string) =>
  aJurisdiction(`${parentId}-${code}`, { level: 'state', code, parentId });
const since = (place: string, rate: string, from: string, to: string | null = null) =>
  aRate(place, rate, { validFrom: day(from), validTo: to === null ? null : day(to) });
const gst = (kind: 'gst_cgst' | 'gst_sgst' | 'gst_igst', rate: string) =>
  aRate('IN', rate, { kind });

const BOOK = aBook({
  codes: [
    ...['standard', 'reduced', 'books'].map((code) => ({ code, kind: null })),
    { code: 'lessons', kind: 'services', taxClass: 'exempt' },
    { code: 'scrap', kind: 'goods', taxClass: 'domestic_reverse_charge' },
    { code: 'used', kind: 'goods', taxClass: 'margin_second_hand' },
  ],
  jurisdictions: [
    ...['DE', 'AT', 'FR', 'PL', 'FI', 'RO', 'GB', 'CH', 'JP', 'AU', 'NZ', 'IN', 'US', 'CA'].map(
      country,
    ),
    country('ES-CN'),
    state('US', 'TX'),
    state('US', 'CA'),
    ...['ON', 'BC', 'NS', 'QC'].map((code) => state('CA', code)),
  ],
  rates: [
    since('DE', '19', '2007-01-01', '2020-06-30'),
    since('DE', '16', '2020-07-01', '2020-12-31'),
    since('DE', '19', '2021-01-01'),
    aRate('DE', '7', { taxCode: 'reduced' }),
    aRate('DE', '19', { taxCode: 'scrap' }),
    aRate('AT', '20'),
    aRate('FR', '20'),
    aRate('PL', '23'),
    since('FI', '24', '2013-01-01', '2024-08-31'),
    since('FI', '25.5', '2024-09-01'),
    since('RO', '19', '2017-01-01', '2025-07-31'),
    since('RO', '21', '2025-08-01'),
    aRate('GB', '20'),
    aRate('GB', '0', { taxCode: 'books', kind: 'zero' }),
    since('CH', '7.7', '2018-01-01', '2023-12-31'),
    since('CH', '8.1', '2024-01-01'),
    aRate('JP', '10'),
    aRate('JP', '8', { taxCode: 'reduced' }),
    aRate('AU', '10'),
    aRate('NZ', '15'),
    aRate('ES-CN', '7'),
    gst('gst_cgst', '9'),
    gst('gst_sgst', '9'),
    gst('gst_igst', '18'),
    aRate('US-TX', '6.25', { kind: 'sales' }),
    aRate('US-CA', '7.25', { kind: 'sales' }),
    aRate('CA', '5', { kind: 'gst_igst' }),
    aRate('CA-ON', '8', { kind: 'sales', priority: 1 }),
    { ...since('CA-NS', '10', '2010-07-01', '2025-03-31'), kind: 'sales', priority: 1 },
    { ...since('CA-NS', '9', '2025-04-01'), kind: 'sales', priority: 1 },
    aRate('CA-BC', '7', { kind: 'sales', priority: 1 }),
    aRate('CA-QC', '9.975', { kind: 'sales', priority: 1 }),
  ],
  exemptions: [
    {
      accountId: 'reseller',
      certificate: 'R-1',
      jurisdictionIds: ['US-TX'],
      validFrom: day('2020-01-01'),
      validTo: null,
    },
    {
      accountId: 'lapsed',
      certificate: 'R-2',
      jurisdictionIds: ['US-TX'],
      validFrom: day('2020-01-01'),
      validTo: day('2026-11-01'),
    },
  ],
  defaultTaxCode: 'standard',
});

const IDS: Readonly<Record<string, string>> = {
  DE: 'DE136695976',
  FR: 'FR40303265045',
  AT: 'ATU13585627',
  PL: 'PL8567346215',
  XI: 'XI110305878',
};

/** `DE`, `US-TX`, `DE!small_business`, `DE!oss_union@2026-01-01`, `IN-MH~2026-01-01:2026-12-31`. */
function registration(text: string): TaxRegistration {
  const [, place = '', scheme, from, lutFrom, lutTo] =
    /^([A-Z-]+)(?:!(\w+))?(?:@([\d-]+))?(?:~([\d-]+):([\d-]+))?$/.exec(text) ?? [];
  const [code = '', region = null] = place.split('-');
  return {
    country: code,
    region,
    number: code === 'IN' ? '' : (IDS[code] ?? code),
    ...(scheme && { scheme: scheme as NonNullable<TaxRegistration['scheme']> }),
    validFrom: from ? day(from) : null,
    ...(lutFrom && { undertakingFrom: day(lutFrom), undertakingTo: day(lutTo ?? '') }),
  };
}

interface Case {
  /** Registrations, the seat first. */
  readonly seller: string;
  /** Where it ships from, when not the seat. */
  readonly from?: string;
  /** Country, region or `/postal code`. */
  readonly to: string;
  /** `B+FR` a business with the id of France, `B` one without, `C` a consumer, `V` government. */
  readonly buyer: string;
  readonly line?: Partial<PricingLine>;
  readonly lines?: readonly Partial<PricingLine>[];
  readonly on?: string;
  readonly sales?: 'below' | 'exceeded';
  readonly account?: string;
}

function place(text: string) {
  const [where = '', postalCode = null] = text.split('/');
  const [code = '', region = null] = where.split('-');
  return { country: code, region, postalCode };
}

function price(sale: Case, book = new RateBook(BOOK)) {
  const { on = '2026-11-02', account = 'a' } = sale;
  const registrations = sale.seller === '' ? [] : sale.seller.split(' ').map(registration);
  const seat = place(sale.seller.split(/[ !@~]/)[0] || 'DE');
  const from = sale.from === undefined ? seat : place(sale.from);
  const [kind = '', id] = sale.buyer.split('+');
  const buyerKind = ({ B: 'business', C: 'consumer', V: 'government', Z: 'sez_unit' } as const)[
    kind as 'B'
  ];
  const seller: SellingParty = {
    ...from,
    seat: seat.country,
    taxRegistration: registrations[0]?.number || null,
    registrations,
    distanceSales: sale.sales ? [{ year: 2026, status: sale.sales }] : [],
  };
  const customer: BuyingParty = {
    ...place(sale.to),
    accountId: account,
    taxRegistration: id ? (IDS[id] ?? id) : null,
    buyerKind,
  };
  const lines = (sale.lines ?? [sale.line ?? {}]).map((line) =>
    aLine({ supply: 'goods', ...line }),
  );
  const request = aRequest(lines, { seller, customer, date: day(on) });
  return priceDocument(book, request);
}

function outcome(sale: Case): string {
  const [line] = price(sale).lines;
  if (!line) throw new Error('One line in, one line out');
  const { category, reason, taxRate } = line;
  return `${category ?? '?'} ${taxRate} ${reason}`;
}

const service = { supply: 'services' } as const;
const digital = { supply: 'digital' } as const;
const at = (supply: 'event' | 'immovable', where: string, taxCode: string | null = null) =>
  ({ supply, placeOf: place(where), taxCode }) as const;

describe('the cases of the tax decision', () => {
  it.each<[string, Case, string]>([
    ['1', { seller: 'DE', to: 'DE', buyer: 'C' }, 'S 19 taxed'],
    ['2', { seller: 'DE', to: 'DE', buyer: 'C', on: '2020-10-15' }, 'S 16 taxed'],
    ['3', { seller: 'DE', to: 'DE', buyer: 'B+DE', line: { taxCode: 'reduced' } }, 'S 7 taxed'],
    [
      '4',
      { seller: 'DE', to: 'DE', buyer: 'B+DE', line: { ...service, taxCode: 'lessons' } },
      'E 0 exempt_code',
    ],
    ['5', { seller: 'DE', to: 'FR', buyer: 'B+FR' }, 'K 0 intra_community'],
    ['6', { seller: 'DE', to: 'FR', buyer: 'B' }, 'S 19 taxed'],
    ['7', { seller: 'DE', to: 'FR', buyer: 'B+DE' }, 'S 19 taxed'],
    ['8', { seller: 'DE', to: 'AT', buyer: 'C', sales: 'below' }, 'S 19 taxed'],
    ['9', { seller: 'DE DE!oss_union', to: 'AT', buyer: 'C' }, 'S 20 one_stop_shop'],
    ['10', { seller: 'DE', to: 'FR', buyer: 'C', sales: 'exceeded' }, '? 0 registration_required'],
    ['11', { seller: 'DE FR', to: 'FR', buyer: 'C', sales: 'exceeded' }, 'S 20 taxed'],
    [
      '12',
      { seller: 'DE DE!oss_union@2026-01-01', to: 'AT', buyer: 'C', on: '2025-12-30' },
      'S 19 taxed',
    ],
    ['13', { seller: 'DE PL', from: 'PL', to: 'PL', buyer: 'C' }, 'S 23 taxed'],
    ['14', { seller: 'DE', from: 'PL', to: 'PL', buyer: 'C' }, '? 0 registration_required'],
    ['15', { seller: 'DE', to: 'FR', buyer: 'B+FR', line: service }, 'AE 0 reverse_charge'],
    ['16', { seller: 'DE', to: 'FR', buyer: 'B', line: service }, 'S 19 taxed'],
    [
      '17',
      { seller: 'DE DE!oss_union', to: 'FR', buyer: 'B', line: digital },
      'S 20 one_stop_shop',
    ],
    ['18', { seller: 'DE', to: 'FR', buyer: 'C', sales: 'below', line: digital }, 'S 19 taxed'],
    ['19', { seller: 'DE DE!oss_union', to: 'FR', buyer: 'C', line: service }, 'S 19 taxed'],
    ['20', { seller: 'DE', to: 'FR', buyer: 'V', line: service }, 'S 19 taxed'],
    ['21', { seller: 'DE', to: 'FR', buyer: 'V+FR', line: service }, 'AE 0 reverse_charge'],
    ['22', { seller: 'DE', to: 'NO', buyer: 'B' }, 'G 0 export'],
    ['23', { seller: 'DE', to: 'CH', buyer: 'C' }, 'G 0 export'],
    ['24', { seller: 'DE', to: 'US-TX', buyer: 'C' }, 'G 0 export'],
    ['25', { seller: 'DE', to: 'CH', buyer: 'B', line: service }, 'O 0 service_abroad'],
    [
      '26',
      { seller: 'DE', to: 'US', buyer: 'C', line: { supply: 'intangible_services' } },
      'O 0 service_abroad',
    ],
    ['27', { seller: 'DE', to: 'CH', buyer: 'C', line: service }, 'S 19 taxed'],
    ['28', { seller: 'DE', to: 'GB', buyer: 'C', line: digital }, 'O 0 service_abroad'],
    ['29', { seller: 'DE', to: 'GB/BT1 1AA', buyer: 'B+XI' }, 'K 0 intra_community'],
    ['30', { seller: 'DE DE!oss_union', to: 'GB/BT1 1AA', buyer: 'C' }, 'S 20 one_stop_shop'],
    ['31', { seller: 'DE', to: 'GB/BT1 1AA', buyer: 'B', line: service }, 'O 0 service_abroad'],
    ['32', { seller: 'DE', to: 'IM', buyer: 'B' }, 'G 0 export'],
    ['33', { seller: 'DE', to: 'ES/35001', buyer: 'B' }, 'G 0 export'],
    ['34', { seller: 'DE', to: 'ES/35001', buyer: 'B', line: service }, 'O 0 service_abroad'],
    ['35', { seller: 'DE', to: 'FI/22100', buyer: 'C' }, 'G 0 export'],
    ['36', { seller: 'DE', to: 'DE/78266', buyer: 'B' }, 'G 0 export'],
    ['37', { seller: 'DE', to: 'IT/23041', buyer: 'B' }, 'G 0 export'],
    ['38', { seller: 'DE', to: 'MC', buyer: 'B+FR' }, 'K 0 intra_community'],
    [
      '39',
      { seller: 'DE!small_business', to: 'DE', buyer: 'C', line: service },
      'E 0 small_business',
    ],
    ['40', { seller: 'DE!small_business', to: 'FR', buyer: 'B+FR' }, 'E 0 small_business'],
    [
      '41',
      { seller: 'DE', to: 'DE', buyer: 'B+DE', line: { taxCode: 'scrap' } },
      'AE 0 domestic_reverse_charge',
    ],
    ['42', { seller: 'DE', to: 'DE', buyer: 'C', line: { taxCode: 'scrap' } }, 'S 19 taxed'],
    [
      '43',
      { seller: 'DE', to: 'DE', buyer: 'C', line: { taxCode: 'used' } },
      'E 0 margin_second_hand',
    ],
    [
      '44',
      { seller: 'DE', from: 'AT', to: 'FR', buyer: 'B+FR', line: { triangular: true } },
      'AE 0 triangulation',
    ],
    ['45', { seller: 'DE', to: 'FR', buyer: 'B+FR', line: at('event', 'DE') }, 'S 19 taxed'],
    [
      '46',
      { seller: 'DE', to: 'FR', buyer: 'B+FR', line: { supply: 'virtual_event' } },
      'AE 0 reverse_charge',
    ],
    [
      '47',
      {
        seller: 'DE DE!oss_union',
        to: 'FR',
        buyer: 'C',
        line: { supply: 'virtual_event' },
        on: '2025-02-03',
      },
      'S 20 one_stop_shop',
    ],
    [
      '48',
      { seller: 'DE', to: 'AT', buyer: 'B+AT', line: at('immovable', 'AT') },
      'AE 0 foreign_reverse_charge',
    ],
    [
      '49',
      { seller: 'DE', to: 'FR', buyer: 'B+FR', line: at('immovable', 'DE', 'reduced') },
      'S 7 taxed',
    ],
    [
      '50',
      { seller: 'DE', to: 'AT', buyer: 'C', line: at('immovable', 'AT') },
      '? 0 registration_required',
    ],
    ['51', { seller: 'FR', to: 'FR/97110', buyer: 'B' }, 'G 0 export'],
    ['52', { seller: 'ES-CN', from: 'ES/35001', to: 'ES/38001', buyer: 'C' }, 'L 7 taxed'],
    ['53, before', { seller: 'FI', to: 'FI', buyer: 'C', on: '2024-08-31' }, 'S 24 taxed'],
    ['53, after', { seller: 'FI', to: 'FI', buyer: 'C', on: '2024-09-01' }, 'S 25.5 taxed'],
    ['54, before', { seller: 'RO', to: 'RO', buyer: 'C', on: '2025-07-31' }, 'S 19 taxed'],
    ['54, after', { seller: 'RO', to: 'RO', buyer: 'C', on: '2025-08-01' }, 'S 21 taxed'],
    ['55', { seller: 'GB', to: 'GB', buyer: 'C' }, 'S 20 taxed'],
    [
      '55, a book',
      { seller: 'GB', to: 'GB', buyer: 'C', line: { taxCode: 'books' } },
      'Z 0 zero_rate',
    ],
    ['56', { seller: 'GB', to: 'FR', buyer: 'B' }, 'G 0 export'],
    ['57', { seller: 'GB', to: 'FR', buyer: 'B+FR', line: service }, 'O 0 service_abroad'],
    ['58', { seller: 'XI', from: 'GB/BT1 1AA', to: 'FR', buyer: 'B+FR' }, 'K 0 intra_community'],
    ['59, before', { seller: 'CH', to: 'CH', buyer: 'C', on: '2023-12-31' }, 'S 7.7 taxed'],
    ['59, after', { seller: 'CH', to: 'CH', buyer: 'C', on: '2024-01-01' }, 'S 8.1 taxed'],
    ['60', { seller: 'CH', to: 'DE', buyer: 'B+DE', line: service }, 'O 0 service_abroad'],
    ['60, goods', { seller: 'CH', to: 'DE', buyer: 'B+DE' }, 'G 0 export'],
    ['61', { seller: 'US-TX', to: 'US-TX', buyer: 'C' }, 'S 6.25 taxed'],
    ['62', { seller: 'US-TX', to: 'US-CA', buyer: 'C' }, 'O 0 not_registered'],
    ['63', { seller: 'US-TX US-CA', to: 'US-CA', buyer: 'C' }, 'S 7.25 taxed'],
    [
      '64',
      { seller: 'US-TX', to: 'US-TX', buyer: 'B', account: 'reseller' },
      'E 0 exempt_customer',
    ],
    [
      '64, a day late',
      { seller: 'US-TX', to: 'US-TX', buyer: 'B', account: 'lapsed' },
      'S 6.25 taxed',
    ],
    ['65', { seller: 'US-TX', to: 'DE', buyer: 'B' }, 'G 0 export'],
    ['66', { seller: 'CA', from: 'CA-ON', to: 'CA-ON', buyer: 'C' }, 'S 13 taxed'],
    ['66, British Columbia', { seller: 'CA', to: 'CA-BC', buyer: 'C' }, 'S 5 taxed'],
    [
      '66, Nova Scotia before',
      { seller: 'CA', to: 'CA-NS', buyer: 'C', on: '2025-03-31' },
      'S 15 taxed',
    ],
    ['66, after', { seller: 'CA', to: 'CA-NS', buyer: 'C', on: '2025-04-01' }, 'S 14 taxed'],
    ['67', { seller: 'CA CA-BC', to: 'CA-BC', buyer: 'C' }, 'S 12 taxed'],
    ['68', { seller: 'CA CA-QC', from: 'CA-QC', to: 'CA-QC', buyer: 'C' }, 'S 14.975 taxed'],
    ['69', { seller: 'IN-MH', to: 'IN-MH', buyer: 'B' }, 'S 18 taxed'],
    ['69, across', { seller: 'IN-MH', to: 'IN-KA', buyer: 'B' }, 'S 18 taxed'],
    [
      '70',
      { seller: 'IN-MH~2026-01-01:2026-12-31', to: 'US-TX', buyer: 'B', line: service },
      'G 0 export',
    ],
    [
      '70, a day late',
      { seller: 'IN-MH~2026-01-01:2026-11-01', to: 'US-TX', buyer: 'B', line: service },
      'S 18 export_tax_paid',
    ],
    [
      '71',
      { seller: 'IN-MH~2026-01-01:2026-12-31', to: 'IN-MH', buyer: 'Z' },
      'Z 0 sez_undertaking',
    ],
    ['71, without', { seller: 'IN-MH', to: 'IN-MH', buyer: 'Z' }, 'S 18 sez_tax_paid'],
    ['72', { seller: 'IN-MH!composition', to: 'IN-MH', buyer: 'C' }, 'E 0 composition'],
    ['74', { seller: 'AU', to: 'AU', buyer: 'C' }, 'S 10 taxed'],
    ['74, New Zealand', { seller: 'NZ', to: 'NZ', buyer: 'C' }, 'S 15 taxed'],
    ['74, Japan', { seller: 'JP', to: 'US-TX', buyer: 'B' }, 'G 0 export'],
  ])('%s', (_number, sale, expected) => {
    expect(outcome(sale)).toBe(expected);
  });

  it('69: within a state two taxes, across states one, in a union territory its own', () => {
    const kinds = (seller: string, to: string) =>
      price({ seller, to, buyer: 'B' }).lines[0]?.taxes.map(({ kind, rate }) => `${kind} ${rate}`);
    expect(kinds('IN-MH', 'IN-MH')).toEqual(['gst_cgst 9', 'gst_sgst 9']);
    expect(kinds('IN-MH', 'IN-KA')).toEqual(['gst_igst 18']);
    expect(kinds('IN-CH', 'IN-CH')).toEqual(['gst_cgst 9', 'gst_utgst 9']);
    expect(kinds('IN-MH', 'IN-MH')).not.toContain('gst_igst 18');
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

  it('11 and 19: what is taxed here and there keeps its own rate, whichever is priced first', () => {
    const sale = { seller: 'DE FR', to: 'FR', buyer: 'C', sales: 'exceeded' } as const;
    const goods = { supply: 'goods' } as const;
    const rates = (lines: Case['lines'] & object, on: string) =>
      price({ ...sale, lines, on }).lines.map(({ taxRate }) => taxRate);
    expect(rates([service, goods], '2026-11-02')).toEqual(['19', '20']);
    expect(rates([goods, service], '2026-11-03')).toEqual(['20', '19']);
    const book = new RateBook(BOOK);
    const one = (line: Partial<PricingLine>) => price({ ...sale, line }, book).lines[0]?.taxRate;
    expect([one(service), one(goods), one(service)]).toEqual(['19', '20', '19']);
  });

  it.each<[string, Case, string]>([
    [
      'a service beside goods from a warehouse abroad',
      { seller: 'FR', from: 'DE', to: 'FR', buyer: 'B+FR', line: service },
      'S 20 taxed',
    ],
    [
      'an export from a state without a registration',
      { seller: 'DE', from: 'PL', to: 'CH', buyer: 'B' },
      '? 0 registration_required',
    ],
    [
      'a public body abroad without a number',
      { seller: 'DE', to: 'CH', buyer: 'V', line: service },
      'S 19 taxed',
    ],
    [
      'a rate on the line where a registration is needed',
      { seller: 'DE', to: 'FR', buyer: 'C', sales: 'exceeded', line: { taxRate: '3' } },
      '? 0 registration_required',
    ],
    [
      'an import by a business with an id',
      { seller: 'DE DE!ioss', from: 'CN', to: 'FR', buyer: 'B+FR' },
      '? 0 registration_required',
    ],
    [
      'goods carried for a consumer from another state',
      {
        seller: 'DE',
        to: 'DE',
        buyer: 'C',
        line: { supply: 'goods_transport', placeOf: place('FR') },
      },
      '? 0 registration_required',
    ],
    [
      'a virtual event to a consumer of another state, without a One-Stop-Shop',
      { seller: 'DE', to: 'FR', buyer: 'C', line: { supply: 'virtual_event' } },
      '? 0 registration_required',
    ],
    [
      'goods to a consumer from a state that is not that of the seat',
      { seller: 'AT FR', from: 'FR', to: 'DE', buyer: 'C' },
      '? 0 registration_required',
    ],
  ])('beside them: %s', (_case, sale, expected) => {
    expect(outcome(sale)).toBe(expected);
  });

  it('India: what is supplied at a place of its own is taxed by that place', () => {
    const kinds = (where: string, buyer: string) => {
      const line = { supply: 'immovable', placeOf: place(where) } as const;
      const [priced] = price({ seller: 'IN-MH', to: buyer, buyer: 'B', line }).lines;
      return priced?.taxes.map(({ kind }) => kind);
    };
    expect(kinds('IN-KA', 'IN-MH')).toEqual(['gst_igst']);
    expect(kinds('IN-MH', 'IN-KA')).toEqual(['gst_cgst', 'gst_sgst']);
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
  });
});
