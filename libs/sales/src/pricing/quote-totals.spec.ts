import { parseLocalDate } from '@quittance/calendar';
import type { Buyer, Seller } from '@quittance/lines';
import { newId } from '@quittance/kernel';
import { formatMinor, sumOf } from '@quittance/money';
import { RateBook } from '@quittance/tax';
import { NO_RATES, type RateBookData } from '@quittance/tax/host';
import fc from 'fast-check';
import { runs } from '../../../../test/support/tier.js';
import { RECURRING_FREQUENCIES } from '../subscriptions/grid.js';
import { priceChosen, priceQuote, taxedBefore, type QuoteTerms } from './price-quote.js';
import type { QuoteTerm } from './line-term.js';
import { quoteTotals } from './quote-totals.js';
import type { OneOffPart, LineOfQuote, RecurringPart } from './quoted-line.js';

const PARTY = { country: 'DE', region: null, postalCode: null, taxRegistration: null };
const CODES = ['standard', 'reduced'].map((code) => ({ code, kind: null }));
const GERMAN: Pick<RateBookData, 'jurisdictions' | 'rates'> = {
  jurisdictions: [
    { id: 'DE', parentId: null, level: 'country', code: 'DE', name: 'DE', postalPatterns: [] },
  ],
  rates: (['standard', 'reduced'] as const).map((taxCode) => ({
    jurisdictionId: 'DE',
    taxCode,
    kind: 'vat',
    rate: taxCode === 'standard' ? '19' : '7',
    compound: false,
    priority: 1,
    validFrom: parseLocalDate('2000-01-01'),
    validTo: null,
  })),
};
const seller: Seller = {
  party: PARTY,
  rounding: 'document',
  book: new RateBook({ ...NO_RATES, codes: CODES, ...GERMAN }),
};
/** Who has a default code, with its rate or, as without a registration, none. */
const coded = (book: Partial<RateBookData>): Seller => {
  const own = { ...NO_RATES, codes: CODES, defaultTaxCode: 'standard' };
  return { party: PARTY, rounding: 'document', book: new RateBook({ ...own, ...book }) };
};
const buyer: Buyer = {
  id: newId<'account'>(),
  address: { line1: null, line2: null, city: null, ...PARTY },
  taxRegistration: null,
};
const terms: QuoteTerms = {
  currency: 'EUR',
  taxDate: parseLocalDate('2026-03-01'),
  pricesIncludeTax: false,
  discount: null,
  adjustments: null,
};
const START: QuoteTerm = { startOn: parseLocalDate('2026-03-01'), termMonths: null };

function once(unitPrice: string, over: Partial<OneOffPart> = {}): OneOffPart {
  return {
    kind: 'one_off',
    invoicing: 'on_order',
    quantity: '1',
    unitPrice,
    listPrice: unitPrice,
    discount: null,
    taxCode: null,
    taxRate: '0',
    supply: null,
    selected: true,
    ...over,
  };
}

function every(
  frequency: RecurringPart['frequency'],
  unitPrice: string,
  over: Partial<RecurringPart> = {},
): RecurringPart {
  const { invoicing: _, ...part } = once(unitPrice);
  return {
    ...part,
    kind: 'recurring',
    frequency,
    timing: 'advance',
    trialDays: 0,
    anchor: null,
    termPeriods: null,
    discountPeriods: null,
    ...over,
  };
}

function priced(
  lines: readonly LineOfQuote[],
  term: Partial<QuoteTerm> = {},
  over: Partial<QuoteTerms> = {},
) {
  const facts = { terms: { ...terms, ...over }, term: { ...START, ...term }, seller, buyer };
  const quote = priceQuote(facts.terms, seller, buyer, lines);
  const taxed = quote.lines.map(({ priced: line }, i) =>
    taxedBefore(line, lines[i] as LineOfQuote, seller),
  );
  return { quote, totals: quoteTotals(facts, lines, quote, taxed) };
}

const text = (minor: bigint) => formatMinor(minor, 'EUR');
const gross = (of: { readonly gross: bigint } | null | undefined) => of && text(of.gross);
const standard = { taxCode: 'standard', taxRate: null } as const;

describe('what a quote comes to', () => {
  it('example 36: a line with its discount and tax', () => {
    const line = once('49.99', { quantity: '2', discount: { percent: '10' }, ...standard });
    const { total } = priced([line]).totals;
    expect([total.net, total.tax, total.gross].map(text)).toEqual(['89.98', '17.10', '107.08']);
  });

  it('example 37: a discount on the document, before tax', () => {
    const lines = [once('100.00', standard), once('33.33', { taxCode: 'reduced', taxRate: null })];
    const { quote, totals } = priced(lines, {}, { discount: { percent: '5' } });
    expect(
      quote.lines.map(({ share, priced: { net, tax } }) => [share, net, tax].map(text)),
    ).toEqual([
      ['5.00', '95.00', '18.05'],
      ['1.67', '31.66', '2.22'],
    ]);
    expect(gross(totals.total)).toBe('146.93');
  });

  it('example 39: once, monthly and yearly over 24 months', () => {
    const lines = [
      once('500.00'),
      every('monthly', '99.00', { quantity: '3' }),
      every('annually', '1200.00'),
    ];
    const { totals } = priced(lines, { termMonths: 24 });
    expect(gross(totals.firstInvoice)).toBe('1997.00');
    expect([totals.mrr, totals.acv].map(text)).toEqual(['397.00', '4764.00']);
    expect(gross(totals.tcv)).toBe('10028.00');
    expect([gross(totals.oneOff), gross(totals.total)]).toEqual(['500.00', '1997.00']);
    expect(gross(totals.recurring.monthly)).toBe('297.00');
    expect(gross(totals.recurring.annually)).toBe('1200.00');
  });

  it('example 40: a discount of three periods', () => {
    const line = every('monthly', '297.00', { discount: { percent: '10' }, discountPeriods: 3 });
    const { totals } = priced([line], { termMonths: 24 });
    expect(gross(totals.total)).toBe('267.30');
    expect(gross(totals.tcv)).toBe('7038.90');
  });

  it('example 42: what is chosen, and with all options', () => {
    const lines = [once('400.00'), once('100.00'), once('50.00', { selected: false })];
    const { totals } = priced(lines);
    expect([gross(totals.total), gross(totals.withOptions)]).toEqual(['500.00', '550.00']);
  });

  it('has no total of the term where something goes on until it is ended', () => {
    const { totals } = priced([once('500.00'), every('quarterly', '300.00')]);
    expect(totals.tcv).toBeNull();
    expect([totals.mrr, totals.acv].map(text)).toEqual(['100.00', '1200.00']);
  });

  it('counts what recurs within a year as it is, and a last part of a period by its days', () => {
    const line = every('quarterly', '90.00', { anchor: null });
    const half = priced([line], { termMonths: 6 }).totals;
    expect([gross(half.tcv), text(half.acv)]).toEqual(['180.00', '180.00']);
    // March to June and a month of the next quarter: 30 of its 92 days.
    const four = priced([line], { termMonths: 4 }).totals;
    expect(gross(four.tcv)).toBe('119.35');
  });

  it('begins with a stub where the anchor is later, and invoices that first', () => {
    const line = every('monthly', '100.00', { anchor: { day: 1 }, ...standard });
    const { totals } = priced([line], { startOn: parseLocalDate('2026-01-15'), termMonths: 12 });
    expect(text(totals.firstInvoice.net)).toBe('54.84');
    expect(totals.firstInvoice.date).toBe('2026-01-15');
    // Eleven months from February, and 14 of 31 days in January of the next year.
    expect(text(totals.tcv?.net ?? 0n)).toBe('1200.00');
  });

  it.each([
    ['advance', 'prorated', '17.00', '90.93'],
    ['advance', 'full', '30.00', '103.93'],
    ['advance', 'free', '0.00', '73.93'],
    ['arrears', 'prorated', '0.00', '90.93'],
    ['arrears', 'full', '0.00', '103.93'],
    ['arrears', 'free', '0.00', '73.93'],
  ] as const)('asks of a stub what the plan does: %s, %s', (timing, stub, first, term) => {
    const line = every('monthly', '30.00', { timing, stub, anchor: { day: 15 } });
    const startOn = parseLocalDate('2026-11-28');
    const { totals } = priced([line], { startOn, termMonths: 3 });
    expect([gross(totals.firstInvoice), gross(totals.tcv)]).toEqual([first, term]);
    // Nothing is before a first period that is whole.
    const whole = { startOn: parseLocalDate('2026-11-15'), termMonths: 3 };
    expect(gross(priced([line], whole).totals.tcv)).toBe('90.00');
  });

  it.each([
    // 181 days of the 365 of the year, of the 334 before it begins, and none.
    ['prorated', '595.07'],
    ['full', '650.30'],
    ['free', '0.00'],
  ] as const)('ends within a stub as the term does: %s', (stub, term) => {
    const line = every('annually', '1200.00', { stub, anchor: { day: 1, month: 1 } });
    const { totals } = priced([line], { startOn: parseLocalDate('2026-02-01'), termMonths: 6 });
    expect([gross(totals.firstInvoice), gross(totals.tcv)]).toEqual([term, term]);
  });

  it('gives a stub in full the discount of the line, and not the one that is given once', () => {
    const over = { stub: 'full', anchor: { day: 15 }, discount: { percent: '10' } } as const;
    const facts = { startOn: parseLocalDate('2026-11-28'), termMonths: 2 };
    const line = every('monthly', '30.00', { ...over, discountPeriods: 1 });
    const once = { discount: { amount: '7.00' } };
    const { firstInvoice, tcv } = priced([line], facts, once).totals;
    // 27.00, 27.00 − 7.00, and 13 of 31 days at 30.00.
    expect([gross(firstInvoice), gross(tcv)]).toEqual(['27.00', '59.58']);
  });

  it('invoices nothing first of what is tried, billed in arrears, or due on delivery', () => {
    const lines = [
      once('10.00', { invoicing: 'on_delivery' }),
      once('20.00', { invoicing: 'percent' }),
      every('monthly', '30.00', { timing: 'arrears' }),
      every('monthly', '40.00', { trialDays: 14 }),
      every('monthly', '50.00'),
    ];
    expect(gross(priced(lines).totals.firstInvoice)).toBe('50.00');
  });

  it('ends a line by its own periods', () => {
    const line = every('monthly', '10.00', { termPeriods: 3 });
    expect(gross(priced([line], { termMonths: 24 }).totals.tcv)).toBe('30.00');
    const tried = { ...line, trialDays: 30 };
    expect(gross(priced([tried]).totals.tcv)).toBe('30.00');
  });

  it('lowers the first period alone by a discount on the document, unless it recurs', () => {
    const line = every('monthly', '100.00');
    const first = priced([line], { termMonths: 3 }, { discount: { percent: '10' } }).totals;
    expect([gross(first.total), gross(first.firstInvoice)]).toEqual(['90.00', '90.00']);
    expect([gross(first.recurring.monthly), text(first.mrr)]).toEqual(['100.00', '100.00']);
    expect(gross(first.tcv)).toBe('290.00');
    const always = { percent: '10', recurring: true };
    const all = priced([line], { termMonths: 3 }, { discount: always }).totals;
    expect([gross(all.total), gross(all.recurring.monthly)]).toEqual(['90.00', '90.00']);
    expect([gross(all.tcv), text(all.mrr)]).toEqual(['270.00', '90.00']);
  });

  it('takes a recurring percentage of what the line comes to by then', () => {
    const line = every('monthly', '100.00', { discount: { percent: '50' }, discountPeriods: 1 });
    const discount = { percent: '10', recurring: true };
    const { tcv } = priced([line], { termMonths: 2 }, { discount }).totals;
    expect(gross(tcv)).toBe('135.00');
  });

  it('counts net where prices include tax', () => {
    const line = every('monthly', '119.00', standard);
    const { totals } = priced([line], { termMonths: 2 }, { pricesIncludeTax: true });
    expect([text(totals.mrr), gross(totals.tcv), text(totals.acv)]).toEqual([
      '100.00',
      '238.00',
      '200.00',
    ]);
  });

  it('counts nothing of a line without a price', () => {
    const lines = [once('10.00'), once('0', { unitPrice: null, discount: { amount: '5.00' } })];
    expect(gross(priced(lines).totals.total)).toBe('10.00');
  });
});

describe('for every quote', () => {
  const cents = fc.integer({ min: 0, max: 999_999 }).map((n) => (n / 100).toFixed(2));
  const part = {
    quantity: fc.integer({ min: 1, max: 30 }).map(String),
    discount: fc.option(fc.integer({ min: 0, max: 100 }).map((n) => ({ percent: String(n) }))),
    taxCode: fc.constantFrom('standard', 'reduced'),
    selected: fc.boolean(),
  };
  const anyLine: fc.Arbitrary<LineOfQuote> = fc.oneof(
    fc.record({ unitPrice: cents, ...part }).map((over) => once('0', { ...over, taxRate: null })),
    fc
      .record({
        unitPrice: cents,
        ...part,
        frequency: fc.constantFrom(...RECURRING_FREQUENCIES),
        timing: fc.constantFrom('advance' as const, 'arrears' as const),
        trialDays: fc.constantFrom(0, 0, 14),
        anchor: fc.constantFrom(null, { day: 1 }, { day: 31 }),
        termPeriods: fc.constantFrom(null, null, 2),
        discountPeriods: fc.constantFrom(null, 0, 1, 3),
      })
      .map((over) => every('monthly', '0', { ...over, taxRate: null })),
  );
  const anyQuote = fc.record({
    lines: fc.array(anyLine, { minLength: 1, maxLength: 8 }),
    discount: fc.option(
      fc.record({ percent: fc.integer({ min: 0, max: 100 }).map(String), recurring: fc.boolean() }),
    ),
    pricesIncludeTax: fc.boolean(),
    termMonths: fc.constantFrom(null, 1, 7, 24),
  });

  it('the figures add up', () => {
    fc.assert(
      fc.property(anyQuote, ({ lines, discount, pricesIncludeTax, termMonths }) => {
        const { quote, totals } = priced(lines, { termMonths }, { discount, pricesIncludeTax });
        const chosen = quote.lines.filter((_, i) => lines[i]?.selected);
        expect(sumOf(chosen.map((each) => each.priced.total))).toBe(totals.total.gross);
        const { recurring, tcv, ...rest } = totals;
        const periods = Object.values(recurring);
        const all = [rest.total, rest.oneOff, rest.firstInvoice, tcv ?? rest.total, ...periods];
        for (const each of all) {
          expect(each.net + each.tax).toBe(each.gross);
          expect(each.net >= 0n && each.tax >= 0n).toBe(true);
        }
        // Where every discount recurs from the first period on, the total is that of its parts.
        const recurs = !discount || discount.recurring;
        const ended = lines.some((line) => 'discountPeriods' in line && line.discountPeriods === 0);
        const parts = sumOf([rest.oneOff, ...periods].map((each) => each.gross));
        expect(recurs && !ended ? parts : rest.total.gross).toBe(rest.total.gross);
      }),
      { numRuns: runs(150) },
    );
  });

  it('allowances are of what is chosen later as of what is chosen at once, taxed or not', () => {
    const uncoded = once('10.00', { taxRate: null, selected: true });
    const anyCoded = fc
      .record({ unitPrice: cents, ...part, taxCode: fc.constantFrom('standard', 'reduced', null) })
      .map((over) => once('0', { ...over, taxRate: null }));
    const allowance = { kind: 'allowance', reason: 'Loyalty', percent: '10' } as const;
    fc.assert(
      fc.property(
        fc.array(anyCoded, { maxLength: 5 }),
        fc.boolean(),
        fc.boolean(),
        (more, pricesIncludeTax, registered) => {
          const lines = [uncoded, ...more];
          const own = coded(registered ? GERMAN : {});
          const adjustments = [{ ...allowance, taxCode: 'standard' }];
          const asked = { ...terms, adjustments, pricesIncludeTax };
          const offered = priceQuote(asked, own, buyer, lines);
          const taxed = offered.lines.map(({ priced: line }, i) =>
            taxedBefore(line, lines[i] as LineOfQuote, own),
          );
          // As it is accepted: no rates are there, nor what holds for lines without a code.
          const later = priceChosen(asked, { ...own, book: RateBook.empty }, buyer, {
            lines,
            taxed,
            adjustments: offered.adjustments,
          });
          const chosen = lines.filter(({ selected }) => selected);
          expect(later.totals).toEqual(priceQuote(asked, own, buyer, chosen).chosen);
          expect(later.totals).toEqual(offered.chosen);
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it('what is chosen later comes to the same as had it been chosen at once', () => {
    fc.assert(
      fc.property(anyQuote, ({ lines, discount, pricesIncludeTax }) => {
        const asked = { ...terms, discount, pricesIncludeTax };
        const all = lines.map((line) => ({ ...line, selected: true }));
        const offered = priceQuote(asked, seller, buyer, all);
        const taxed = offered.lines.map(({ priced: line }, i) =>
          taxedBefore(line, lines[i] as LineOfQuote, seller),
        );
        const later = priceChosen(asked, seller, buyer, { lines, taxed, adjustments: [] });
        const atOnce = priceQuote(
          asked,
          seller,
          buyer,
          lines.filter(({ selected }) => selected),
        );
        expect(later.totals).toEqual(atOnce.chosen);
      }),
      { numRuns: runs(150) },
    );
  });
});
