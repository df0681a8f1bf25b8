import { addDays, daysBetween, type LocalDate } from '@quittance/calendar';
import { newId, type Instant } from '@quittance/kernel';
import { periodNet } from '../../plans/plan-version.js';
import { gridDate, gridIndex, nextGridDate, type Grid } from '../grid.js';
import type { Subscription, SubscriptionItem } from '../subscription.description.js';
import type { SubscriptionStep } from '../records/subscription-step.js';
import type { WholeSubscription } from '../subscription.repository.js';
import { gridOf } from '../subscription.view.js';

/*
 * A discount for a number of periods is a row of the item that ends with the last of them, and one
 * without it behind that: what comes later needs no job. Pure.
 */

/** As many as a term has months. */
export const MOST_DISCOUNT_PERIODS = 1200;

/** The first day without a discount of so many whole periods; a stub before them has it too. */
export function discountEnd(
  grid: Grid,
  { from, periods }: { readonly from: LocalDate; readonly periods: number },
): LocalDate {
  return gridDate(grid, gridIndex(grid, nextGridDate(grid, from)) + periods);
}

/** The item once its discount is over. */
export function withoutDiscount(
  item: SubscriptionItem,
  { currency, now }: { readonly currency: Subscription['currency']; readonly now: Instant },
): SubscriptionItem {
  const { quantity, unitPrice } = item;
  return {
    ...item,
    id: newId<'subscription-item'>(),
    validFrom: item.discountUntil ?? item.validFrom,
    validTo: null,
    discountPercent: null,
    discountAmount: null,
    discountUntil: null,
    net: periodNet({ quantity, unitPrice }, currency),
    createdAt: now,
  };
}

/** Whether a row only begins because the discount of the one before it is over. */
export function beginsWithoutDiscount(
  items: readonly SubscriptionItem[],
  { itemId, validFrom }: SubscriptionItem,
): boolean {
  return items.some((each) => each.itemId === itemId && each.discountUntil === validFrom);
}

/**
 * The same step with discounts for a number of periods moved along where the first period moves on
 * trial: they are for so many periods, whenever those begin.
 */
export function withMovedDiscounts(
  { subscription, items }: WholeSubscription,
  step: SubscriptionStep,
  now: Instant,
): SubscriptionStep {
  const moved = { ...subscription, ...step.patch };
  if (moved.billedFrom === subscription.billedFrom) return step;
  const [old, grid] = [gridOf(subscription), gridOf(moved)];
  const limited = items.filter(({ discountUntil }) => discountUntil !== null);
  if (limited.length === 0) return step;
  const rest = items.filter((item) => beginsWithoutDiscount(items, item));
  const opened = limited.flatMap((item) => {
    if (item.discountUntil === null) return [];
    const periods = gridIndex(old, item.discountUntil);
    // One that is counted in periods of another frequency ends within one of these.
    const within = daysBetween(gridDate(old, periods), item.discountUntil);
    const discountUntil = addDays(gridDate(grid, periods), within);
    const id = newId<'subscription-item'>();
    const row = { ...item, id, discountUntil, validTo: discountUntil, createdAt: now };
    return [row, withoutDiscount(row, { currency: subscription.currency, now })];
  });
  const closed = [...limited, ...rest].map((item) => ({ ...item, validTo: item.validFrom }));
  return { ...step, items: { closed, opened } };
}
