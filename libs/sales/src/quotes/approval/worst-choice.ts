import type { CurrentTerms } from '@quittance/company';
import {
  add,
  currencyDigits,
  decimal,
  divideRounded,
  formatDecimal,
  multiply,
  parseMinor,
  pow10,
  sumOf,
  trimDecimal,
  type Decimal,
} from '@quittance/money';
import { DomainError } from '@quittance/kernel';
import { listByTiers, sumOfQuantities } from '../../pricing/resolve-price.js';
import { priceSelected } from '../decisions/price-selected.js';
import { pricesAt, quantityBeside } from '../decisions/selections.js';
import type { QuoteLine } from '../lines/quote-line.description.js';
import { isMore, isPriced, isSameNumber } from '../lines/quote-line.js';
import type { Quote } from '../quote.description.js';
import type { DiscountedLine } from './approval-rules.js';
import { NO_LIST, type CurrentList } from './current-list.js';
import { dearer, overTerm, paidDaysOf, type JudgedHead } from './judged-quote.js';
import { unitCostOf, type ProductCosts } from './margin.js';
import { allowancesOf, WHOLE, type Allowances } from './offered-whole.js';

/*
 * What a customer may choose of a quote at the worst for whoever sells it. Pure.
 *
 * Percentages give away the same of whatever is chosen; amounts give away the more the less is
 * chosen. A line is given away at most where it is chosen as little as may be and no option beside
 * it: what is left of it is `n·(r·(1 − Σp) − Σ B/(F + n))`, of what it comes to by itself `n`,
 * what the discount of the document leaves of it `r` (of an amount `A`: `1 − A/(M + n)`), what
 * allowances take, percentages `p` and amounts `B`, and what the other lines that are no options
 * come to: `M`, and `F` of those that bear `B`. By its list price that grows with the quantity as
 * long as its tier does not change, so that the beginning of each tier that may be chosen is looked
 * at as well.
 */

/** Amounts are kept exactly: in parts of a minor unit that nothing said is finer than. */
const SCALE = 30;
const WHOLE_RATE = pow10(SCALE);
/** The least that quantities differ by. */
const FINEST = '0.000001';

type Listed = Pick<QuoteLine, 'tiers' | 'listPrice'>;
type Head = JudgedHead & Pick<Quote, 'discount' | 'tiersAcross'>;

/** How a line is given away at most; nothing where nothing is to be chosen. */
export function worstCases(
  quote: Head,
  lines: readonly QuoteLine[],
  costs: ProductCosts,
  list: CurrentList = NO_LIST,
): DiscountedLine[] {
  const priced = lines.filter(isPriced);
  if (!priced.some(({ optional }) => optional)) return [];
  const kept = priced.filter(({ optional }) => !optional);
  const digits = currencyDigits(quote.currency);
  const own = new Map(kept.map((line) => [line.id, ownAmount(line, line, digits)]));
  const { fixed, percent } = allowancesOf(lines, quote.currency);
  const sum = (of: Iterable<QuoteLine['id']>) => sumOf([...of].map((id) => own.get(id) ?? 0n));
  const borne = fixed.map((each) => ({ ...each, sum: sum(each.of) }));
  const whole: Whole = { quote, digits, own, sum: sum(own.keys()), fixed: borne, percent };
  const isTogether = quote.tiersAcross === 'document';
  return priced.flatMap((line) => {
    const firm = isTogether ? quantityBeside(line, kept) : '0';
    const spare = isTogether ? spareBeside(line, priced) : '0';
    const choices = line.optional
      ? leastChoices(line, { firm, spare })
      : [{ quantity: line.quantity, others: firm }];
    return choices.flatMap(({ quantity, others }): DiscountedLine[] => {
      const prices = line.optional ? pricesAt(line, quantity, others) : line;
      if (prices.unitPrice === null) return [];
      const today = list.prices.get(line.id);
      const listPrice = [line, ...(today ? [today] : [])].reduce(
        (most, kept) => dearer(most, listedBeside(kept, quantity, others)),
        prices.listPrice,
      );
      const chosen: Chosen = { line, quantity, unitPrice: prices.unitPrice, listPrice };
      return [caseOf(whole, chosen, unitCostOf(line, costs, quote.currency))];
    });
  });
}

/** What is the same of a quote, whatever is chosen of it. */
interface Whole extends Pick<Allowances, 'percent'> {
  readonly quote: Head;
  readonly digits: number;
  /** Of the lines that are no options, what each comes to by itself, and all of them. */
  readonly own: ReadonlyMap<QuoteLine['id'], bigint>;
  readonly sum: bigint;
  /** With what those of these lines come to that bear it. */
  readonly fixed: readonly (Allowances['fixed'][number] & { readonly sum: bigint })[];
}

/** A line as it may be chosen. */
interface Chosen {
  readonly line: QuoteLine;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly listPrice: string | null;
}

function caseOf(
  whole: Whole,
  chosen: Chosen,
  unitCost: ReturnType<typeof unitCostOf>,
): DiscountedLine {
  const { quote, digits } = whole;
  const { line, quantity, listPrice } = chosen;
  const own = ownAmount(line, chosen, digits);
  const { left, of } = leftOf(whole, line, own);
  // Where prices include tax, the part of the line that is none.
  const taxed = quote.pricesIncludeTax && line.total > 0n;
  const [net, total] = taxed ? [line.net, line.total] : [1n, 1n];
  const exact = (price: string) => atScale(multiply(decimal(quantity), decimal(price)));
  const judged = {
    position: line.position,
    listed: exact(listPrice ?? chosen.unitPrice) * of * total,
    amount: own * left * (listPrice === null ? total : net),
    net: own * left * net,
    cost: unitCost ? exact(unitCost) * of * total : null,
  };
  return overTerm(judged, paidDaysOf(line, quote));
}

/** What is left of each part of a line where nothing but it is chosen: so much of so much. */
function leftOf({ quote, digits, own, sum, fixed, percent }: Whole, line: QuoteLine, n: bigint) {
  const beside = n - (own.get(line.id) ?? 0n);
  const document = afterDocument(quote, sum + beside, digits);
  let left = document.left * (WHOLE - (percent.get(line.id) ?? 0n));
  let of = document.of * WHOLE;
  for (const { amount, of: bearers, sum: others } of fixed) {
    const borne = others + beside;
    if (!bearers.has(line.id) || borne === 0n) continue;
    left = left * borne - amount * pow10(SCALE - digits) * of;
    of *= borne;
  }
  return { left: left > 0n ? left : 0n, of };
}

/** What the discount of the document leaves of lines that come to so much. */
function afterDocument({ discount, currency }: Head, whole: bigint, digits: number) {
  if (!discount) return { left: 1n, of: 1n };
  if ('percent' in discount) {
    const { units, scale } = decimal(discount.percent);
    const of = 100n * pow10(scale);
    return { left: of - units, of };
  }
  const taken = (parseMinor(discount.amount, currency) ?? 0n) * pow10(SCALE - digits);
  if (whole <= taken) return { left: 0n, of: 1n };
  return { left: whole - taken, of: whole };
}

/** What a line comes to by itself, after its own discount, and not below nothing. */
function ownAmount(
  { discountPercent, discountGiven }: QuoteLine,
  { quantity, unitPrice }: Pick<QuoteLine, 'quantity' | 'unitPrice'>,
  digits: number,
): bigint {
  const full = multiply(decimal(quantity), decimal(unitPrice ?? '0'));
  if (discountPercent !== null) {
    const { units, scale } = decimal(discountPercent);
    const kept: Decimal = { units: 100n * pow10(scale) - units, scale: scale + 2 };
    return atScale(multiply(full, kept));
  }
  const amount = atScale(full) - (discountGiven ?? 0n) * pow10(SCALE - digits);
  return amount > 0n ? amount : 0n;
}

function atScale({ units, scale }: Decimal): bigint {
  return scale <= SCALE ? units * pow10(SCALE - scale) : divideRounded(units, pow10(scale - SCALE));
}

/** How much of a product counts with an option: always, and at most besides. */
interface Beside {
  readonly firm: string;
  readonly spare: string;
}

/** So much of an option, beside so much of its product that counts with it. */
interface Choice {
  readonly quantity: string;
  readonly others: string;
}

/**
 * What was offered of an option, the least that may be chosen, and the beginning of each tier above
 * that: by the option alone, and by as little of it as other options leave to it.
 */
function leastChoices(line: QuoteLine, { firm, spare }: Beside): Choice[] {
  const { quantity, tiers } = line;
  const { least, most } = boundsOf(line);
  const begun = tiers.flatMap(({ minQuantity: begins }): Choice[] => {
    const alone = less(begins, firm);
    const little = less(alone, spare);
    const lowest = isMore(little, least) ? little : least;
    // As much as was offered keeps its price.
    const beside = isSameNumber(lowest, quantity) ? sumOfQuantities(lowest, FINEST) : lowest;
    return [
      { quantity: begins, others: firm },
      { quantity: alone, others: firm },
      { quantity: beside, others: less(begins, beside) },
    ];
  });
  const within = begun.filter(({ quantity: chosen, others }) => {
    const isLess = isMore(least, chosen) || isMore(firm, others);
    return !isLess && !isMore(chosen, most);
  });
  const offered = [quantity, least].map((chosen) => ({ quantity: chosen, others: firm }));
  const all = [...offered, ...within].map((each): Choice => ({
    quantity: trimDecimal(each.quantity),
    others: trimDecimal(each.others),
  }));
  return [...new Map(all.map((each) => [`${each.quantity} ${each.others}`, each])).values()];
}

/**
 * What was offered of an option, the most of it that may be chosen, and the last of each tier below
 * that: beside what always counts with it, since that is the dearest.
 */
function mostChoices(line: QuoteLine, firm: string): string[] {
  const { least, most } = boundsOf(line);
  const ended = line.tiers
    .map(({ minQuantity: begins }) => less(begins, firm))
    .filter((begins) => isMore(begins, least) && !isMore(begins, most))
    .map((begins) => less(begins, FINEST));
  return [line.quantity, most, ...ended];
}

/** How little and how much of an option may be chosen. */
function boundsOf({ quantity, minQuantity, maxQuantity }: QuoteLine) {
  return { least: minQuantity ?? quantity, most: maxQuantity ?? quantity };
}

/** How much of the product of a line may be chosen of other options at most. */
function spareBeside(line: QuoteLine, lines: readonly QuoteLine[]): string {
  const most = lines.flatMap((each) => {
    if (!each.optional) return [];
    const { quantity } = each;
    const bound = boundsOf(each).most;
    return [{ ...each, quantity: isMore(quantity, bound) ? quantity : bound }];
  });
  return quantityBeside(line, most);
}

/** What a line would be listed at where its product were chosen as little as may be. */
function listedBeside({ tiers, listPrice }: Listed, quantity: string, others: string) {
  const together = sumOfQuantities(quantity, others);
  return listByTiers(tiers, together, listPrice);
}

function less(from: string, taken: string): string {
  const { units, scale } = decimal(taken);
  return formatDecimal(add(decimal(from), { units: -units, scale }));
}

/**
 * The most that a quote may come to, with tax, in minor units; null where that is above what any
 * document bears. All is chosen, as much as may be: each part of it adds something.
 */
export function mostOf(
  quote: Quote,
  lines: readonly QuoteLine[],
  company: CurrentTerms,
): bigint | null {
  const kept = lines.filter((line) => isPriced(line) && !line.optional);
  const largest = lines.map((line) => {
    if (!line.optional) return line;
    return largestOf(line, quote.tiersAcross === 'document' ? quantityBeside(line, kept) : '0');
  });
  if (!largest.some(({ optional, selected }) => optional && selected)) return quote.total;
  try {
    const chosen = priceSelected(quote, largest, company);
    const most = chosen.quote.total + chargedElsewhere(quote, chosen.lines);
    return most > quote.total ? most : quote.total;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/**
 * What the tax of charges comes to besides where whatever is chosen less leaves them to the lines
 * that are taxed most; nothing where prices include it.
 */
function chargedElsewhere({ pricesIncludeTax }: Quote, lines: readonly QuoteLine[]): bigint {
  if (pricesIncludeTax) return 0n;
  const rateOf = ({ taxRate }: QuoteLine) => atScale(decimal(taxRate ?? '0'));
  const rates = lines.filter(isPriced).map(rateOf);
  const highest = rates.reduce((most, rate) => (rate > most ? rate : most), 0n);
  const charges = lines.filter((line) => line.kind === 'adjustment' && line.net > 0n);
  const above = sumOf(charges.map((line) => line.net * (highest - rateOf(line))));
  const percent = 100n * WHOLE_RATE;
  return above > 0n ? (above + percent - 1n) / percent : 0n;
}

/** An option as it comes to most; not selected where it has no price. */
function largestOf(line: QuoteLine, firm: string): QuoteLine {
  const worth = mostChoices(line, firm).flatMap((quantity) => {
    const { unitPrice } = pricesAt(line, quantity, firm);
    if (unitPrice === null) return [];
    const whole = atScale(multiply(decimal(quantity), decimal(unitPrice)));
    return [{ quantity, unitPrice, whole }];
  });
  const [largest] = worth.sort((a, b) => (a.whole < b.whole ? 1 : -1));
  if (!largest) return { ...line, selected: false };
  const { quantity, unitPrice } = largest;
  return { ...line, selected: true, quantity, unitPrice };
}
