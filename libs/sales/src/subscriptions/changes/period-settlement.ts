import { daysBetween, type LocalDate } from '@quittance/calendar';
import type { TaxedByOf } from '@quittance/lines';
import { sumOf } from '@quittance/money';
import { nextGridDate, periodOn, stubEnd } from '../grid.js';
import { prorated, type Proration } from '../proration.js';
import type { SubscriptionItem } from '../subscription.description.js';
import type { WholeSubscription } from '../subscription.repository.js';
import { gridOf } from '../subscription.view.js';
import type { GoneDays, ItemSettlement, PaidDays } from './item-settlement.js';
import { withinPeriod, withoutByHand, type RunningDays } from './within-asked.js';

/** For which days of a subscription invoices were made. */
export interface BilledState {
  /** All days before it are through; null where nothing bills it. */
  readonly coveredUntil: LocalDate | null;
  readonly paid: readonly PaidDays[];
  /**
   * What earlier changes of the day ask and give back, in the place of which another is; null where
   * there are none.
   */
  readonly undone: readonly UndoneItem[] | null;
}

/** What a change that is undone comes to for an item. Minor units. */
export interface UndoneItem {
  readonly itemId: SubscriptionItem['itemId'];
  readonly credit: bigint;
  readonly charge: bigint;
}

export const CHANGE_BILLINGS = ['now', 'next_invoice'] as const;
/** When what a change comes to is invoiced: by itself, or with the next invoice. */
export type ChangeBilling = (typeof CHANGE_BILLINGS)[number];

/** What is asked, and what is given back, of days that are paid for. */
export interface PeriodSettlement {
  readonly on: LocalDate;
  /** The date of what asks for it; the day itself unless told. */
  readonly issueDate?: LocalDate;
  readonly billing: ChangeBilling;
  /** What it asks waits for the next invoice where none can be made for it: nobody asks for it now. */
  readonly mayWait?: boolean;
  readonly items: readonly ItemSettlement[];
  /** What earlier changes of the day came to, in the place of which it is. */
  readonly undone: readonly UndoneItem[];
  /** Below 0 the customer gets it back. */
  readonly net: bigint;
  /** The days are not served: they are billed again where the subscription goes on in them. */
  readonly releases: boolean;
  /** Whether the subscription goes on with items: another change of the day may take its place. */
  readonly goesOn: boolean;
}

export interface SettledChange {
  readonly on: LocalDate;
  /**
   * The items from then on, those among them that only begin once a discount is over; none where it
   * ends or stands still.
   */
  readonly after: readonly SubscriptionItem[];
  /** By what lines and items are taxed; all alike where nothing is asked. */
  readonly taxOf?: TaxedByOf;
  readonly proration: Proration;
  readonly billing?: ChangeBilling;
  readonly releases?: boolean;
}

/** Days of an item at one price, or for which it is not paid. */
interface Days {
  readonly start: LocalDate;
  readonly until: LocalDate;
  readonly fullDays: number;
  readonly was?: PaidDays;
}

/**
 * What a change on a day that is paid for comes to: of each item the full price it was billed at is
 * given back, and the new one asked, for all the days that are left, those of a later price and of
 * later periods among them. So it is where the price stays and the tax does not. Days whose invoice
 * was given up stay so as long as they keep their price and tax, and nothing of them comes back,
 * so that it comes to the same whether that is ahead of the change or behind. Null where nothing
 * is.
 */
export function settlementOf(
  whole: WholeSubscription,
  { coveredUntil, paid, undone }: BilledState,
  { on, after, taxOf, proration, billing = 'now', releases = false }: SettledChange,
): PeriodSettlement | null {
  const { billedFrom, stub } = whole.subscription;
  const firstWhole = stubEnd(gridOf(whole.subscription));
  if (coveredUntil === null || on >= coveredUntil || on < billedFrom) {
    const nothing = { items: [], undone: [], net: 0n, goesOn: false };
    return releases ? { on, billing, releases, ...nothing } : null;
  }
  // A stub that is given away is given away with what changes in it.
  const isFree = ({ start }: Days) => stub === 'free' && start < firstWhole;
  // What was cut on its first day is paid for no day.
  const ahead = paid.filter(({ start, until }) => on < until && start < until);
  const running = runningDays(whole, { coveredUntil, paid }, on);
  const part = partOfPrice(running, { on, proration });
  const cut = new Map<PaidDays['id'], LocalDate>();
  const gone = ({ start, until, fullDays, was }: Days): GoneDays[] => {
    if (!was) return [];
    // What was paid for in one division comes back as one, wherever prices part now.
    const from = cut.get(was.id) ?? start;
    cut.set(was.id, from);
    if (was.forgiven) return [{ paidId: was.id, start, until, amount: 0n }];
    const told = from < start ? part(was.price, { start: from, until: start, fullDays }) : 0n;
    const amount = part(was.price, { start: from, until, fullDays }) - told;
    return [{ paidId: was.id, start, until, amount }];
  };
  const isOther = ({ was }: Days, item: SubscriptionItem) => {
    if (!was || was.price !== item.net) return (was?.price ?? 0n) !== item.net;
    // Days behind those that were cut are asked anew with them, at whatever price.
    return cut.has(was.id) || isTaxedOther(whole, was, item, taxOf);
  };
  const changed = after.flatMap((item) => {
    const days = daysAhead(whole.subscription, ahead, { item, on, coveredUntil });
    const other = days.filter((each) => !isFree(each) && isOther(each, item));
    return periodsOf(whole.subscription, other).map((parts): ItemSettlement => {
      const [first, last] = [parts[0] as Days, parts.at(-1) as Days];
      const { start, fullDays } = first;
      const charge = part(item.net, { start, until: last.until, fullDays });
      const given = parts.flatMap(gone);
      const credit = sumOf(given.map(({ amount }) => amount));
      const days = { start, until: last.until, fullDays };
      return { item, ...days, gone: given, credit, charge, price: item.net };
    });
  });
  const ended = ahead.flatMap((was): ItemSettlement[] => {
    const isKept = after.some(({ itemId }) => itemId === was.itemId);
    const held = whole.items.findLast(({ itemId }) => itemId === was.itemId);
    // The draft that gave it back may be undone: it is paid for then, and held on no day.
    const item = held ?? was.dropped;
    if (isKept || !item || was.price === 0n) return [];
    const { until, fullDays } = was;
    const start = was.start > on ? was.start : on;
    const given = gone({ start, until, fullDays, was });
    const credit = sumOf(given.map(({ amount }) => amount));
    return [{ item, start, until, fullDays, gone: given, credit, charge: 0n, price: null }];
  });
  // Days that are billed anew are no longer paid for, whatever comes back of them.
  const all = proration === 'none' && !releases ? [] : [...changed, ...ended];
  const settled = withoutByHand(withinPeriod(all, paid, running), paid);
  if (settled.length === 0 && !releases && undone === null) return null;
  const net = sumOf(settled.map(({ credit, charge }) => charge - credit));
  const goesOn = after.length > 0 && !releases;
  return { on, billing, items: settled, undone: undone ?? [], net, releases, goesOn };
}

/**
 * Whether an item costs something at another tax than that by which days of it were asked for: by a
 * code that it names, or named then, or by that of another product. What became of the codes of
 * products meanwhile is no change of the item.
 */
function isTaxedOther(
  { items }: WholeSubscription,
  { itemId, taxed }: PaidDays,
  item: SubscriptionItem,
  taxOf: TaxedByOf | undefined,
): boolean {
  if (!taxed || !taxOf || item.net === 0n) return false;
  const was = taxOf(taxed);
  if (was === taxOf(item)) return false;
  const names = ({ taxCode, placeOf }: SubscriptionItem) => taxCode !== null || placeOf !== null;
  if (names(item) || taxed.productId !== item.productId) return true;
  return items.some((row) => row.itemId === itemId && names(row) && taxOf(row) === was);
}

/**
 * The period of a day, as far as it is billed: from its start, or from the day on which it went on
 * after days that nobody pays for, as it does behind a pause.
 */
function runningDays(
  { subscription }: WholeSubscription,
  { coveredUntil, paid }: { readonly coveredUntil: LocalDate; readonly paid: readonly PaidDays[] },
  on: LocalDate,
): RunningDays {
  const period = periodOn(gridOf(subscription), subscription.billedFrom, on);
  const until = period.until < coveredUntil ? period.until : coveredUntil;
  const served = paid.filter((each) => each.start < each.until);
  if (!served.some((each) => each.start <= on && each.until > on)) return { ...period, until };
  let start = on;
  const touching = () => served.filter((each) => each.start < start && each.until >= start);
  for (let [next] = touching(); next && start > period.start; [next] = touching()) {
    start = next.start;
  }
  return { start: start > period.start ? start : period.start, until };
}

/** What days ahead of a day cost of a full price. */
function partOfPrice(
  { start: runningFrom, until: runningUntil }: RunningDays,
  { on, proration }: Pick<SettledChange, 'on' | 'proration'>,
): (price: bigint, days: Days) => bigint {
  return (price, { start, until, fullDays }) => {
    if (proration === 'none') return 0n;
    const days = daysBetween(start, until);
    if (proration !== 'full' || until > runningUntil) return prorated(price, days, fullDays);
    // In full, what is left of the running period is all of it: rows within it are parts of that.
    // A stub, and what ends within a period, are as much of its price as their days are.
    const all = daysBetween(runningFrom, runningUntil);
    return prorated(price, days * all, daysBetween(on, runningUntil) * fullDays);
  };
}

/**
 * The days from one on that are billed and on which a row of an item holds, in their order: those
 * it is paid for, each at its price, and those it is not, as far as others of the subscription are,
 * or its grid says.
 */
function daysAhead(
  subscription: WholeSubscription['subscription'],
  paid: readonly PaidDays[],
  {
    item,
    on,
    coveredUntil,
  }: Pick<SettledChange, 'on'> & { item: SubscriptionItem; coveredUntil: LocalDate },
): Days[] {
  const own = paid.filter(({ itemId }) => itemId === item.itemId);
  const days: Days[] = [];
  const { validFrom, validTo } = item;
  const first = validFrom > on ? validFrom : on;
  const last = validTo !== null && validTo < coveredUntil ? validTo : coveredUntil;
  for (let start = first; start < last; start = (days.at(-1) as Days).until) {
    const holds = (each: PaidDays) => each.start <= start && start < each.until;
    const was = own.find(holds);
    const alike = was ?? paid.find(holds) ?? periodOn(gridOf(subscription), start, start);
    const ends = [alike.until, last, ...(was ? [] : own.map((each) => each.start))];
    const until = ends.filter((day) => day > start).reduce((a, b) => (a < b ? a : b));
    days.push({ start, until, fullDays: alike.fullDays, ...(was && { was }) });
  }
  return days;
}

/** Days that follow one another within one period, together. */
function periodsOf(
  subscription: WholeSubscription['subscription'],
  days: readonly Days[],
): readonly (readonly Days[])[] {
  const grid = gridOf(subscription);
  const periods: Days[][] = [];
  for (const each of days) {
    const last = periods.at(-1)?.at(-1);
    const goesOn =
      last?.until === each.start &&
      last.fullDays === each.fullDays &&
      nextGridDate(grid, each.start) !== each.start;
    if (goesOn) periods.at(-1)?.push(each);
    else periods.push([each]);
  }
  return periods;
}
