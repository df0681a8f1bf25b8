import type { LocalDate } from '@quittance/calendar';
import { nextGridDate } from '../subscriptions/grid.js';
import type { Subscription } from '../subscriptions/subscription.description.js';
import { gridOf } from '../subscriptions/subscription.view.js';

/**
 * From when on a renewal moves the prices of a subscription: the first whole period of the new
 * term, so that no period has two prices; all of it for what costs nothing before.
 * @param from the first day of the new term
 */
export function renewedFrom(
  subscription: Parameters<typeof gridOf>[0] & Pick<Subscription, 'billedFrom'>,
  from: LocalDate,
): LocalDate {
  return from <= subscription.billedFrom ? from : nextGridDate(gridOf(subscription), from);
}
