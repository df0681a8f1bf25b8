import type { LocalDate } from '@quittance/calendar';
import type { Instant } from '@quittance/kernel';
import { rowsBehind } from '../discounts/item-discount.js';
import type { Subscription, SubscriptionItem } from '../subscription.description.js';
import type { ItemChange } from '../subscription.repository.js';

/**
 * What takes back the rows of a change that is planned for a day. What only begins later because a
 * discount is over is no part of it. Pure.
 */
export function withoutChange(
  items: readonly SubscriptionItem[],
  changeOn: LocalDate,
  terms: { readonly currency: Subscription['currency']; readonly now: Instant },
): ItemChange {
  const moved = new Set(
    items.flatMap(({ itemId, validFrom, validTo }) =>
      validFrom === changeOn || validTo === changeOn ? [itemId] : [],
    ),
  );
  const begun = items.filter(({ itemId, validFrom }) => validFrom >= changeOn && moved.has(itemId));
  const ended = items.filter(
    ({ validFrom, validTo }) => validFrom < changeOn && validTo === changeOn,
  );
  return {
    closed: [
      ...begun.map((item) => ({ ...item, validTo: item.validFrom })),
      ...ended.map((item) => ({ ...item, validTo: item.discountUntil })),
    ],
    opened: ended.flatMap((item) => rowsBehind(item, terms)),
  };
}

/** The change of rows that leads from some items to others. Pure. */
export function rowsBetween(
  from: readonly SubscriptionItem[],
  to: readonly SubscriptionItem[],
): ItemChange {
  const known = new Map(from.map((item) => [item.id, item]));
  const wanted = new Map(to.map((item) => [item.id, item]));
  const closed = from.flatMap((item): SubscriptionItem[] => {
    const is = wanted.get(item.id);
    if (!is) return [{ ...item, validTo: item.validFrom }];
    return is.validTo === item.validTo ? [] : [is];
  });
  return { closed, opened: to.filter(({ id }) => !known.has(id)) };
}
