import { NO_TAX_OPTIONS, type TaxOptions } from '@quittance/company';
import { parseLocalDate } from '@quittance/calendar';
import { RateBook } from '../rate-books/rate-book.js';
import { at, BOOK, outcome, place, price, type Case } from '../testing/tax-cases.js';

const immovable: Case = {
  seller: 'DE',
  to: 'DE',
  buyer: 'B+AT',
  line: at('immovable', 'AT'),
};
const goodsThere: Case = { seller: 'DE', from: 'AT', to: 'AT', buyer: 'B+AT' };
const triangle: Case = {
  seller: 'DE',
  from: 'AT',
  to: 'FR',
  buyer: 'B+FR',
  line: { triangular: true },
};
const small: Case = { seller: 'DE!small_business', to: 'CH', buyer: 'B' };

/** Two cities of Texas, with 1 and 2 percent of their own. */
const CITIES = new RateBook({
  ...BOOK,
  jurisdictions: [
    ...BOOK.jurisdictions,
    ...['750##', '770##'].map((pattern) => ({
      id: pattern,
      parentId: 'US-TX',
      level: 'city' as const,
      code: pattern.slice(0, 3),
      name: pattern,
      postalPatterns: [pattern],
    })),
  ],
  rates: [
    ...BOOK.rates,
    ...(['750##', '770##'] as const).map((jurisdictionId, i) => ({
      jurisdictionId,
      taxCode: 'standard',
      kind: 'sales' as const,
      rate: String(i + 1),
      compound: false,
      priority: 2,
      validFrom: parseLocalDate('2020-01-01'),
      validTo: null,
    })),
  ],
});
const texas: Case = { seller: 'US-TX', from: 'US-TX/75001', to: 'US-TX/77001', buyer: 'C' };
const from = (day: string) => parseLocalDate(day);
const AT = (supplies: 'all' | 'services' | 'nothing', day?: string) => ({
  buyerOwes: [{ country: 'AT', supplies, ...(day && { validFrom: from(day) }) }],
});

describe('where the law leaves a choice, the company says', () => {
  it.each<[string, Case, Partial<TaxOptions>, string]>([
    ['immovable in Austria as the data has it', immovable, {}, 'AE 0 foreign_reverse_charge'],
    ['services owed by the buyer', immovable, AT('services'), 'AE 0 foreign_reverse_charge'],
    ['all owed by the buyer', immovable, AT('all'), 'AE 0 foreign_reverse_charge'],
    ['nothing owed by the buyer', immovable, AT('nothing'), '? 0 registration_required'],
    ['from a later day', immovable, AT('nothing', '2026-11-03'), 'AE 0 foreign_reverse_charge'],
    ['from the day on', immovable, AT('nothing', '2026-11-02'), '? 0 registration_required'],
    [
      'the last that has begun',
      immovable,
      {
        buyerOwes: [
          { country: 'AT', supplies: 'all', validFrom: from('2026-01-01') },
          { country: 'AT', supplies: 'nothing', validFrom: from('2026-06-01') },
          { country: 'AT', supplies: 'services' },
        ],
      },
      '? 0 registration_required',
    ],
    [
      'another state',
      immovable,
      { buyerOwes: [{ country: 'FR', supplies: 'nothing' }] },
      'AE 0 foreign_reverse_charge',
    ],
    ['goods in Austria as the data has it', goodsThere, {}, '? 0 registration_required'],
    ['goods there, services alone', goodsThere, AT('services'), '? 0 registration_required'],
    ['goods there, all', goodsThere, AT('all'), 'AE 0 foreign_reverse_charge'],
    ['a triangle', triangle, {}, 'AE 0 triangulation'],
    ['a triangle by choice', triangle, { triangulation: 'reverse_charge' }, 'AE 0 triangulation'],
    ['a triangle as a supply', triangle, { triangulation: 'intra_community' }, 'K 0 triangulation'],
    ['an export of a small business', small, {}, 'E 0 small_business'],
    ['one that is exempt', small, { smallBusinessExports: 'exempt' }, 'E 0 small_business'],
    ['one that is an export', small, { smallBusinessExports: 'export' }, 'G 0 export'],
    [
      'goods of that at home',
      { ...small, to: 'DE' },
      { smallBusinessExports: 'export' },
      'E 0 small_business',
    ],
    [
      'goods of that within the Union',
      { ...small, to: 'FR', buyer: 'B+FR' },
      { smallBusinessExports: 'export' },
      'E 0 small_business',
    ],
  ])('%s', (_, sale, said, expected) => {
    expect(outcome({ ...sale, options: { ...NO_TAX_OPTIONS, ...said } })).toBe(expected);
  });
});

describe('what an intermediary in India does for somebody abroad', () => {
  const abroad: Case = {
    seller: 'IN-MH~2026-01-01:2026-12-31',
    to: 'US-TX',
    buyer: 'B',
    line: { supply: 'intermediary' },
  };
  const said = (...intermediaries: TaxOptions['intermediaries']) => ({
    ...NO_TAX_OPTIONS,
    intermediaries,
  });
  const kinds = (sale: Case) => price(sale).lines[0]?.taxes.map(({ kind }) => kind);

  it('is supplied where it is, within its state, until the company says otherwise', () => {
    expect(outcome(abroad)).toBe('S 18 taxed');
    expect(kinds(abroad)).toEqual(['gst_cgst', 'gst_sgst']);
    expect(kinds({ ...abroad, seller: 'IN-CH' })).toEqual(['gst_cgst', 'gst_utgst']);
    expect(outcome({ ...abroad, line: { supply: 'services' } })).toBe('G 0 export');
  });

  it.each<[string, TaxOptions, string]>([
    [
      'from a day that has come',
      said({ at: 'recipient', validFrom: from('2026-11-02') }),
      'G 0 export',
    ],
    ['from a later day', said({ at: 'recipient', validFrom: from('2026-11-03') }), 'S 18 taxed'],
    [
      'until it is repealed again',
      said({ at: 'recipient' }, { at: 'supplier', validFrom: from('2026-01-01') }),
      'S 18 taxed',
    ],
  ])('is supplied to the customer %s', (_, options, expected) => {
    expect(outcome({ ...abroad, options })).toBe(expected);
  });

  it('is placed at the customer in India, and in other countries as other services are', () => {
    expect(kinds({ ...abroad, to: 'IN-KA' })).toEqual(['gst_igst']);
    expect(outcome({ ...abroad, seller: 'DE', to: 'FR', buyer: 'B+FR' })).toBe(
      'AE 0 reverse_charge',
    );
    expect(outcome({ ...abroad, seller: 'DE', to: 'CH', buyer: 'B' })).toBe('O 0 service_abroad');
  });

  it('is placed to consumers where what is arranged is supplied', () => {
    const line = { supply: 'intermediary', placeOf: place('CH') } as const;
    expect(outcome({ seller: 'DE', to: 'DE', buyer: 'C', line })).toBe('O 0 service_abroad');
    expect(outcome({ seller: 'DE', to: 'DE', buyer: 'C', line: { supply: 'intermediary' } })).toBe(
      'S 19 taxed',
    );
  });
});

describe('where a state of the United States taxes what is sold within it', () => {
  it.each<[string, TaxOptions['sourcing'], string]>([
    ['as the data has it: Texas where it comes from', [], '7.25'],
    ['where it goes', [{ state: 'TX', by: 'destination' }], '8.25'],
    ['where it comes from', [{ state: 'TX', by: 'origin' }], '7.25'],
    [
      'as the data has it until a later day',
      [{ state: 'TX', by: 'destination', validFrom: from('2026-11-03') }],
      '7.25',
    ],
    ['of another state nothing', [{ state: 'IL', by: 'destination' }], '7.25'],
  ])('%s', (_, sourcing, rate) => {
    const options = { ...NO_TAX_OPTIONS, sourcing };
    expect(price({ ...texas, options }, CITIES).lines[0]?.taxRate).toBe(rate);
  });

  it('is read anew once the company has said otherwise', () => {
    const rate = (options: TaxOptions) => price({ ...texas, options }, CITIES).lines[0]?.taxRate;
    const there: TaxOptions = {
      ...NO_TAX_OPTIONS,
      sourcing: [{ state: 'TX', by: 'destination' }],
    };
    expect([rate(NO_TAX_OPTIONS), rate(there), rate(NO_TAX_OPTIONS)]).toEqual([
      '7.25',
      '8.25',
      '7.25',
    ]);
  });
});
