import { daysBetween, type LocalDate } from '@quittance/calendar';
import { documentAdjustments, priceDocumentLines, type Buyer, type Seller } from '@quittance/lines';
import { divideRounded, formatMinor, sumOf } from '@quittance/money';
import { lineAmounts } from '@quittance/tax';
import { mrrOf } from '../revenue/mrr.js';
import {
  gridDate,
  isPartial,
  periodsBefore,
  type Period,
  type RecurringFrequency,
} from '../subscriptions/grid.js';
import { priceOf, type Stub } from '../subscriptions/proration.js';
import { billingOfLine, endOfLine, type QuoteTerm } from './line-term.js';
import {
  NOTHING,
  takenAsTaxed,
  together,
  type PricedAdjustment,
  type PricedQuote,
  type PricedQuoteLine,
  type QuoteTerms,
  type TaxedBefore,
  type Totals,
} from './price-quote.js';
import { amountOf, followedBy } from './quote-adjustments.js';
import type { LineOfQuote, RecurringPart } from './quoted-line.js';

/** What a quote comes to, of the lines that are chosen. Minor units. */
export interface QuoteTotals {
  /** What is sold once, and one full period of all that recurs: the first one. */
  readonly total: Totals;
  readonly oneOff: Totals;
  /** A full period at the discounts that recur and are in force on the first day. */
  readonly recurring: Readonly<Partial<Record<RecurringFrequency, Totals>>>;
  /** What is due on order, and the first or stub period of what is billed in advance. */
  readonly firstInvoice: Totals & { readonly date: LocalDate };
  /** Net of a month, of the first day that is paid for. */
  readonly mrr: bigint;
  /** All of the term; null where something goes on until somebody ends it. */
  readonly tcv: Totals | null;
  /** Net of what recurs, by the year of the term. */
  readonly acv: bigint;
  readonly withOptions: Totals;
}

/** A chosen line with how it was priced. */
interface Chosen<Line extends LineOfQuote = LineOfQuote> {
  readonly line: Line;
  readonly priced: PricedQuoteLine;
  readonly taxed: TaxedBefore;
  /** What a period comes to once the line's own discount has ended. */
  readonly fullAmount: bigint;
  /** What it then bears of the document's, where that recurs. */
  readonly fullShare: bigint;
}

/** What all figures are worked out from. */
export interface PricedTerms {
  readonly terms: QuoteTerms;
  readonly term: QuoteTerm;
  readonly seller: Seller;
  readonly buyer: Buyer;
}

/**
 * The figures of a priced quote. Each is what the invoices would come to, taxed as the lines were.
 * Pure.
 * @param taxed how each line was taxed, by position
 */
export function quoteTotals(
  facts: PricedTerms,
  lines: readonly LineOfQuote[],
  quote: PricedQuote,
  taxed: readonly TaxedBefore[],
): QuoteTotals {
  const chosen = chosenLines(facts, lines, quote, taxed);
  const recurring = chosen.filter(isRecurring);
  const once = chosen.filter((each) => !isRecurring(each));
  const oneOff = together([
    ...once.map(ofLine),
    ...quote.adjustments.map(({ priced }) => totalsOf(priced)),
  ]);
  const period = recurringPeriod(facts, recurring);
  const mrr = sumOf(recurring.map((each, i) => mrrOf(period[i]?.net ?? 0n, each.line.frequency)));
  const ofTerm = recurringOfTerm(facts, recurring);
  return {
    total: quote.chosen,
    oneOff,
    recurring: byFrequency(recurring, period),
    firstInvoice: firstInvoice(facts, chosen, quote.adjustments),
    mrr,
    tcv: ofTerm && together([oneOff, ofTerm]),
    acv: annualValue(facts.term, mrr, ofTerm),
    withOptions: quote.withOptions,
  };
}

function isRecurring(each: Chosen): each is Chosen<RecurringPart> {
  return each.line.kind === 'recurring';
}

function ofLine({ priced: { priced } }: Chosen): Totals {
  return totalsOf(priced);
}

function totalsOf({ net, tax, total }: PricedQuoteLine['priced']): Totals {
  return { net, tax, gross: total };
}

function chosenLines(
  { terms }: PricedTerms,
  lines: readonly LineOfQuote[],
  quote: PricedQuote,
  taxed: readonly TaxedBefore[],
): Chosen[] {
  const places = lines.flatMap(({ selected }, i) => (selected ? [i] : []));
  const own = places.map((i) => quote.lines[i] as PricedQuoteLine);
  const full = places.map((i, at) =>
    fullAmount(lines[i] as LineOfQuote, own[at] as PricedQuoteLine),
  );
  const fullShares = recurringShares(terms, full);
  return places.map((i, at) => ({
    line: lines[i] as LineOfQuote,
    priced: own[at] as PricedQuoteLine,
    taxed: taxed[i] as TaxedBefore,
    fullAmount: full[at] ?? 0n,
    fullShare: fullShares?.[at] ?? own[at]?.share ?? 0n,
  }));
}

/** A discount of so many periods is taken back after them. */
function fullAmount(line: LineOfQuote, { priced, share, amount }: PricedQuoteLine): bigint {
  if (line.kind !== 'recurring' || line.discountPeriods === null) return amount;
  return amount + priced.discount - share;
}

/** A percentage that recurs is one of what the lines come to by then; an amount stays as spread. */
function recurringShares(
  { discount, currency }: QuoteTerms,
  amounts: readonly bigint[],
): readonly bigint[] | undefined {
  if (!discount || !('percent' in discount) || !discount.recurring) return undefined;
  return lineAmounts.spreadDiscount(
    amounts.map((amount) => wholeAmount(amount, currency)),
    discount,
    currency,
  );
}

/** A line of an amount, whatever its quantity and price. */
function wholeAmount(amount: bigint, currency: string) {
  const unitPrice = formatMinor(amount, currency);
  return { quantity: '1', unitPrice, discount: null, taxCode: null, taxRate: null };
}

/** Prices some lines at other amounts, taxed as they were. */
function documentOf(
  { terms, seller, buyer }: PricedTerms,
  lines: readonly Pick<Chosen, 'taxed'>[],
  amounts: readonly bigint[],
): readonly Totals[] {
  const source = takenAsTaxed(
    seller,
    lines.map(({ taxed }) => taxed),
  );
  const asked = amounts.map((amount) => wholeAmount(amount, terms.currency));
  const priced = priceDocumentLines(terms, source, buyer, asked);
  return priced.lines.map(({ net, tax, total }) => ({ net, tax, gross: total }));
}

/** A full period of each line at the discounts that recur, as it is on the first day. */
function recurringPeriod(
  facts: PricedTerms,
  lines: readonly Chosen<RecurringPart>[],
): readonly Totals[] {
  const asTotalled = facts.terms.discount === null || facts.terms.discount.recurring === true;
  if (asTotalled && lines.every(({ line }) => line.discountPeriods !== 0)) return lines.map(ofLine);
  return documentOf(
    facts,
    lines,
    lines.map((each) => amountOfPeriod(facts, each, 0, false)),
  );
}

/**
 * What a line comes to in a full period.
 * @param k from 0
 * @param bearsOnce whether the period bears the discount of the document that is given once
 */
function amountOfPeriod(
  { terms: { discount } }: PricedTerms,
  { line, priced, fullAmount: full, fullShare }: Chosen<RecurringPart>,
  k: number,
  bearsOnce: boolean,
): bigint {
  const discounted = line.discountPeriods === null || k < line.discountPeriods;
  const amount = discounted ? priced.amount : full;
  if (discount?.recurring) return amount - (discounted ? priced.share : fullShare);
  return bearsOnce ? amount - priced.share : amount;
}

function byFrequency(
  lines: readonly Chosen<RecurringPart>[],
  period: readonly Totals[],
): QuoteTotals['recurring'] {
  const sums: Partial<Record<RecurringFrequency, Totals>> = {};
  lines.forEach(({ line: { frequency } }, i) => {
    sums[frequency] = together([sums[frequency] ?? NOTHING, period[i] ?? NOTHING]);
  });
  return sums;
}

function firstInvoice(
  facts: PricedTerms,
  chosen: readonly Chosen[],
  adjustments: readonly PricedAdjustment[],
): QuoteTotals['firstInvoice'] {
  const lines = chosen.flatMap((each): { of: Chosen; amount: bigint }[] => {
    if (!isRecurring(each)) {
      const now = each.line.kind === 'one_off' && each.line.invoicing === 'on_order';
      return now ? [{ of: each, amount: each.priced.amount - each.priced.share }] : [];
    }
    const { timing, trialDays } = each.line;
    if (timing === 'arrears' || trialDays > 0) return [];
    const [first] = paidPeriods(facts, each);
    return first ? [{ of: each, amount: first }] : [];
  });
  const due = [...lines, ...dueAdjustments(facts, chosen, lines, adjustments)];
  const priced = documentOf(
    facts,
    due.map(({ of }) => of),
    due.map(({ amount }) => amount),
  );
  return { ...together(priced), date: facts.term.startOn };
}

/** What of the adjustments goes with what is due at once: the part that it is of their lines. */
function dueAdjustments(
  { terms: { currency } }: PricedTerms,
  chosen: readonly Chosen[],
  due: readonly { readonly of: Chosen }[],
  adjustments: readonly PricedAdjustment[],
) {
  const once = chosen.filter((each) => !isRecurring(each));
  const asTaxed = (
    { taxCode, taxRate }: Pick<LineOfQuote, 'taxCode' | 'taxRate'>,
    before: TaxedBefore,
  ) => {
    const way = documentAdjustments.wayOf(before);
    return { taxCode, taxRate, defaultCode: before.defaultTaxCode, way };
  };
  const sold = once.map((each) => ({ each, ...asTaxed(each.line, each.taxed) }));
  const atOnce = new Set(due.map(({ of }) => of));
  return adjustments.map(({ adjustment, taxed }) => {
    const followed = followedBy(asTaxed(adjustment, taxed), sold).map(({ each }) => each);
    const worth = (of: readonly Chosen[]) =>
      sumOf(of.map(({ priced: { amount, share } }) => amount - share));
    const whole = worth(followed);
    const amount = amountOf(adjustment, currency);
    const part = worth(followed.filter((each) => atOnce.has(each)));
    return {
      of: { taxed },
      amount: whole === 0n ? amount : divideRounded(amount * part, whole),
    };
  });
}

/**
 * What each period of a line's term comes to, in their order; of one without end the first alone. A
 * stub is the part of a period with the line's own discount; the discount of the document that is
 * given once lowers the first full one. One that is free comes to nothing, as a part of the order
 * of all of them.
 */
function* paidPeriods(facts: PricedTerms, each: Chosen<RecurringPart>): Generator<bigint> {
  const { billedFrom, grid } = billingOfLine(facts.term, each.line);
  const end = endOfLine(facts.term, each.line, grid);
  const until = end ?? gridDate(grid, 1);
  let k = 0;
  for (const period of periodsBefore(grid, { start: billedFrom, end }, until)) {
    const stub = period.start < grid.anchor;
    const first = !stub && k === 0;
    const amount = amountOfPeriod(facts, each, k, first);
    yield stub ? ofStub(period, amount, each.line.stub, grid.anchor) : ofDays(period, amount);
    if (!stub) k += 1;
  }
}

function ofDays(period: Period, amount: bigint): bigint {
  return isPartial(period) ? priceOf(period, amount) : amount;
}

/** What is charged in full is a period of its own length, of which an end may leave a part. */
function ofStub(period: Period, amount: bigint, stub: Stub | undefined, anchor: LocalDate): bigint {
  if (stub === 'free') return 0n;
  if (stub !== 'full') return ofDays(period, amount);
  return ofDays({ ...period, fullDays: daysBetween(period.start, anchor) }, amount);
}

/** Lines that share their invoices, period by period. */
function schedules(lines: readonly Chosen<RecurringPart>[]): Chosen<RecurringPart>[][] {
  const groups = new Map<string, Chosen<RecurringPart>[]>();
  for (const each of lines) {
    const { frequency, timing, trialDays, anchor, termPeriods, stub = 'prorated' } = each.line;
    const stubbed = anchor && stub;
    const key = JSON.stringify([frequency, timing, trialDays, anchor, termPeriods, stubbed]);
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  return [...groups.values()];
}

/** All periods of the term of all lines; null where one has no end. */
function recurringOfTerm(
  facts: PricedTerms,
  lines: readonly Chosen<RecurringPart>[],
): Totals | null {
  if (lines.some(({ line }) => line.termPeriods === null && facts.term.termMonths === null)) {
    return null;
  }
  return together(schedules(lines).map((group) => scheduleOfTerm(facts, group)));
}

/** Most periods come to the same: each amount is taxed once. */
function scheduleOfTerm(facts: PricedTerms, group: readonly Chosen<RecurringPart>[]): Totals {
  const amounts = group.map((each) => [...paidPeriods(facts, each)]);
  const invoices = (amounts[0] ?? []).map((_, k) => amounts.map((periods) => periods[k] ?? 0n));
  const known = new Map<string, Totals>();
  return together(
    invoices.map((invoice) => {
      const key = invoice.join();
      const totals = known.get(key) ?? together(documentOf(facts, group, invoice));
      known.set(key, totals);
      return totals;
    }),
  );
}

function annualValue({ termMonths }: QuoteTerm, mrr: bigint, ofTerm: Totals | null): bigint {
  if (ofTerm === null || termMonths === null) return mrr * 12n;
  if (termMonths < 12) return ofTerm.net;
  return divideRounded(ofTerm.net * 12n, BigInt(termMonths));
}
