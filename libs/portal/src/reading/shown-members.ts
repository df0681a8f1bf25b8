import type { PortalRight } from '../actors/portal-actor.js';

/**
 * Who of those who see a record sees a member of it: all of them, those who see prices, invoices or
 * orders as well, or nobody. Every member of an answer says one of these, so that one that is added
 * tomorrow is shown to nobody before somebody has said to whom.
 */
export type Shown = 'plain' | 'price' | 'invoices' | 'orders' | 'nobody';

const NEEDS: Readonly<Record<Exclude<Shown, 'plain' | 'nobody'>, PortalRight>> = {
  price: 'seePricing',
  invoices: 'viewInvoices',
  orders: 'viewOrders',
};

type Part<Value> = NonNullable<Value> extends readonly (infer Each)[] ? Each : NonNullable<Value>;

/** What is said of each member of an answer; of an object or a list of them also member by member. */
export type Says<View> = {
  readonly [Name in keyof View]-?:
    | Shown
    | (Part<View[Name]> extends object ? Says<Part<View[Name]>> : never);
};

/** The same where the view is not known. */
export interface Sayings {
  readonly [name: string]: Shown | Sayings;
}

/**
 * Names under which money, a rate or a discount is answered anywhere: a percentage beside a sum
 * gives the price back.
 */
export const PRICE_NAMES: ReadonlySet<string> = new Set([
  'acv',
  'amount',
  'amounts',
  'available',
  'balance',
  'changed',
  'creditedAmount',
  'currency',
  'deposit',
  'discount',
  'discountAmount',
  'discountPercent',
  'disputedAmount',
  'effectiveDiscount',
  'estimatedValue',
  'exposure',
  'fee',
  'figures',
  'invoicedTotal',
  'limit',
  'limitUsed',
  'listPrice',
  'mrr',
  'net',
  'netAmount',
  'onAccountAmount',
  'open',
  'overdue',
  'paidAmount',
  'price',
  'priceDropped',
  'recurringTotal',
  'refundedAmount',
  'remaining',
  'appliedAmount',
  'savings',
  'sectionTotal',
  'share',
  'subtotal',
  'tax',
  'taxTotal',
  'taxes',
  'tcv',
  'tiers',
  'total',
  'totals',
  'unitPrice',
  'value',
  'writtenOffAmount',
]);

/** @throws Error where a price is said to be none: a programming error, found at start-up */
export function refuseOpenPrices(object: string, says: Sayings): void {
  for (const [name, shown] of Object.entries(says)) {
    if (typeof shown === 'object') refuseOpenPrices(`${object}.${name}`, shown);
    else if (PRICE_NAMES.has(name) && shown !== 'price' && shown !== 'nobody') {
      throw new Error(`${object}.${name} is a price and shown to those who may see none`);
    }
  }
}

/** Whether somebody with these rights sees the member at all. */
export function isSeen(shown: Shown | Sayings | undefined, rights: ReadonlySet<PortalRight>) {
  if (shown === undefined || shown === 'nobody') return false;
  return typeof shown === 'object' || shown === 'plain' || rights.has(NEEDS[shown]);
}

/** An answer as somebody with these rights has it: what they may not see is absent, not null. */
export function seenOf<View extends object>(
  says: Says<View>,
  view: View,
  rights: ReadonlySet<PortalRight>,
): Partial<View> {
  const of = seenFor(says as Sayings, rights);
  return seen(of, view as Values, rights) as Partial<View>;
}

/** The JSON of a member as somebody with these rights has it, of the JSON of all of it. */
export function seenText(
  said: Shown | Sayings,
  text: string | undefined,
  rights: ReadonlySet<PortalRight>,
): string | undefined {
  if (text === undefined || text === 'null' || typeof said !== 'object') return text;
  return JSON.stringify(seenWithin(said, JSON.parse(text), rights));
}

type Member = readonly [name: string, said: Shown | Sayings];

/** What of something is seen, and an answer that has all of it. */
interface Seen {
  readonly members: readonly Member[];
  /** Objects whose members are there before they are filled are twice as fast to make. */
  readonly blank: Readonly<Record<string, null>>;
}

/** By what is said and, in its bits, the rights that are asked about: few, and worked out once. */
const seenOfSayings = new WeakMap<Sayings, Map<number, Seen>>();

const ASKED = Object.values(NEEDS);

/** All that decides over what somebody sees of a record, as a number. */
export function sightOf(rights: ReadonlySet<PortalRight>): number {
  let bits = 0;
  for (const right of ASKED) bits = bits * 2 + (rights.has(right) ? 1 : 0);
  return bits;
}

function seenFor(says: Sayings, rights: ReadonlySet<PortalRight>): Seen {
  const bits = sightOf(rights);
  const of = seenOfSayings.get(says) ?? new Map<number, Seen>();
  const known = of.get(bits);
  if (known) return known;
  const members = Object.entries(says).filter(([, said]) => isSeen(said, rights));
  const blank = Object.fromEntries(members.map(([name]) => [name, null]));
  const found = { members, blank };
  of.set(bits, found);
  seenOfSayings.set(says, of);
  return found;
}

type Values = Readonly<Record<string, unknown>>;

function seen({ members, blank }: Seen, values: Values, rights: ReadonlySet<PortalRight>): object {
  const shown: Record<string, unknown> = { ...blank };
  for (const [name, said] of members) {
    const value = values[name];
    if (value === undefined) return seenInPart(members, values, rights);
    shown[name] = typeof said === 'object' ? seenWithin(said, value, rights) : value;
  }
  return shown;
}

/** Of an answer that lacks some of its members: what is not there has no name either. */
function seenInPart(
  members: readonly Member[],
  values: Values,
  rights: ReadonlySet<PortalRight>,
): object {
  const shown: Record<string, unknown> = {};
  for (const [name, said] of members) {
    if (!(name in values)) continue;
    const value = values[name];
    shown[name] = typeof said === 'object' ? seenWithin(said, value, rights) : value;
  }
  return shown;
}

function seenWithin(says: Sayings, value: unknown, rights: ReadonlySet<PortalRight>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) return seen(seenFor(says, rights), value as Values, rights);
  const of = seenFor(says, rights);
  return value.map((each: unknown) => {
    if (Array.isArray(each)) return seenWithin(says, each, rights);
    return typeof each === 'object' && each !== null ? seen(of, each as Values, rights) : each;
  });
}
