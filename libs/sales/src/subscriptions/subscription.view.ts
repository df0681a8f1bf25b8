import { addDays, type LocalDate } from '@quittance/calendar';
import { formatMinor, sumOf } from '@quittance/money';
import { headOf, lineHeadOf } from '@quittance/nouns';
import { mrrOf } from '../revenue/mrr.js';
import {
  endedBy,
  periodOn,
  regridded,
  type Grid,
  type Period,
  type RecurringFrequency,
} from './grid.js';
import {
  subscriptionItemNoun,
  subscriptionNoun,
  type Subscription,
  type SubscriptionItem,
} from './subscription.description.js';
import type { WholeSubscription } from './subscription.repository.js';

/** A subscription without its items, as lists show it. */
export const subscriptionHead = headOf(subscriptionNoun, {});
export type SubscriptionHead = ReturnType<typeof subscriptionHead>;

export const subscriptionItemView = lineHeadOf(subscriptionItemNoun, {});

type Gridded = Pick<
  Subscription,
  'frequency' | 'anchorDate' | 'anchorDay' | 'gridBefore' | 'gridNext'
>;

/** The periods of all its days: those of another frequency that is agreed for later among them. */
export function gridOf({ gridNext, ...subscription }: Gridded): Grid {
  const { frequency, anchorDate, anchorDay, gridBefore: before } = subscription;
  const grid = { frequency, anchor: anchorDate, anchorDay, before };
  return gridNext ? regridded(grid, gridNext.on, gridNext.frequency) : grid;
}

/** How often it bills on a day that is no further back than its grid. */
export function frequencyOn({ frequency, gridNext }: Gridded, day: LocalDate): RecurringFrequency {
  return gridNext && gridNext.on <= day ? gridNext.frequency : frequency;
}

/** What it has once another frequency has begun. */
export function gridPatch({ frequency, anchor, anchorDay, before }: Grid) {
  const gridBefore = before ?? null;
  return { frequency, anchorDate: anchor, anchorDay, gridBefore, gridNext: null };
}

/** The day from which nothing is billed any more; null while no end is set. */
export function endOf({ cancelAt, endedOn }: Subscription): LocalDate | null {
  return endedOn ?? cancelAt;
}

/** The last day of service of one that has ended; the first of one that never served. */
export function lastDay({ endedOn, startDate }: Subscription): LocalDate {
  if (endedOn === null || endedOn <= startDate) return startDate;
  return addDays(endedOn, -1);
}

/** The period that is billed for a day; undefined on trial, before the start and behind the end. */
export function billedPeriod(subscription: Subscription, day: LocalDate): Period | undefined {
  const { billedFrom } = subscription;
  const end = endOf(subscription);
  if (day < billedFrom || (end !== null && day >= end)) return undefined;
  return endedBy(periodOn(gridOf(subscription), billedFrom, day), end);
}

/** The items that hold on a day, in their order. */
export function itemsOn(items: readonly SubscriptionItem[], day: LocalDate): SubscriptionItem[] {
  return items.filter(
    ({ validFrom, validTo }) => validFrom <= day && (validTo === null || validTo > day),
  );
}

/** The items of a day and of those behind it. */
export function itemsFrom(items: readonly SubscriptionItem[], day: LocalDate): SubscriptionItem[] {
  return items.filter(({ validTo }) => validTo === null || validTo > day);
}

/** What a subscription is listed by. */
export function firstItemOf([first]: readonly SubscriptionItem[]): Partial<Subscription> {
  if (!first) return {};
  const { planId, planVersionId, quantity } = first;
  return { planId, planVersionId, quantity };
}

/** Whether a subscription counts as recurring revenue. */
export function isEarning({ status }: Pick<Subscription, 'status'>): boolean {
  return status === 'active' || status === 'past_due';
}

/** A subscription as the API shows it: its period of today, and its items from today on. */
export function subscriptionView({ subscription, items }: WholeSubscription, today: LocalDate) {
  const { currency } = subscription;
  const frequency = frequencyOn(subscription, today);
  const period = billedPeriod(subscription, today);
  const ahead = itemsFrom(items, today);
  // What has ended earns nothing, also before the sweep of the day.
  const isOver = subscription.cancelAt !== null && subscription.cancelAt <= today;
  const earning = isEarning(subscription) && !isOver ? itemsOn(items, today) : [];
  const mrr = sumOf(earning.map(({ net }) => mrrOf(net, frequency)));
  return {
    ...subscriptionHead(subscription),
    currentPeriodStart: period?.start ?? null,
    /** The last day of it, as invoices have it. */
    currentPeriodEnd: period ? addDays(period.until, -1) : null,
    mrr: formatMinor(mrr, currency),
    items: ahead.map((item) => subscriptionItemView(item, currency)),
  };
}

export type SubscriptionView = ReturnType<typeof subscriptionView>;

/** What a whole period of these items comes to. */
export function netOf(items: readonly SubscriptionItem[]): bigint {
  return sumOf(items.map(({ net }) => net));
}
