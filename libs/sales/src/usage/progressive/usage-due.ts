import { namedSql, sql, type Tx } from '@quittance/database';
import type { SubscriptionId } from '../../subscriptions/subscription.js';

/** By `plan_version_thresholds_index`. */
const ANY_PROGRESSIVE = sql(`select 1 from sales.plan_version v
  where v.company_id = $1 and jsonb_array_length(v.thresholds) > 0 limit 1`);

/**
 * Those of the named that are on a plan with thresholds; in the order of ids, so that two sets wait
 * and do not cross. What is there already is counted on: whoever has looked sees that more came.
 */
const NOTE_DUE = sql(`insert into sales.usage_due as u (company_id, subscription_id)
  select distinct i.company_id, i.subscription_id from sales.subscription_item i
  join sales.plan_version v on v.company_id = $1 and v.id = i.plan_version_id
    and jsonb_array_length(v.thresholds) > 0
  where i.company_id = $1 and i.subscription_id = any($2::uuid[])
  order by i.company_id, i.subscription_id
  on conflict (company_id, subscription_id) do update set revision = u.revision + 1`);

/** A subscription whose usage may have reached something, and a number that grows with it. */
export interface UsageDue {
  readonly subscriptionId: SubscriptionId;
  readonly revision: bigint;
}

/** The next of a walk in the order of ids; by primary key. */
const NEXT_DUE = namedSql(
  `select u.subscription_id as "subscriptionId", u.revision from sales.usage_due u
   where u.company_id = :companyId and u.subscription_id > :after
   order by u.subscription_id limit :most`,
  { values: { after: 'uuid', most: 'integer' } },
);

/** What has come in since stays; by primary key. */
const SETTLE_DUE = namedSql(
  `delete from sales.usage_due u using :rows as s
   where u.company_id = :companyId and u.subscription_id = s.subscription_id
     and u.revision = s.revision`,
  { rows: { subscriptionId: 'uuid', revision: 'bigint' } },
);

/**
 * Notes whose usage is to be looked at, in the transaction that takes it. Where no plan has
 * thresholds that costs one look into an empty index.
 */
export async function noteUsageDue(tx: Tx, ids: ReadonlySet<SubscriptionId>): Promise<void> {
  const { companyId } = tx.ctx;
  if (ids.size === 0 || !(await tx.maybe(ANY_PROGRESSIVE, [companyId]))) return;
  await tx.run(NOTE_DUE, [companyId, [...ids]]);
}

/** Before all of them. */
export const NO_SUBSCRIPTION = '00000000-0000-0000-0000-000000000000' as SubscriptionId;

/** Whose usage is to be looked at, behind one and so many at most. */
export function nextUsageDue(tx: Tx, after: SubscriptionId, most: number): Promise<UsageDue[]> {
  return NEXT_DUE.rows<UsageDue>(tx, { after, most });
}

/** What was looked at, unless more has come in since. */
export async function settleUsageDue(tx: Tx, seen: readonly UsageDue[]): Promise<void> {
  if (seen.length > 0) await SETTLE_DUE.run(tx, SETTLE_DUE.columns(seen));
}
