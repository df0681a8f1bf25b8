import type { Tx } from '@quittance/database';
import type { UsageName } from '../events/usage-event.js';
import { usesIn, type UsagePeriod } from './usage-period.js';

/** From looking to ordering, in this order. */
export const FUNNEL_STEPS = [
  'catalogue_viewed',
  'product_viewed',
  'cart_changed',
  'checkout_started',
  'order_placed',
] as const satisfies readonly UsageName[];

/** From the first step to the last. */
const WITHIN = `interval '7 days'`;

export interface FunnelStep {
  readonly name: (typeof FUNNEL_STEPS)[number];
  /** Users who came so far. */
  readonly users: number;
}

const stepOf = FUNNEL_STEPS.map((name, i) => `when e.name = '${name}' then ${i + 1}`).join(' ');

/**
 * How many users went how far within 7 days of a look at the catalogue, all of it in the period. Of
 * each step is kept from which look, the latest, it was reached: where that is too long ago, so are
 * all others. One pass over the uses of each user in their order, by usage_event_name_index.
 */
export async function funnel(tx: Tx, period: UsagePeriod): Promise<FunnelStep[]> {
  const params: unknown[] = [tx.ctx.companyId];
  const uses = usesIn('e', period, (value) => `$${params.push(value)}`);
  const [first, ...others] = FUNNEL_STEPS;
  const names = FUNNEL_STEPS.map((name) => `'${name}'`).join(', ');
  const begun = `s1 as (select s.*, max(s.at) filter (where s.step = 1) over w as begun1
    from steps s window w as (${ORDERED}))`;
  const reached = others.map((_, i) => {
    const [step, before] = [i + 2, i + 1];
    const isReached = `s.step = ${step} and s.begun${before} >= s.at - ${WITHIN}`;
    return `s${step} as (select s.*,
      max(s.begun${before}) filter (where ${isReached}) over w as begun${step}
      from s${before} s window w as (${ORDERED}))`;
  });
  const counts = FUNNEL_STEPS.map((name, i) => {
    const far = `s.begun${i + 1} is not null`;
    return `count(distinct s.portal_user_id) filter (where ${far})::int as ${name}`;
  });
  const found = await tx.one<Record<string, number>>(
    `with steps as (select e.portal_user_id, e.at, e.id, case ${stepOf} end as step
       from analytics.usage_event e
       where ${uses} and e.portal_user_id is not null and e.name in (${names})),
     ${[begun, ...reached].join(', ')}
     select ${counts.join(', ')} from s${FUNNEL_STEPS.length} s`,
    params,
  );
  return [first, ...others].map((name) => ({ name, users: found[name] ?? 0 }));
}

const ORDERED = `partition by s.portal_user_id order by s.at, s.step, s.id
  rows unbounded preceding`;
