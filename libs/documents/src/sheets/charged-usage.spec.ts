import { DOCUMENT_LANGUAGES } from '@quittance/company';
import { pdfText } from '../../../../test/support/texts/pdf-text.js';
import { renderHtml } from '../html/render-html.js';
import { labelsOf } from '../labels/labels.js';
import { renderPdf } from '../pdf/render-pdf.js';
import { aPrintableOrder } from '../testing/a-printable-order.js';
import { aPrintableQuote, aPrintableQuoteLine } from '../testing/a-printable-quote.js';
import { withoutIsolates } from './figures.js';
import { layOut } from './lay-out.js';
import type { PrintableCharge, PrintableQuote } from './printable-quote.js';

const UNITS = { name: 'Calls', unit: null, included: null } as const;
const TIERS = [
  { upTo: '100', unitPrice: '1.00' },
  { upTo: null, unitPrice: '0.0045', fee: '20.00' },
] as const;

function quoteOf(charges: readonly PrintableCharge[], usageMinimum: bigint | null = null) {
  const over = { kind: 'recurring', frequency: 'monthly', charges, usageMinimum } as const;
  return { lines: [aPrintableQuoteLine(over)] };
}

const saidOf = (charge: PrintableCharge, over: Partial<PrintableQuote> = {}) => {
  const { rows } = layOut(aPrintableQuote({ ...quoteOf([charge]), ...over })).table;
  return rows[0]?.charges?.slice(1).map(withoutIsolates);
};

describe('what usage costs, below its line', () => {
  it.each<[string, PrintableCharge, readonly string[]]>([
    [
      'of each unit',
      { ...UNITS, model: 'per_unit', unitPrice: '0.0200', included: '1000', unit: 'call' },
      ['Calls: 0.02 EUR / call; 1,000 call included in each period'],
    ],
    [
      'by tiers',
      { ...UNITS, model: 'graduated', tiers: TIERS },
      [
        'Calls: each unit at the price of its tier',
        '– up to 100: 1.00 EUR / unit',
        '– above: 0.0045 EUR / unit; plus 20.00 EUR once the tier is reached',
      ],
    ],
    [
      'by the tier of all',
      { ...UNITS, model: 'volume', tiers: TIERS.slice(1), feeAtZero: true },
      [
        'Calls: all units at the price of the tier that is reached; ' +
          'the fee of the first tier is charged without usage too',
        '– above: 0.0045 EUR / unit; plus 20.00 EUR once the tier is reached',
      ],
    ],
    [
      'by packages',
      { ...UNITS, model: 'package', size: '100', unitPrice: '5' },
      ['Calls: 5.00 EUR / 100; each package that is begun counts in full'],
    ],
    [
      'by a percentage',
      {
        ...UNITS,
        model: 'percentage',
        rate: '1.2',
        fee: '0.10',
        freeEvents: 3,
        freeBase: '50',
        eventMin: '0.25',
        eventMax: '9',
      },
      [
        'Calls: 1.2% of the value; the first 50.00 EUR of the value free of it; ' +
          '0.10 EUR per event; the first 3 events free of the fee; at least 0.25 EUR per event; ' +
          'at most 9.00 EUR per event',
      ],
    ],
    [
      'by a percentage alone',
      { ...UNITS, model: 'percentage', rate: '2', fee: null, freeEvents: 3, freeBase: '0' },
      ['Calls: 2% of the value'],
    ],
  ])('is said %s', (_, charge, expected) => {
    expect(saidOf(charge)).toEqual(expected);
  });

  it('is said under a heading, with the least of a period, and added to no sum', () => {
    const charge = { ...UNITS, model: 'per_unit', unitPrice: '0.02' } as const;
    const plain = layOut(aPrintableQuote(quoteOf([])));
    const sheet = layOut(aPrintableQuote(quoteOf([charge], 10_000n)));
    const said = sheet.table.rows[0]?.charges?.map(withoutIsolates);
    expect(said?.[0]).toBe('Usage, charged beside and in no total:');
    expect(said?.at(-1)).toMatch(/^At least 100\.00 EUR in each period/);
    expect(sheet.totals).toEqual(plain.totals);
    expect(plain.table.rows[0]?.charges).toBeUndefined();
  });

  it.each(DOCUMENT_LANGUAGES)(
    'is on paper and on the page, of orders too, in %s',
    async (language) => {
      const charge = { ...UNITS, name: 'ACME', model: 'per_unit', unitPrice: '0.02' } as const;
      const of = { ...quoteOf([charge], 10_000n), language };
      for (const document of [aPrintableQuote(of), aPrintableOrder(of)]) {
        const sheet = layOut(document);
        const page = withoutIsolates(renderHtml(sheet));
        expect(page).toContain(labelsOf(language).usageBeside);
        expect(page).toContain('ACME: ');
        const paper = pdfText(await renderPdf(sheet)).join('\n');
        expect(paper).toContain('ACME');
        expect(paper).toMatch(/0[.,]02/);
      }
    },
  );
});
