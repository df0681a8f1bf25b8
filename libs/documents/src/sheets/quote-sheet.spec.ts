import { DOCUMENT_LANGUAGES } from '@quittance/company';
import { labelsOf } from '../labels/labels.js';
import { renderHtml } from '../html/render-html.js';
import {
  aPrintableAcceptance,
  aPrintableQuote,
  aPrintableQuoteLine,
} from '../testing/a-printable-quote.js';
import { layOut } from './lay-out.js';
import { PRINTED_FREQUENCIES, type PrintableQuote } from './printable-quote.js';

const sheet = (over: Partial<PrintableQuote> = {}) => layOut(aPrintableQuote(over));
const text = (description: string, kind: 'section' | 'note') =>
  aPrintableQuoteLine({ kind, description, net: 0n, total: 0n, discount: 0n, quantity: '0' });
const line = (net: bigint, over: object = {}) =>
  aPrintableQuoteLine({ net, total: net, discount: 0n, discountPercent: null, ...over });

const lines = [
  text('Hardware', 'section'),
  line(10_000n),
  line(5000n, { optional: true, selected: false, minQuantity: '1', maxQuantity: '3' }),
  text('Mind the gap', 'note'),
  text('Software', 'section'),
  line(2900n, { kind: 'recurring', frequency: 'monthly', trialDays: 14, share: 100n }),
];

describe('the layout of a quote', () => {
  it('sums up sections by what is chosen, and carries no more than that', () => {
    const { rows, columns } = sheet({ lines }).table;
    const last = columns.length - 1;
    expect(rows.map(({ cells, strong }) => [cells[1], cells[last], strong ?? false])).toEqual([
      ['Hardware', '100.00', true],
      ['Installation', '100.00', false],
      ['Installation', '50.00', false],
      ['Mind the gap', '', false],
      ['Software', '29.00', true],
      ['Installation', '29.00', false],
    ]);
    expect(rows.map(({ carried }) => carried)).toEqual([
      '0.00',
      '100.00',
      '100.00',
      '100.00',
      '100.00',
      '129.00',
    ]);
    expect(columns.reduce((sum, { share }) => sum + share, 0)).toBe(100);
  });

  it('says of a line what is optional, recurs, is free, and shares of the discount', () => {
    const { rows } = sheet({ lines }).table;
    const plain = (i: number) =>
      rows[i]?.details.map((each) => each.replace(/[\u2066-\u2069]/g, ''));
    expect(plain(2)).toEqual(['Optional, not included in the total', 'Quantity 1 – 3']);
    expect(plain(5)).toEqual([
      'Monthly',
      'Free for the first 14 days',
      'Share of the discount on the whole quote -1.00',
    ]);
  });

  it('adds up what is paid once and what recurs beside the total', () => {
    const { totals } = sheet({
      lines,
      recurring: [{ frequency: 'monthly', total: 2900n }],
      overTerm: 44_800n,
      withOptions: 15_708n,
    });
    expect(totals.map(({ label, value }) => `${label} ${value}`)).toEqual([
      'Subtotal 89.98',
      'Tax 17.10',
      'Total 107.08 EUR',
      'One-off 107.08',
      'Monthly 29.00',
      'Due at the start 107.08',
      'Over the whole term 448.00',
      'With all options 157.08',
    ]);
  });

  it.each(DOCUMENT_LANGUAGES)(
    'has a word for every frequency and for the term in %s',
    (language) => {
      const recurring = PRINTED_FREQUENCIES.map((frequency) => ({ frequency, total: 100n }));
      const { title, totals, facts } = sheet({ language, lines, recurring, termMonths: 12 });
      const labels = labelsOf(language);
      expect(title).toBe(labels.quote);
      expect(new Set(totals.map(({ label }) => label)).size).toBe(totals.length);
      const term = facts.find(({ label }) => label === labels.term)?.value ?? '';
      expect(term).toContain('12');
      expect(term).not.toContain('{');
    },
  );

  it('says that what recurs goes on by itself, and at which price', () => {
    const renewal = { noticeDays: 60, upliftPercent: '3.5' };
    const said = (over: Partial<PrintableQuote>) =>
      sheet({ lines, termMonths: 12, ...over })
        .facts.find(({ label }) => label === 'Renewal')
        ?.value.replace(/[\u2066-\u2069]/g, '');
    expect(said({ renewal })).toBe(
      'by itself, unless notice is given 60 days before the end; ' +
        'prices rise by 3.5% at each renewal',
    );
    expect(said({ renewal: { ...renewal, upliftPercent: '0' } })).not.toContain('rise');
    expect(said({ renewal: null })).toBeUndefined();
    expect(said({ renewal, lines: [line(100n)] })).toBeUndefined();
  });

  it('has its terms above where it is signed, and no signature but the acceptance’s', () => {
    const terms = 'Payment within 30 days.';
    const open = renderHtml(sheet({ terms }));
    expect(open.indexOf(terms)).toBeLessThan(open.indexOf('Place, date'));
    expect(open.indexOf(terms)).toBeGreaterThan(0);
    const signed = renderHtml(sheet({ terms, acceptance: aPrintableAcceptance() }));
    expect(signed.indexOf('Bea Buyer, by hand')).toBeGreaterThan(signed.indexOf(terms));
    expect(signed).not.toContain('Place, date');
    expect(sheet({ terms, toBeSigned: false }).signature).toBeNull();
  });
});
