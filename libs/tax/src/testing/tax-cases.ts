import type { LocalDate } from '@quittance/calendar';
import type { TaxOptions, TaxRegistration } from '@quittance/company';
import { priceDocument } from '../calculation/price-document.js';
import type {
  BuyingParty,
  PricingLine,
  PricingRequest,
  SellingParty,
} from '../calculation/pricing.js';
import { RateBook } from '../rate-books/rate-book.js';
import type { TaxSource } from '../rate-books/taxation.js';
import { aBook, aJurisdiction, aLine, aRate, aRequest } from './builders.js';

export const day = (text: string) => text as LocalDate;
const country = (code: string) => aJurisdiction(code, { level: 'country' });
const state = (parentId: string, code: string) =>
  aJurisdiction(`${parentId}-${code}`, { level: 'state', code, parentId });
const since = (place: string, rate: string, from: string, to: string | null = null) =>
  aRate(place, rate, { validFrom: day(from), validTo: to === null ? null : day(to) });
const gst = (kind: 'gst_cgst' | 'gst_sgst' | 'gst_igst', rate: string) =>
  aRate('IN', rate, { kind });

export const BOOK = aBook({
  codes: [
    ...['standard', 'reduced', 'books'].map((code) => ({ code, kind: null })),
    { code: 'lessons', kind: 'services', taxClass: 'exempt_education' },
    { code: 'repairs', kind: 'services' },
    { code: 'scrap', kind: 'goods', taxClass: 'domestic_reverse_charge' },
    { code: 'used', kind: 'goods', taxClass: 'margin_second_hand' },
  ],
  jurisdictions: [
    ...['DE', 'AT', 'FR', 'PL', 'FI', 'RO', 'GB', 'CH', 'JP', 'AU', 'NZ', 'IN', 'US', 'CA'].map(
      country,
    ),
    country('ES'),
    state('ES', 'CN'),
    state('US', 'TX'),
    state('US', 'CA'),
    aJurisdiction('US-CA-LA', {
      level: 'city',
      name: 'Los Angeles',
      parentId: 'US-CA',
      postalPatterns: ['900##'],
    }),
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
    aRate('US-TX', '6.25', { kind: 'sales', taxCode: 'repairs' }),
    aRate('US-CA', '7.25', { kind: 'sales' }),
    aRate('US-CA-LA', '2.25', { kind: 'sales', priority: 1 }),
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
      kind: 'resale',
      certificate: 'R-1',
      jurisdictionIds: ['US-TX'],
      validFrom: day('2020-01-01'),
      validTo: null,
    },
    {
      accountId: 'lapsed',
      kind: 'resale',
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
export function registration(text: string): TaxRegistration {
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

export interface Case {
  /** Registrations, the seat first. */
  readonly seller: string;
  /** The seat, when not the place of the first registration. */
  readonly seat?: string;
  /** Where it ships from, when not the seat. */
  readonly from?: string;
  /** Country, region or `/postal code`. */
  readonly to: string;
  /** Where goods are delivered, when not there. */
  readonly shipTo?: string;
  /** `B+FR` a business with the id of France, `B` one without, `C` a consumer, `V` government. */
  readonly buyer: string;
  readonly line?: Partial<PricingLine>;
  readonly lines?: readonly Partial<PricingLine>[];
  readonly on?: string;
  readonly sales?: 'below' | 'exceeded';
  readonly account?: string;
  readonly options?: TaxOptions;
  /** What is said of the document itself. */
  readonly over?: Partial<PricingRequest>;
}

export function place(text: string) {
  const [where = '', postalCode = null] = text.split('/');
  const [code = '', region = null] = where.split('-');
  return { country: code, region, postalCode };
}

/** A place of delivery; of no text one that tells nothing of where it is. */
function placeOrNone(text: string) {
  const none = { country: null, region: null, postalCode: null };
  return text === '' ? { ...none, line1: 'Quai 1' } : place(text);
}

/** A case as the book is asked about it. */
export function caseRequest(sale: Case): PricingRequest {
  const { on = '2026-11-02', account = 'a' } = sale;
  const registrations = sale.seller === '' ? [] : sale.seller.split(' ').map(registration);
  const seat = place(sale.seat ?? (sale.seller.split(/[ !@~]/)[0] || 'DE'));
  const from = sale.from === undefined ? seat : place(sale.from);
  const [kind = '', id] = sale.buyer.split('+');
  const buyerKind = ({ B: 'business', C: 'consumer', V: 'government', Z: 'sez_unit' } as const)[
    kind as 'B'
  ];
  const seller: SellingParty = {
    ...from,
    seat,
    taxRegistration: registrations[0]?.number || null,
    registrations,
    distanceSales: sale.sales ? [{ year: 2026, status: sale.sales }] : [],
    ...(sale.options && { taxOptions: sale.options }),
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
  const shipTo = sale.shipTo === undefined ? null : placeOrNone(sale.shipTo);
  return aRequest(lines, { seller, customer, shipTo, date: day(on), ...sale.over });
}

export function price(sale: Case, book: TaxSource = new RateBook(BOOK)) {
  return priceDocument(book, caseRequest(sale));
}

export function outcome(sale: Case, book?: TaxSource): string {
  const [line] = price(sale, book).lines;
  if (!line) throw new Error('One line in, one line out');
  const { category, reason, taxRate } = line;
  return `${category ?? '?'} ${taxRate} ${reason}`;
}

/** The same, and the codes of what is said beside the decision. */
export function outcomeAndWarnings(sale: Case, book?: TaxSource): string {
  const warnings = price(sale, book).lines[0]?.warnings ?? [];
  return [outcome(sale, book), ...warnings.map(({ code }) => code)].join(' + ');
}

export const service = { supply: 'services' } as const;
export const digital = { supply: 'digital' } as const;
export const at = (supply: 'event' | 'immovable', where: string, taxCode: string | null = null) =>
  ({ supply, placeOf: place(where), taxCode }) as const;
