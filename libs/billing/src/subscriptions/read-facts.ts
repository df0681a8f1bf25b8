import { addDays } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import type { ScheduleId } from '@quittance/kernel';
import { billedSubscriptions, subscriptionUsage } from '@quittance/sales';
import type { Schedule } from '../schedules/schedule.js';
import { MOST_LATE_DAYS } from '@quittance/company';
import {
  oldestOpen,
  positionOf,
  subscribedFacts,
  type SubscribedFacts,
} from './subscribed-facts.js';

/** What schedules of subscriptions bill, in three statements; all of them share the versions. */
export async function readFacts(
  tx: Tx,
  own: readonly Schedule[],
): Promise<ReadonlyMap<ScheduleId, SubscribedFacts>> {
  const ids = own.flatMap(({ subscriptionId }) => subscriptionId ?? []);
  const oldest = oldestOpen(own.map(positionOf));
  // Of usage that came late the item may have ended since.
  const found = await billedSubscriptions(tx, ids, addDays(oldest, -MOST_LATE_DAYS - 1));
  const used = new Set(
    [...found.values()].flatMap(({ items }) => items.map(({ planVersionId }) => planVersionId)),
  );
  const versions = await subscriptionUsage.planVersions(tx, [...used]);
  return new Map(
    own.flatMap(({ id, subscriptionId }) => {
      const subscription = subscriptionId && found.get(subscriptionId);
      return subscription ? [[id, subscribedFacts(subscription, versions)] as const] : [];
    }),
  );
}
