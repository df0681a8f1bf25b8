import { parseLocalDate } from '@quittance/calendar';
import type { CurrentTerms } from '@quittance/company';
import { DomainError, newId } from '@quittance/kernel';
import type { Seller } from '@quittance/lines';
import { RateBook } from '@quittance/tax';
import fc from 'fast-check';
import { runs } from '../../../../../test/support/tier.js';
import { priceByTiers, sumOfQuantities, type KeptTier } from '../../pricing/resolve-price.js';
import { priceSelected } from '../decisions/price-selected.js';
import { withSelections, type Selection } from '../decisions/selections.js';
import { priceQuoteLines } from '../lines/price-quote-lines.js';
import type { QuoteLine } from '../lines/quote-line.description.js';
import { isPriced, keptOf, type QuoteLineInput } from '../lines/quote-line.js';
import type { Quote } from '../quote.description.js';
import { findingsOf, rulesFor, type DiscountedLine } from './approval-rules.js';
import { judgedLines } from './judged-quote.js';
import { refuseUncovered } from './uncovered.js';
import { mostOf, worstCases } from './worst-choice.js';

const PLACE = { country: 'DE', region: null, postalCode: null };
const ADDRESS = { ...PLACE, line1: null, line2: null, city: null };
const PARTY = { ...PLACE, taxRegistration: null };
const seller: Seller = { party: PARTY, rounding: 'document', book: RateBook.empty };
const company = { address: ADDRESS, taxRegistrations: [] } as unknown as CurrentTerms;
const productId = newId<'product'>();
const COSTS = new Map([[productId, [{ currency: 'EUR', unitCost: '60' }]]]);

interface Offer {
  readonly quote: Quote;
  readonly lines: readonly QuoteLine[];
}
type Line = QuoteLineInput & { readonly tiers?: readonly KeptTier[] };

/** What costs 100 by the list, of these lines. */
function offer(head: Partial<Quote>, written: readonly Line[]): Offer {
  const quote = {
    id: newId<'quote'>(),
    accountId: newId<'account'>(),
    currency: 'EUR',
    issueDate: parseLocalDate('2026-03-01'),
    startOn: null,
    termMonths: null,
    pricesIncludeTax: false,
    tiersAcross: 'line',
    taxRounding: 'document',
    discount: null,
    adjustments: null,
    deliveryAddress: null,
    shipTo: ADDRESS,
    billTo: { name: 'B', address: ADDRESS, taxRegistration: null },
    ...head,
  } as unknown as Quote;
  const kept = written.map(({ tiers = [], ...line }, i) => {
    const input = { description: 'Till', quantity: '1', taxRate: '0', ...line } as QuoteLineInput;
    const listPrice = priceByTiers(tiers, togetherIn(quote, written, line), '100');
    const price = {
      unitPrice: line.unitPrice ?? listPrice,
      listPrice,
      priceSource: line.unitPrice ? 'manual' : 'default_price_book',
      tiers,
    } as const;
    return { ...keptOf(input, new Map(), `/lines/${i}`), productId, price };
  });
  const buyer = { id: quote.accountId, address: ADDRESS, taxRegistration: null };
  const { lines, columns } = priceQuoteLines(quote.id, quote, seller, buyer, kept);
  return { quote: { ...quote, ...columns }, lines };
}

/** The quantity that a line is looked up by as it is written. */
function togetherIn({ tiersAcross }: Quote, all: readonly Line[], own: Line): string {
  const { quantity = '1' } = own;
  if (tiersAcross === 'line') return quantity;
  const counted = all.filter(({ optional, selected }) => !optional || selected);
  const sum = sumOfQuantities(...counted.map((line) => line.quantity ?? '1'));
  return own.optional && !own.selected ? sumOfQuantities(sum, quantity) : sum;
}

const option = (over: Partial<Line> = {}): Line => ({ optional: true, selected: false, ...over });

/** In percent, by the position of the line. */
function worstOf(cases: readonly DiscountedLine[]): Readonly<Record<number, string>> {
  const rule = { maxPercent: '0', maxTotal: null, minMargin: null, roleId: null };
  const judged = { lines: cases, total: 0n, currency: 'EUR', baseCurrency: 'EUR' };
  const found = findingsOf([rule], new Set(), judged);
  return Object.fromEntries(found.map(({ line, value }) => [line, value]));
}
const worst = ({ quote, lines }: Offer) => worstOf(worstCases(quote, lines, COSTS));

describe('what a customer may choose at the worst', () => {
  it('is nothing else where nothing is to be chosen', () => {
    expect(worstCases(offer({}, [{}]).quote, offer({}, [{}]).lines, COSTS)).toEqual([]);
  });

  it.each<[string, Partial<Quote>, readonly Line[], Record<number, string>]>([
    [
      'an amount off the document of what is no option',
      { discount: { amount: '50' } },
      [{}, option({ quantity: '9', selected: true })],
      { 1: '50.00', 2: '5.00' },
    ],
    [
      'an amount off an option that is taken as little as may be',
      {},
      [{}, option({ quantity: '10', minQuantity: '2', discount: { amount: '100' } })],
      { 2: '50.00' },
    ],
    [
      'a percentage, whatever is chosen',
      { discount: { percent: '10' } },
      [{ discount: { percent: '10' } }, option({ quantity: '10', minQuantity: '1' })],
      { 1: '19.00', 2: '10.00' },
    ],
    [
      'an allowance of an amount, behind a discount of the document',
      {
        discount: { percent: '10' },
        adjustments: [{ kind: 'allowance', reason: 'a', amount: '45' }],
      },
      [{}, option({ quantity: '9', selected: true })],
      { 1: '55.00', 2: '14.50' },
    ],
    [
      'a price that was typed for many, of a few',
      {},
      [
        {},
        option({
          quantity: '10',
          minQuantity: '1',
          unitPrice: '80',
          tiers: [
            { minQuantity: '1', unitPrice: '160' },
            { minQuantity: '10', unitPrice: '100' },
          ],
        }),
      ],
      { 2: '50.00' },
    ],
    [
      'the price of many where the quantity is that of all lines',
      { tiersAcross: 'document' },
      [
        {
          tiers: [
            { minQuantity: '1', unitPrice: '200' },
            { minQuantity: '5', unitPrice: '100' },
          ],
        },
        option({ quantity: '9', selected: true }),
      ],
      { 1: '50.00' },
    ],
  ])('%s', (_, head, lines, expected) => {
    expect(worst(offer(head, lines))).toEqual(expected);
  });

  it('leaves the least of a margin', () => {
    const rule = { maxPercent: '100', maxTotal: null, minMargin: '30', roleId: null };
    const { quote, lines } = offer({ discount: { amount: '20' } }, [
      {},
      option({ quantity: '9', selected: true }),
    ]);
    const rest = { total: 0n, currency: 'EUR', baseCurrency: 'EUR' };
    const asks = (cases: readonly DiscountedLine[]) =>
      findingsOf([rule], new Set(), { ...rest, lines: cases }).map(({ line }) => line);
    expect(asks(judgedLines(quote, lines, COSTS))).toEqual([]);
    expect(asks(worstCases(quote, lines, COSTS))).toEqual([1]);
  });

  it('comes to the most where all is chosen, and below a cheaper tier', () => {
    const tiers = [
      { minQuantity: '1', unitPrice: '100' },
      { minQuantity: '10', unitPrice: '50' },
    ];
    const { quote, lines } = offer({}, [{}, option({ maxQuantity: '11', tiers })]);
    expect(mostOf(quote, lines, company)).toBe(10_000n + 100_000n);
    const huge = offer({}, [{}, option({ maxQuantity: '1000000000000' })]);
    expect(mostOf(huge.quote, huge.lines, company)).toBeNull();
  });
});

/** All that may be chosen, by whole quantities. */
function choicesOf(lines: readonly QuoteLine[]): Selection[][] {
  return lines
    .filter(({ optional }) => optional)
    .reduce<Selection[][]>(
      (all, line) => {
        const least = Number(line.minQuantity ?? line.quantity);
        const most = Number(line.maxQuantity ?? line.quantity);
        const taken = Array.from({ length: most - least + 1 }, (_, i): Selection => {
          return { lineId: line.id, quantity: String(least + i) };
        });
        return all.flatMap((chosen) => [chosen, ...taken.map((each) => [...chosen, each])]);
      },
      [[]],
    );
}

const cents = (max: number) => fc.integer({ min: 1, max }).map((n) => (n / 100).toFixed(2));
const percents = fc.integer({ min: 1, max: 60 }).map(String);
const discounts = fc.oneof(
  fc.constant(null),
  percents.map((percent) => ({ percent })),
  cents(9_000).map((amount) => ({ amount })),
);
const steps = fc.constantFrom<readonly KeptTier[]>(
  [],
  [
    { minQuantity: '1', unitPrice: '100' },
    { minQuantity: '3', unitPrice: '70' },
    { minQuantity: '5', unitPrice: '40' },
  ],
);
const written = fc
  .record({
    kind: fc.constantFrom('one_off' as const, 'one_off' as const, 'recurring' as const),
    quantity: fc.integer({ min: 1, max: 3 }),
    below: fc.integer({ min: 0, max: 2 }),
    above: fc.integer({ min: 0, max: 3 }),
    optional: fc.boolean(),
    selected: fc.boolean(),
    typed: fc.option(cents(11_000)),
    discount: discounts,
    taxRate: fc.constantFrom('0', '19', '7'),
    tiers: steps,
    trialDays: fc.constantFrom(0, 0, 40),
  })
  .map(({ kind, quantity, below, above, optional, selected, typed, trialDays, ...rest }): Line => {
    return {
      ...rest,
      kind,
      quantity: String(quantity),
      ...(kind === 'recurring' && { frequency: 'monthly' as const, trialDays }),
      ...(typed !== null && { unitPrice: typed }),
      ...(optional && {
        optional,
        selected,
        minQuantity: String(Math.max(1, quantity - below)),
        maxQuantity: String(quantity + above),
      }),
    };
  });
const heads = fc.record({
  tiersAcross: fc.constantFrom('line' as const, 'document' as const),
  pricesIncludeTax: fc.boolean(),
  discount: discounts,
  termMonths: fc.constantFrom(null, 3),
  adjustments: fc.option(
    fc.array(
      fc.oneof(
        percents.map((percent) => ({ kind: 'allowance' as const, reason: 'a', percent })),
        cents(9_000).map((amount) => ({ kind: 'allowance' as const, reason: 'b', amount })),
        cents(9_000).map((amount) => ({ kind: 'charge' as const, reason: 'c', amount })),
      ),
      { minLength: 1, maxLength: 2 },
    ),
  ),
});

/** Null where it is refused. */
function tried<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

it('nothing that is chosen gives away more, or comes to more, but for what is rounded', () => {
  fc.assert(
    fc.property(heads, fc.array(written, { minLength: 1, maxLength: 4 }), (head, rows) => {
      const made = tried(() => offer(head, rows));
      if (!made) return;
      const { quote, lines } = made;
      const bound = [...judgedLines(quote, lines, COSTS), ...worstCases(quote, lines, COSTS)];
      const most = mostOf(quote, lines, company);
      const priced = BigInt(lines.filter(isPriced).length);
      for (const selections of choicesOf(lines)) {
        const chosen = tried(() =>
          priceSelected(quote, withSelections(lines, selections, quote.tiersAcross), company),
        );
        if (!chosen) continue;
        const total = most ?? chosen.quote.total;
        expect(chosen.quote.total).toBeLessThanOrEqual(total + 2n * priced);
        const judged = judgedLines(quote, chosen.lines, COSTS, { rounded: 3n });
        for (const { position, listed, amount } of judged) {
          const { selected } = chosen.lines[position - 1] as QuoteLine;
          if (!selected || listed === null || listed <= 0n) continue;
          const covered = bound.some((each) => {
            if (each.position !== position || each.listed === null) return false;
            const given = amount > 0n ? listed - amount : listed;
            return given * each.listed <= (each.listed - each.amount) * listed;
          });
          expect(covered).toBe(true);
        }
        const rules = rulesThatPass(bound, most);
        const passed = { ...chosen, quote: { ...chosen.quote, passedRules: rules } };
        expect(() => refuseUncovered(passed)).not.toThrow();
      }
    }),
    { numRuns: runs(150) },
  );
});

/** The strictest rules, in hundredths of percent, by which nothing of this asks for approval. */
function rulesThatPass(cases: readonly DiscountedLine[], total: bigint | null) {
  const largest = cases.reduce((most, { listed, amount }) => {
    if (listed === null || listed <= 0n || listed <= amount) return most;
    const percent = ((listed - amount) * 10_000n + listed - 1n) / listed;
    return percent > most ? percent : most;
  }, 0n);
  const capped = largest > 10_000n ? 10_000n : largest;
  const maxPercent = (Number(capped) / 100).toFixed(2);
  // What nobody can say asks, and passes no rule with a largest total.
  const maxTotal = total === null ? null : (Number(total) / 100).toFixed(2);
  return rulesFor([{ maxPercent, maxTotal, minMargin: null, roleId: null }], new Set());
}

describe('what is chosen of a quote that passed by rules', () => {
  const { quote, lines } = offer({}, [{ discount: { percent: '20' } }]);
  const refused = (passedRules: Quote['passedRules']) => () =>
    refuseUncovered({ quote: { ...quote, passedRules }, lines });
  const rule = { maxPercent: '20', maxTotal: '80.00', minMargin: null, roleId: null };

  it('is refused where they would have asked, and nothing of what a person approved', () => {
    expect(refused([rule])).not.toThrow();
    expect(refused(null)).not.toThrow();
    for (const asks of [{ maxPercent: '10' }, { maxTotal: '50.00' }]) {
      expect(refused([{ ...rule, ...asks }])).toThrow(
        expect.objectContaining({ code: 'selection_invalid' }) as Error,
      );
    }
  });
});
