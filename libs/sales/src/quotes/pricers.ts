import type { UserId } from '@quittance/kernel';
import { trimDecimal } from '@quittance/money';
import type { QuoteLine } from './lines/quote-line.description.js';
import type { Quote } from './quote.description.js';

/** What of a quote beside its lines says what it comes to, by which prices, and for how long. */
const HEAD = [
  'accountId',
  'currency',
  'priceBookId',
  'pricingDate',
  'tiersAcross',
  'pricesIncludeTax',
  'startOn',
  'termMonths',
  'autoRenew',
  'upliftPercent',
  'discount',
  'adjustments',
  'deposit',
  'tcv',
  'total',
] as const satisfies readonly (keyof Quote)[];

/** The same of its lines; texts, and what is made of the rest, say nothing of it. */
const LINE = [
  'kind',
  'productId',
  'quantity',
  'unitPrice',
  'listPrice',
  'discountPercent',
  'discountGiven',
  'invoicing',
  'frequency',
  'timing',
  'termPeriods',
  'trialDays',
  'discountPeriods',
  'planVersionId',
  'optional',
  'selected',
  'minQuantity',
  'maxQuantity',
  'net',
  'total',
] as const satisfies readonly (keyof QuoteLine)[];

type Head = Pick<Quote, (typeof HEAD)[number]>;
type Line = Pick<QuoteLine, (typeof LINE)[number]>;

/** A quote as far as somebody prices it. */
export interface PricedAs {
  readonly quote: Head;
  readonly lines: readonly Line[];
}

/** Whether one is not what another comes to, by lines, prices, discounts and options. Pure. */
export function isPricedOtherwise(before: PricedAs, after: PricedAs): boolean {
  return comesTo(before) !== comesTo(after);
}

function comesTo({ quote, lines }: PricedAs): string {
  const sold = lines.filter(({ kind }) => kind !== 'section' && kind !== 'note');
  const rows = sold.map((line) => LINE.map((member) => plain(line[member])));
  return JSON.stringify([HEAD.map((member) => plain(quote[member])), rows]);
}

const DECIMAL = /^-?\d+(\.\d+)?$/;

/** Numbers as they are written and as they are kept: 19 is 19.000000. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'string') return DECIMAL.test(value) ? trimDecimal(value) : value;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(plain);
  const entries = Object.entries(value).filter(([, each]) => each !== null && each !== undefined);
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, each]) => [key, plain(each)]);
}

/** All who have said what a quote comes to, with one more; nobody knows who a key of nobody is. */
export function withPricer(pricers: readonly UserId[], person: UserId | null): readonly UserId[] {
  return person === null || pricers.includes(person) ? pricers : [...pricers, person];
}

type Priced = Pick<Quote, 'pricers' | 'pricedBy' | 'writtenBy'>;

/** Who has had a part in what a quote comes to, for whatever is made of it. Pure. */
export function pricersOf({ pricers, pricedBy, writtenBy }: Priced): readonly UserId[] {
  return withPricer(withPricer(pricers, pricedBy), writtenBy);
}
