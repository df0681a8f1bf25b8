import type { LocalDate } from '@quittance/calendar';
import { readToday } from '@quittance/company';
import { sql, type Tx } from '@quittance/database';
import type { ListDefinition } from '@quittance/lists';
import { nounList } from '@quittance/nouns';
import { subscriptionNoun, type Subscription } from './subscription.description.js';
import { readSubscription } from './subscription.repository.js';
import type { SubscriptionId } from './subscription.js';
import {
  subscriptionHead,
  subscriptionView,
  type SubscriptionHead,
  type SubscriptionView,
} from './subscription.view.js';

/** Newest first by `subscription_created_index`. */
export const subscriptionList: ListDefinition<Subscription, SubscriptionHead> = nounList(
  subscriptionNoun,
  subscriptionHead,
);

/** @throws DomainError not_found */
export async function findSubscription(tx: Tx, id: SubscriptionId): Promise<SubscriptionView> {
  const [whole, today] = await Promise.all([readSubscription(tx, id), readToday(tx)]);
  return subscriptionView(whole, today);
}

/** By subscription_cancel_index. */
const ENDING = sql(`
  select s.id from sales.subscription s
  where s.company_id = $1 and s.cancel_at = $2::date and s.ended_on is null
  order by s.id`);

/** The subscriptions that are to end on a day. */
export async function subscriptionsEnding(
  tx: Tx,
  day: LocalDate,
): Promise<readonly SubscriptionId[]> {
  const rows = await tx.rows<{ id: SubscriptionId }>(ENDING, [tx.ctx.companyId, day]);
  return rows.map(({ id }) => id);
}
