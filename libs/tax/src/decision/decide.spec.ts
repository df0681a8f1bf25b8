import type { LocalDate } from '@quittance/calendar';
import { priceDocument } from '../calculation/price-document.js';
import type { PricedLine, TaxParty } from '../calculation/pricing.js';
import { RateBook } from '../rate-books/rate-book.js';
import type { RateBookData } from '../rate-books/rate-book-data.js';
import { aBook, aJurisdiction, aLine, aRate, aRequest } from '../testing/builders.js';
import { decide } from './decide.js';
import type { DecisionFacts } from './facts.js';
import { isUndetermined, TAX_REASONS, type SupplyKind } from './decision.js';

const country = (code: string) => aJurisdiction(code, { level: 'country' });
const party = (place: string | null, taxRegistration: string | null = null): TaxParty => {
  const [code = null, region = null] = place?.split('-') ?? [];
  return { country: code, region, postalCode: null, taxRegistration };
};

/** Germany and France, and two states of the United States of which one has rates. */
const RATES: RateBookData = aBook({
  codes: [
    ...['standard', 'books', 'medical', 'none', 'scrap'].map((code) => ({ code, kind: null })),
    { code: 'app', kind: 'digital' },
    { code: 'crate', kind: 'goods' },
  ],
  jurisdictions: [
    ...['DE', 'FR', 'US', 'CH'].map(country),
    aJurisdiction('TX', { level: 'state', parentId: 'US' }),
    aJurisdiction('MT', { level: 'state', parentId: 'US' }),
  ],
  rates: [
    aRate('DE', '19', { validFrom: '2007-01-01' as LocalDate }),
    aRate('DE', '0', { taxCode: 'books', kind: 'zero' }),
    aRate('DE', '0', { taxCode: 'medical', kind: 'exempt' }),
    aRate('DE', '0', { taxCode: 'scrap', kind: 'reverse_charge' }),
    aRate('FR', '20'),
    aRate('TX', '6.25', { kind: 'sales' }),
    aRate('MT', '0', { taxCode: 'books', kind: 'zero' }),
    aRate('US', '0', { taxCode: 'medical', kind: 'exempt' }),
  ],
  defaultTaxCode: 'standard',
});
const NOTHING_LOADED = aBook({ codes: [{ code: 'standard', kind: null }] });

const DE_ID = 'DE136695976';
const FR_ID = 'FR40303265045';

interface Sale {
  readonly from: string;
  readonly to: string | null;
  readonly id?: string;
  readonly sells?: SupplyKind;
  readonly code?: string;
  readonly own?: string;
  readonly book?: RateBookData;
  readonly registration?: string | null;
  readonly date?: string;
}

function sold(sale: Sale): PricedLine {
  const registration = sale.registration === undefined ? DE_ID : sale.registration;
  const line = aLine({
    taxCode: sale.code ?? null,
    taxRate: sale.own ?? null,
    supply: sale.sells ?? null,
  });
  const request = aRequest([line], {
    seller: party(sale.from, registration),
    customer: { ...party(sale.to, sale.id ?? null), accountId: 'a' },
    date: (sale.date ?? '2026-03-01') as LocalDate,
  });
  const [priced] = priceDocument(new RateBook(sale.book ?? RATES), request).lines;
  if (!priced) throw new Error('One line in, one line out');
  return priced;
}

const outcome = (sale: Sale) => {
  const { category, reason, taxRate } = sold(sale);
  return [category, reason, taxRate].join(' ');
};

describe('what is decided of a line', () => {
  it.each<[string, Sale, string]>([
    ['goods at home', { from: 'DE', to: 'DE', sells: 'goods' }, 'S taxed 19'],
    ['a customer without an address', { from: 'DE', to: null }, 'S taxed 19'],
    ['a zero rate at home', { from: 'DE', to: 'DE', code: 'books' }, 'Z zero_rate 0'],
    ['what is exempt', { from: 'DE', to: 'DE', code: 'medical' }, 'E exempt_code 0'],
    [
      'what is exempt, to a business in another member state',
      { from: 'DE', to: 'FR', code: 'medical', id: FR_ID, sells: 'services' },
      'E exempt_code 0',
    ],
    [
      'goods that are exempt, to one',
      { from: 'DE', to: 'FR', code: 'medical', id: FR_ID, sells: 'goods' },
      'E exempt_code 0',
    ],
    [
      'what is exempt, to a consumer in a state of which there are no rates',
      { from: 'DE', to: 'BE', code: 'medical' },
      'E exempt_code 0',
    ],
    [
      'goods that are exempt, out of the Union',
      { from: 'DE', to: 'NO', code: 'medical', sells: 'goods' },
      'E exempt_code 0',
    ],
    [
      'what is exempt abroad, whatever rate the line came with',
      { from: 'DE', to: 'NO', code: 'medical', own: '19' },
      'E exempt_code 0',
    ],
    [
      'what is exempt elsewhere alone, abroad',
      { from: 'FR', to: 'NO', code: 'medical' },
      'O service_abroad 0',
    ],
    ['scrap', { from: 'DE', to: 'DE', code: 'scrap' }, 'AE domestic_reverse_charge 0'],
    [
      'goods to a business in another member state',
      { from: 'DE', to: 'FR', id: FR_ID, sells: 'goods' },
      'K intra_community 0',
    ],
    [
      'goods to one in a state of which there are no rates, and a rate on the line',
      { from: 'DE', to: 'IT', id: 'IT00743110157', sells: 'goods', own: '19' },
      'K intra_community 0',
    ],
    [
      'goods that stay, though the customer has an id elsewhere',
      { from: 'DE', to: 'DE', id: FR_ID, sells: 'goods' },
      'S taxed 19',
    ],
    [
      'a service to a business in another member state',
      { from: 'DE', to: 'FR', id: FR_ID, sells: 'services' },
      'AE reverse_charge 0',
    ],
    [
      'nobody said what, to a business in another member state',
      { from: 'DE', to: 'FR', id: FR_ID },
      'AE reverse_charge 0',
    ],
    ['goods to Norway', { from: 'DE', to: 'NO', sells: 'goods' }, 'G export 0'],
    [
      'goods to Norway with a rate on the line',
      { from: 'DE', to: 'NO', sells: 'goods', own: '19' },
      'G export 0',
    ],
    [
      'goods that leave the Union, to a business of the Union',
      { from: 'DE', to: 'NO', id: FR_ID, sells: 'goods' },
      'G export 0',
    ],
    [
      'goods by the kind of their code',
      { from: 'DE', to: 'NO', code: 'crate', own: '7' },
      'G export 0',
    ],
    [
      'a service abroad, whatever its code serves for',
      { from: 'DE', to: 'NO', code: 'crate', sells: 'services' },
      'O service_abroad 0',
    ],
    [
      'a service abroad with a rate of nothing',
      { from: 'DE', to: 'NO', own: '0' },
      'O service_abroad 0',
    ],
    [
      'a service abroad that is taxed at home, being for a consumer',
      { from: 'DE', to: 'NO', own: '19' },
      'S line_rate 19',
    ],
    [
      'a consumer in a state of which there are rates and no registration',
      { from: 'DE', to: 'FR', sells: 'goods' },
      'S taxed 19',
    ],
    [
      'a consumer in a state of which there are none',
      { from: 'DE', to: 'BE', sells: 'goods' },
      'S taxed 19',
    ],
    [
      'goods to a state with rates and no registration',
      { from: 'DE', to: 'US-TX', sells: 'goods' },
      'G export 0',
    ],
    [
      'the same with a rate on the line',
      { from: 'DE', to: 'BE', sells: 'goods', own: '21' },
      'S line_rate 21',
    ],
    [
      'a mistyped id in a state of which there are none',
      { from: 'DE', to: 'IT', id: 'IT00743110158', sells: 'goods' },
      'S taxed 19',
    ],
    ['a code without a rate', { from: 'DE', to: 'DE', code: 'none' }, ' rate_missing 0'],
    [
      'a code without a rate, and one on the line of nothing',
      { from: 'DE', to: 'DE', code: 'none', own: '0' },
      'Z line_rate 0',
    ],
    [
      'a day before the first rate',
      { from: 'DE', to: 'DE', date: '2006-12-31' },
      ' rate_missing 0',
    ],
    [
      'a registration and nothing loaded',
      { from: 'DE', to: 'DE', book: NOTHING_LOADED },
      ' rate_missing 0',
    ],
    [
      'neither a registration nor rates',
      { from: 'DE', to: 'DE', book: NOTHING_LOADED, registration: null },
      'O not_registered 0',
    ],
    [
      'neither, but a rate on the line',
      { from: 'DE', to: 'DE', book: NOTHING_LOADED, registration: null, own: '19' },
      'S line_rate 19',
    ],
    [
      'neither, across a border',
      { from: 'DE', to: 'NO', book: NOTHING_LOADED, registration: null, sells: 'goods' },
      'O not_registered 0',
    ],
    ...(['goods', 'services'] as const).map((sells): [string, Sale, string] => [
      `neither, ${sells} to a business in another member state`,
      { from: 'DE', to: 'FR', id: FR_ID, sells, book: NOTHING_LOADED, registration: null },
      'O not_registered 0',
    ]),
    ['a state with nexus', { from: 'US-TX', to: 'US-TX' }, 'S taxed 6.25'],
    ['a state without', { from: 'US-TX', to: 'US-MT' }, 'O not_registered 0'],
    [
      'a state without nexus, whatever is exempt in all',
      { from: 'US-TX', to: 'US-MT', code: 'medical' },
      'O not_registered 0',
    ],
    [
      'a rate on the line, in a state that has rates of nothing alone',
      { from: 'US-TX', to: 'US-MT', code: 'books', own: '8' },
      'S line_rate 8',
    ],
    ['goods to a state without', { from: 'DE', to: 'US-MT', sells: 'goods' }, 'G export 0'],
    [
      'goods to a state that has a rate of nothing for them',
      { from: 'DE', to: 'US-MT', sells: 'goods', code: 'books' },
      'G export 0',
    ],
    ['goods out of the states', { from: 'US-TX', to: 'BE', sells: 'goods' }, 'G export 0'],
    ['goods from Switzerland', { from: 'CH', to: 'BE', id: FR_ID, sells: 'goods' }, 'G export 0'],
    ['a service from Switzerland', { from: 'CH', to: 'BE' }, 'O service_abroad 0'],
    ['a service from India', { from: 'IN', to: 'BE' }, 'G export 0'],
    [
      'a service from India with its tax paid',
      { from: 'IN', to: 'BE', own: '18' },
      'S line_rate 18',
    ],
  ])('%s', (_, sale, expected) => {
    expect(outcome(sale)).toBe(expected);
  });

  it('is marked as fallen back only by a rate of the line', () => {
    const fallback = (sale: Partial<Sale>) => sold({ from: 'DE', to: 'BE', ...sale }).fallback;
    expect(fallback({ own: '21' })).toBe(true);
    expect(fallback({})).toBe(false);
    expect(fallback({ to: 'DE', own: '5', code: 'standard' })).toBe(false);
  });

  it('shows a tax of nothing with its base for every ground but that no tax is charged', () => {
    const taxes = (sale: Partial<Sale>) =>
      sold({ from: 'DE', to: 'NO', ...sale }).taxes.map(({ kind, base, tax }) => [kind, base, tax]);
    expect(taxes({ sells: 'goods' })).toEqual([['export', 10_000n, 0n]]);
    expect(taxes({})).toEqual([['outside_scope', 10_000n, 0n]]);
    expect(taxes({ to: 'FR', id: FR_ID, sells: 'goods' })).toEqual([
      ['intra_community', 10_000n, 0n],
    ]);
    expect(taxes({ to: 'DE', book: NOTHING_LOADED, registration: null })).toEqual([]);
    expect(taxes({ from: 'US-TX', to: 'US-MT' })).toEqual([]);
  });

  it('rounds what bears the same tax together, whatever is sold', () => {
    const lines = (['goods', 'services', null] as const).map((supply) =>
      aLine({ unitPrice: '0.03', supply }),
    );
    const seller = party('DE', DE_ID);
    const request = aRequest(lines, { seller, customer: { ...party('DE'), accountId: 'a' } });
    expect(priceDocument(new RateBook(RATES), request).taxTotal).toBe(2n);
  });
});

describe('the decision', () => {
  const facts: DecisionFacts = {
    seat: 'DE',
    seller: 'DE',
    destination: 'DE',
    charges: true,
    registeredAtDeparture: true,
    registeredThere: true,
    placed: true,
    presumed: false,
    smallBusiness: false,
    oneStopShop: false,
    nonUnionShop: false,
    importShop: false,
    consignment: 'within',
    distanceSales: null,
    buyer: null,
    buyerState: null,
    buyerRegisteredThere: false,
    state: null,
    exempt: null,
    treaty: { there: null, home: null },
    idle: null,
    atPlace: false,
    india: null,
    options: {
      buyerOwes: null,
      intermediaries: null,
      triangulation: 'reverse_charge',
      smallBusinessExports: 'exempt',
    },
    lapsed: null,
  };
  const nowhere = { registeredThere: false };
  const of = (kind: SupplyKind | null, over: Partial<DecisionFacts>) =>
    decide({ kind, taxClass: null, triangular: false, named: false }, { ...facts, ...over });

  it('puts the liable customer before a certificate, and a certificate before all rates', () => {
    expect(of('goods', { exempt: 'everywhere' })).toMatchObject({ decision: { category: 'E' } });
    expect(of('services', { exempt: 'everywhere', buyerState: 'FR' })).toMatchObject({
      decision: { category: 'AE' },
    });
    expect(of('goods', { exempt: 'there', ...nowhere })).toMatchObject({
      decision: { category: 'E', reason: 'exempt_customer' },
    });
  });

  it('leaves nothing untaxed where there is a registration, nor between member states', () => {
    const kinds = ['goods', 'services', 'digital', null] as const;
    const dues = kinds.flatMap((kind) => {
      const home = ['DE', 'GB', 'IN', 'US'].map((seat) =>
        of(kind, { seat, seller: seat, destination: seat, state: 'TX' }),
      );
      return [...home, of(kind, { destination: 'BE', ...nowhere })];
    });
    const untaxed = dues.flatMap((ground) => (ground.due ? [] : ground.decision.reason));
    // The United States tax services that a state names alone.
    expect(new Set(untaxed)).toEqual(new Set(['untaxed_service']));
  });

  it('names what is not determined apart from what is', () => {
    expect(TAX_REASONS.filter(isUndetermined)).toEqual([
      'rate_missing',
      'registration_required',
      'place_unknown',
      'import_value_unknown',
      'engine_failed',
    ]);
    expect(isUndetermined(null)).toBe(false);
  });
});

describe('tax codes', () => {
  const price = (...codes: (string | null)[]) =>
    priceDocument(new RateBook(RATES), aRequest(codes.map((taxCode) => aLine({ taxCode }))));

  it('that the set-up does not have are refused all at once, each by its pointer', () => {
    let refusal: unknown;
    try {
      price('nonsense', null, 'standard', 'gst-18', 'nonsense');
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toMatchObject({
      code: 'tax_code_unknown',
      status: 422,
      message: 'The set-up has no tax code nonsense, gst-18.',
      options: {
        errors: [
          { pointer: '/lines/0/taxCode' },
          { pointer: '/lines/3/taxCode' },
          { pointer: '/lines/4/taxCode' },
        ],
      },
    });
  });

  it('are told by a product before their own kind, but for what is digital', () => {
    const of = (code: string, sells?: SupplyKind) =>
      outcome({ from: 'DE', to: 'NO', code, ...(sells && { sells }) });
    expect(of('crate')).toBe('G export 0');
    expect(of('crate', 'services')).toBe('O service_abroad 0');
    expect(of('app', 'goods')).toBe('G export 0');
  });
});
