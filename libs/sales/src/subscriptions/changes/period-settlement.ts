import { daysBetween, type LocalDate } from '@quittance/calendar';
import { sumOf } from '@quittance/money';
import { periodOn } from '../grid.js';
import { prorated, type Proration } from '../proration.js';
import type { SubscriptionItem } from '../subscription.description.js';
import type { WholeSubscription } from '../subscription.repository.js';
import { gridOf } from '../subscription.view.js';

/** Days for which an item is paid, at a full price of so many days. Amounts are minor units. */
export interface PaidDays {
  readonly itemId: SubscriptionItem['itemId'];
  readonly start: LocalDate;
  readonly until: LocalDate;
  readonly fullDays: number;
  readonly price: bigint;
}

/** For which days of a subscription invoices were made. */
export interface BilledState {
  /** All days before it are through; null where nothing bills it. */
  readonly coveredUntil: LocalDate | null;
  readonly paid: readonly PaidDays[];
  /** An earlier change of the day is still a draft: another takes its place. */
  readonly undoes: boolean;
}

/** What a change within days that are paid for comes to for one item. */
export interface ItemSettlement {
  /** As it is from then on, or as it was where it ends. */
  readonly item: SubscriptionItem;
  readonly until: LocalDate;
  readonly fullDays: number;
  readonly credit: bigint;
  readonly charge: bigint;
  /** The full price from then on; null where the item ends. */
  readonly price: bigint | null;
}

/** What is asked, and what is given back, of days that are paid for. */
export interface PeriodSettlement {
  readonly on: LocalDate;
  readonly items: readonly ItemSettlement[];
  /** Below 0 the customer gets it back. */
  readonly net: bigint;
  /** The days are not served: they are billed again where the subscription goes on in them. */
  readonly releases: boolean;
}

export interface SettledChange {
  readonly on: LocalDate;
  /** The items from then on; none where it ends or stands still. */
  readonly after: readonly SubscriptionItem[];
  readonly proration: Proration;
  readonly releases?: boolean;
}

/**
 * What a change on a day that is paid for comes to: of each item the full price it was billed at is
 * given back, and the new one asked, for the days that are left. Null where nothing is.
 */
export function settlementOf(
  { subscription, items }: WholeSubscription,
  { coveredUntil, paid, undoes }: BilledState,
  { on, after, proration, releases = false }: SettledChange,
): PeriodSettlement | null {
  const { billedFrom, anchorDate, stub } = subscription;
  if (coveredUntil === null || on >= coveredUntil || on < billedFrom) {
    return releases ? { on, items: [], net: 0n, releases } : null;
  }
  // A stub that is given away is given away with what changes in it.
  const isFree = stub === 'free' && on < anchorDate;
  const held = paid.filter(({ start, until }) => start <= on && on < until);
  const part = (price: bigint, { until, fullDays }: Pick<PaidDays, 'until' | 'fullDays'>) =>
    proration === 'full' ? price : prorated(price, daysBetween(on, until), fullDays);
  const changed = after.flatMap((item): ItemSettlement[] => {
    const was = held.find(({ itemId }) => itemId === item.itemId);
    if ((was?.price ?? 0n) === item.net) return [];
    const days = was ?? held[0] ?? periodLeft(subscription, on, coveredUntil);
    const { until, fullDays } = days;
    const credit = was ? part(was.price, was) : 0n;
    return [{ item, until, fullDays, credit, charge: part(item.net, days), price: item.net }];
  });
  const ended = held.flatMap((was): ItemSettlement[] => {
    if (after.some(({ itemId }) => itemId === was.itemId) || was.price === 0n) return [];
    const item = items.findLast(({ itemId }) => itemId === was.itemId);
    if (!item) return [];
    const { until, fullDays } = was;
    return [{ item, until, fullDays, credit: part(was.price, was), charge: 0n, price: null }];
  });
  const settled = isFree || proration === 'none' ? [] : [...changed, ...ended];
  if (settled.length === 0 && !releases && !undoes) return null;
  const net = sumOf(settled.map(({ credit, charge }) => charge - credit));
  return { on, items: settled, net, releases };
}

function periodLeft(
  subscription: WholeSubscription['subscription'],
  on: LocalDate,
  coveredUntil: LocalDate,
): Pick<PaidDays, 'until' | 'fullDays'> {
  const { until, fullDays } = periodOn(gridOf(subscription), subscription.billedFrom, on);
  return { until: until < coveredUntil ? until : coveredUntil, fullDays };
}
