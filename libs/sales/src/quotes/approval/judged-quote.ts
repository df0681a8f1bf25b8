import { currencyDigits, decimal, multiply, roundToScale, type Currency } from '@quittance/money';
import { paidDays, type PaidOfTerm } from '../../pricing/line-term.js';
import type { Quote } from '../quote.description.js';
import { allowancesByLine, type TakenOff } from './allowances.js';
import type { QuoteLine } from '../lines/quote-line.description.js';
import { anchorOf, isMore, isPriced } from '../lines/quote-line.js';
import { NO_LIST, type CurrentList } from './current-list.js';
import { costOf, type ProductCosts } from './margin.js';
import type { DiscountedLine } from './approval-rules.js';

/** A line as it is offered, in minor units; of what recurs a period of it, that is paid for. */
export interface JudgedLine extends Omit<DiscountedLine, 'cost'>, PaidOfTerm {}

type Billed = Pick<
  QuoteLine,
  'kind' | 'frequency' | 'trialDays' | 'anchorDay' | 'anchorMonth' | 'termPeriods'
>;
type Looked = Billed &
  Pick<QuoteLine, 'position' | 'quantity' | 'listPrice' | 'unitPrice' | 'net' | 'total'>;
/** What of a quote the effective discount of its lines depends on. */
export type JudgedHead = Pick<
  Quote,
  'currency' | 'pricesIncludeTax' | 'startOn' | 'issueDate' | 'termMonths'
>;

/**
 * A line of a quote as approval looks at it: at its list price, where nothing lists it at the one
 * that was typed, and after all discounts. A list price is net: what is asked with tax in it gives
 * the tax away. One that was typed is what the quote says it is.
 * @param off what allowances of the whole quote take off it
 */
export function judgedLine(
  line: Looked,
  quote: JudgedHead,
  off: TakenOff = { net: 0n, total: 0n },
): JudgedLine {
  const { position, quantity } = line;
  const [net, total] = [line.net - off.net, line.total - off.total];
  const price = line.listPrice ?? line.unitPrice;
  const listed = price === null ? null : wholePrice(quantity, price, quote.currency);
  const amount = quote.pricesIncludeTax && line.listPrice === null ? total : net;
  return { position, listed, amount, net, ...paidDaysOf(line, quote) };
}

/** What a trial leaves of the term of a line: days that are given away are a discount, too. */
export function paidDaysOf(
  line: Billed,
  { startOn, issueDate, termMonths }: JudgedHead,
): PaidOfTerm {
  const { kind, frequency, trialDays, termPeriods } = line;
  if (kind !== 'recurring' || frequency === null) return { paid: 1n, whole: 1n };
  const term = { startOn: startOn ?? issueDate, termMonths };
  return paidDays(term, { frequency, trialDays, termPeriods, anchor: anchorOf(line) });
}

/** A line over the days of its term; what counts is how its amounts compare. */
export function overTerm<Line extends DiscountedLine>(
  { listed, amount, net, cost, ...rest }: Line,
  { paid, whole }: PaidOfTerm,
) {
  return {
    // What a spread begins has a hidden class of its own on Node.js 20: a member comes first.
    listed: listed === null ? null : listed * whole,
    ...rest,
    amount: amount * paid,
    net: net * paid,
    cost: typeof cost === 'bigint' ? cost * whole : cost,
  };
}

function wholePrice(quantity: string, price: string, currency: Currency): bigint {
  return roundToScale(multiply(decimal(quantity), decimal(price)), currencyDigits(currency));
}

/** How the lines of a quote are looked at. */
interface Judging {
  /** What of a line is looked over. */
  readonly rounded?: bigint;
  /** By what they are listed today, where that is more than their draft has kept. */
  readonly list?: CurrentList;
}

/** The lines of a quote as the rules look at them, options as they are offered. */
export function judgedLines(
  quote: JudgedHead,
  lines: readonly QuoteLine[],
  costs: ProductCosts,
  { rounded = 0n, list = NO_LIST }: Judging = {},
): DiscountedLine[] {
  const off = allowancesByLine(lines);
  return lines.filter(isPriced).map((line) => {
    const listPrice = dearer(line.listPrice, list.prices.get(line.id)?.listPrice ?? null);
    const { paid, whole, ...judged } = judgedLine({ ...line, listPrice }, quote, off.get(line.id));
    const amount = judged.amount + rounded;
    const cost = costOf(line, costs, quote.currency);
    const listedElsewhere = list.elsewhere.has(line.id);
    return overTerm({ ...judged, amount, cost, listedElsewhere }, { paid, whole });
  });
}

/** The higher of two prices; of what is no price the other. */
export function dearer(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return isMore(other, one) ? other : one;
}
