import { aPrintableOrder } from '../testing/a-printable-order.js';
import { aPrintableQuote, aPrintableQuoteLine } from '../testing/a-printable-quote.js';
import { layOut } from './lay-out.js';
import { documentWithoutPrices } from './without-prices.js';

const CHARGE = { name: 'Calls', unit: null, included: null } as const;
const line = (over: object = {}) =>
  aPrintableQuoteLine({
    unitPrice: '77.70',
    discountPercent: '12.5',
    discount: 971n,
    share: 333n,
    discountPeriods: 7,
    charges: [{ ...CHARGE, model: 'per_unit', unitPrice: '6.66' }],
    usageMinimum: 4444n,
    taxRate: '19',
    net: 6799n,
    total: 8091n,
    quantity: '5',
    description: 'Till',
    unit: 'piece',
    ...over,
  });
const LOYALTY = line({
  kind: 'adjustment',
  adjustment: { kind: 'allowance', percent: '6.6', base: 8888n },
  description: 'Loyalty',
  quantity: '-1',
});
const MONEY = {
  lines: [line(), line({ kind: 'section', description: 'Part' }), line(), LOYALTY],
  renewal: { noticeDays: 30, upliftPercent: '4.4' },
  subtotal: 6799n,
  taxTotal: 1292n,
  total: 8091n,
  oneOff: 8091n,
};
const SUMS = [
  '77.7',
  '12.5',
  '9.71',
  '3.33',
  '67.99',
  '80.91',
  '12.92',
  '4.4',
  '19%',
  '6.6',
  '88.88',
  '6.66',
  '44.44',
  'EUR',
  '55.55',
];

const documents = {
  quote: aPrintableQuote({ ...MONEY, deposit: 5555n, firstInvoice: 5555n, withOptions: 5555n }),
  order: aPrintableOrder({ ...MONEY, deposits: [{ number: 'INV-9', total: 5555n, paid: 0n }] }),
};

describe.each(Object.entries(documents))('a %s without prices', (_, document) => {
  const { table, totals, taxes, ...rest } = layOut(documentWithoutPrices(document));

  it('has its lines with their quantities and no column of a price', () => {
    expect(table.columns.map(({ label }) => label)).toEqual([
      'No.',
      'Description',
      'Quantity',
      'Unit',
    ]);
    expect(table.columns.reduce((sum, { share }) => sum + share, 0)).toBe(100);
    expect(table.rows[0]?.cells.slice(1)).toEqual(['Till', '5', 'piece']);
    expect(table.rows[3]?.cells.slice(1)).toEqual(['Allowance: Loyalty', '', 'piece']);
    for (const { cells } of table.rows) expect(cells).toHaveLength(table.columns.length);
  });

  it('has no sum, rate or discount anywhere', () => {
    const all = JSON.stringify({ table, totals, taxes, ...rest });
    expect([totals, taxes]).toEqual([[], null]);
    for (const sum of SUMS) expect(all).not.toContain(sum);
    // The same words are there where prices are shown: the test would find them.
    const shown = JSON.stringify(layOut(document));
    for (const sum of ['77.70', '67.99', '80.91', '6.6', '88.88', '6.66', '44.44', '55.55'])
      expect(shown).toContain(sum);
  });
});
