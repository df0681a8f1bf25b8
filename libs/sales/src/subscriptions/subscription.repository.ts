import { checkVersion, sql, type Tx } from '@quittance/database';
import { notFound } from '@quittance/kernel';
import { rowScope } from '@quittance/objects';
import { documentApproval } from '@quittance/rules';
import {
  subscriptionItemNoun,
  subscriptionNoun,
  type Subscription,
  type SubscriptionItem,
} from './subscription.description.js';
import { CLOSE_ITEMS, ITEMS_OF, MOVE } from './subscription.sql.js';
import type { SubscriptionId } from './subscription.js';

export const subscriptionItems = subscriptionItemNoun.rows;

/** By primary key. */
const FIND = `select ${subscriptionNoun.rows.select('s')} from sales.subscription s
  where s.company_id = $1 and s.id = $2`;
const LOCK = ' for no key update of s';

/** A subscription with all its items, those of the past among them. */
export interface WholeSubscription {
  readonly subscription: Subscription;
  readonly items: readonly SubscriptionItem[];
}

/** @param ending `LOCK`, or nothing */
async function oneSubscription(tx: Tx, id: SubscriptionId, ending = ''): Promise<Subscription> {
  const params: unknown[] = [tx.ctx.companyId, id];
  const scope = rowScope.owned(tx.ctx, 'subscriptions', 's', (value) => `$${params.push(value)}`);
  const text = `${FIND}${scope === null ? '' : ` and ${scope}`}${ending}`;
  const found = await tx.maybe<Subscription>(sql(text), params);
  if (!found) throw notFound({ object: 'subscription' });
  return found;
}

/** The items of subscriptions by the subscription, in their order. */
async function itemsOf(
  tx: Tx,
  ids: readonly SubscriptionId[],
): Promise<ReadonlyMap<SubscriptionId, SubscriptionItem[]>> {
  const rows = await ITEMS_OF.rows<SubscriptionItem>(tx, { ids });
  const items = new Map<SubscriptionId, SubscriptionItem[]>(ids.map((id) => [id, []]));
  for (const row of rows) items.get(row.subscriptionId)?.push(row);
  return items;
}

/** Subscriptions that are locked, with their items as they are behind the lock. */
export async function withItems(
  tx: Tx,
  subscriptions: readonly Subscription[],
): Promise<WholeSubscription[]> {
  if (subscriptions.length === 0) return [];
  const items = await itemsOf(
    tx,
    subscriptions.map(({ id }) => id),
  );
  return subscriptions.map((subscription) => ({
    subscription,
    items: items.get(subscription.id) ?? [],
  }));
}

/** @throws DomainError not_found, also beyond the actor's scope */
export async function readSubscription(tx: Tx, id: SubscriptionId): Promise<WholeSubscription> {
  const [subscription, items] = await Promise.all([oneSubscription(tx, id), itemsOf(tx, [id])]);
  return { subscription, items: items.get(id) ?? [] };
}

/** Locks a subscription as a change of it does. @throws DomainError not_found */
export function lockSubscriptionRow(tx: Tx, id: SubscriptionId): Promise<Subscription> {
  return oneSubscription(tx, id, LOCK);
}

/**
 * Locks a subscription to change it and reads its items behind the lock.
 * @throws DomainError not_found, precondition_failed, record_awaits_approval
 */
export async function lockSubscription(
  tx: Tx,
  id: SubscriptionId,
  expectedVersion: number | null = null,
): Promise<WholeSubscription> {
  const [subscription, items, waits] = await tx.locked(
    () => lockSubscriptionRow(tx, id),
    (behind) => itemsOf(behind, [id]),
    (behind) => documentApproval.waits(behind, id),
  );
  checkVersion(subscription.version, expectedVersion);
  documentApproval.refuse('subscription', waits);
  return { subscription, items: items.get(id) ?? [] };
}

/** Writes what changed on locked subscriptions, and the next version of each. */
export async function moveSubscriptions(tx: Tx, after: readonly Subscription[]): Promise<void> {
  if (after.length > 0) await MOVE.run(tx, MOVE.columns(after));
}

/** Rows of items that end, or no longer do, and rows that begin. */
export interface ItemChange {
  readonly closed: readonly SubscriptionItem[];
  readonly opened: readonly SubscriptionItem[];
}

/** Writes changes of items: rows close before others open, or open again, on the same day. */
export async function storeItems(tx: Tx, { closed, opened }: ItemChange): Promise<void> {
  const ended = closed.filter(({ validTo }) => validTo !== null);
  const reopened = closed.filter(({ validTo }) => validTo === null);
  if (ended.length > 0) await CLOSE_ITEMS.run(tx, CLOSE_ITEMS.columns(ended));
  if (reopened.length > 0) await CLOSE_ITEMS.run(tx, CLOSE_ITEMS.columns(reopened));
  if (opened.length > 0) await subscriptionItems.insert(tx, opened);
}

/** The items of a subscription after a change, in the order in which they are read. */
export function itemsAfter(
  items: readonly SubscriptionItem[],
  { closed, opened }: ItemChange,
): SubscriptionItem[] {
  const moved = new Map(closed.map((item) => [item.id, item]));
  return [...items.map((item) => moved.get(item.id) ?? item), ...opened]
    .filter(({ validFrom, validTo }) => validTo === null || validTo > validFrom)
    .sort((a, b) => a.position - b.position || (a.validFrom < b.validFrom ? -1 : 1));
}
