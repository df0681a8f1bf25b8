import { changedFields } from '@quittance/audit';
import { subscriptionNoun } from '../subscription.description.js';
import type { SubscriptionView } from '../subscription.view.js';

/** What rules may ask the change of. */
const ASKED = new Set([...Object.keys(subscriptionNoun.catalogue), 'ownerId']);

/** What an event of a change says of what has changed, and as what it was. */
export function toldOfChange(before: SubscriptionView, after: SubscriptionView) {
  const { before: was } = changedFields(before, after);
  const asked = Object.entries(was).filter(([name]) => ASKED.has(name));
  return { changed: asked.map(([name]) => name), before: Object.fromEntries(asked) };
}
