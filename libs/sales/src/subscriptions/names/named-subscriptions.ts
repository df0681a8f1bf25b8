import type { ListDefinition } from '@quittance/lists';
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
