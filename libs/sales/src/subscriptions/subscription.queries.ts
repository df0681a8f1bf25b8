import { readToday } from '@quittance/company';
import type { Tx } from '@quittance/database';
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
