import { addDays, daysBetween, type LocalDate } from '@quittance/calendar';
import { newId, type Instant } from '@quittance/kernel';
import { periodNet } from '../../plans/plan-version.js';
import { trimDecimal } from '@quittance/money';
import { discountBehind, movedDiscount } from './discount-steps.js';
import { gridDate, gridIndex, nextGridDate, type Grid } from '../grid.js';
import type { Subscription, SubscriptionItem } from '../subscription.description.js';
import type { SubscriptionStep } from '../records/subscription-step.js';
import type { WholeSubscription } from '../subscription.repository.js';
import { gridOf } from '../subscription.view.js';

/*
 * A discount for a number of periods is a row of the item that ends with the last of them, and one
 * without it behind that, or with what is given from then on: what comes later needs no job. Pure.
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

/** The rows of an item behind one whose discount ends: at what follows it, and at none in the end. */
export function rowsBehind(
  item: SubscriptionItem,
  terms: { readonly currency: Subscription['currency']; readonly now: Instant },
): SubscriptionItem[] {
  const { quantity, unitPrice, discountUntil } = item;
  if (discountUntil === null) return [];
  const discount = discountBehind(item);
  const row: SubscriptionItem = {
    ...item,
    ...discount,
    id: newId<'subscription-item'>(),
    validFrom: discountUntil,
    validTo: discount.discountUntil,
    net: periodNet({ quantity, unitPrice, ...discount }, terms.currency),
    createdAt: terms.now,
  };
  return [row, ...rowsBehind(row, terms)];
}

/**
 * Whether a row only begins because the discount of the one before it is over: at the same price,
 * which a renewal may have raised on that very day.
 */
export function beginsByDiscount(
  items: readonly SubscriptionItem[],
  { itemId, validFrom, unitPrice }: SubscriptionItem,
): boolean {
  return items.some(
    (each) =>
      each.itemId === itemId &&
      each.discountUntil === validFrom &&
      trimDecimal(each.unitPrice) === trimDecimal(unitPrice),
  );
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
  const { currency, billedFrom } = subscription;
  const after = { ...subscription, ...step.patch };
  if (after.billedFrom === billedFrom) return step;
  const [old, grid] = [gridOf(subscription), gridOf(after)];
  const moved = (day: LocalDate) => {
    const periods = gridIndex(old, day);
    // One that is counted in periods of another frequency ends within one of these.
    return addDays(gridDate(grid, periods), daysBetween(gridDate(old, periods), day));
  };
  const behind = items.filter((item) => beginsByDiscount(items, item));
  const heads = items.filter((item) => item.discountUntil !== null && !behind.includes(item));
  if (heads.length === 0) return step;
  const opened = heads.flatMap((item) => {
    const discount = movedDiscount(item, moved);
    const id = newId<'subscription-item'>();
    const row = { ...item, ...discount, id, validTo: discount.discountUntil, createdAt: now };
    return within(item, [row, ...rowsBehind(row, { currency, now })]);
  });
  const closed = [...heads, ...behind].map((item) => ({ ...item, validTo: item.validFrom }));
  return { ...step, items: { closed, opened } };
}

/** Rows as far as the one that they are in place of: a renewal may have cut it off. */
function within(
  { validFrom, validTo, discountUntil }: SubscriptionItem,
  rows: readonly SubscriptionItem[],
): SubscriptionItem[] {
  const until = validTo === discountUntil ? null : validTo;
  return rows.flatMap((row) => {
    const from = row.validFrom < validFrom ? validFrom : row.validFrom;
    const to =
      until !== null && (row.validTo === null || row.validTo > until) ? until : row.validTo;
    return to !== null && to <= from ? [] : [{ ...row, validFrom: from, validTo: to }];
  });
}
