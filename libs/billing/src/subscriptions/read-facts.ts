import { addDays } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import type { ScheduleId } from '@quittance/kernel';
import { billedSubscriptions, subscriptionUsage, type BilledItem } from '@quittance/sales';
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
  const used = new Set<BilledItem['planVersionId']>();
  for (const { items } of found.values()) {
    for (const { planVersionId } of items) used.add(planVersionId);
  }
  const versions = await subscriptionUsage.planVersions(tx, [...used]);
  const facts = new Map<ScheduleId, SubscribedFacts>();
  for (const { id, subscriptionId } of own) {
    const subscription = subscriptionId && found.get(subscriptionId);
    if (subscription) facts.set(id, subscribedFacts(subscription, versions));
  }
  return facts;
}
