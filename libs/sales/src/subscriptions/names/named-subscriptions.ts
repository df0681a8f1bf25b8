import { sql, type Tx } from '@quittance/database';
import type { ListDefinition } from '@quittance/lists';
import type { PlanId } from '../../plans/plan-version.js';
import type { Subscription } from '../subscription.description.js';
import { subscriptionList } from '../subscription.queries.js';
import type { SubscriptionHead } from '../subscription.view.js';

/** A subscription by what people call it, since it has no number. */
export interface NamedSubscription extends SubscriptionHead {
  readonly planName: string;
}

type Row = Subscription & { readonly planName: string };

/** By primary key of plans. */
const PLAN_NAME = `(select p.name from sales.plan p
  where p.company_id = $1::uuid and p.id = s.plan_id)`;

const { from, where, id, select, fields, search, defaultSort, map } = subscriptionList;

/** Subscriptions with the names of their plans. */
export const namedSubscriptions: ListDefinition<Row, NamedSubscription> = {
  from,
  id,
  search,
  defaultSort,
  ...(where !== undefined && { where }),
  select: `${select}, ${PLAN_NAME} as "planName"`,
  fields: { ...fields, planName: { sql: PLAN_NAME, type: 'text' } },
  map: (row) => ({ ...map(row), planName: row.planName }),
};

/** By primary key. */
const NAMES = sql(`select p.id, p.name from sales.plan p
  where p.company_id = $1 and p.id = any($2::uuid[])`);

/** What plans are called, by their ids. */
export async function readPlanNames(
  tx: Tx,
  ids: readonly PlanId[],
): Promise<ReadonlyMap<PlanId, string>> {
  const rows = await tx.rows<{ id: PlanId; name: string }>(NAMES, [tx.ctx.companyId, ids]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
