import type { LocalDate } from '@quittance/calendar';
import type { AccountId, Ctx } from '@quittance/kernel';
import type { Bind } from '@quittance/lists';
import { rowScope } from '@quittance/objects';
import type { PlanId } from '../plans/plan-version.js';
import { mrrSql } from './mrr.js';

export const REVENUE_LEVELS = ['account', 'subscription'] as const;
/** Whose revenue moves: that of customers, or that of each of their subscriptions. */
export type RevenueLevel = (typeof REVENUE_LEVELS)[number];

/** Of which subscriptions the revenue is asked, and by which of the days that are known. */
export interface RevenueScope {
  readonly level: RevenueLevel;
  /** By the days from which things hold; else by those on which they were made, if later. */
  readonly restated: boolean;
  readonly accountId: AccountId | null;
  readonly planId: PlanId | null;
}

const madeIn = (zone: string) => (column: string) => `(${column} at time zone ${zone}::text)::date`;

/** Which state subscriptions had on which days, from what amendments tell. */
export function stateTable({
  company,
  zone,
  restated,
}: {
  readonly company: string;
  readonly zone: string;
  readonly restated: boolean;
}): string {
  // What was made when its trial was over has cost nothing on the days of that either.
  const begins = restated
    ? `case when a.kind = 'created' and a.after->>'status' = 'active'
        then greatest(a.effective_on, (a.after->>'trialEnd')::date) else a.effective_on end`
    : `greatest(a.effective_on, ${madeIn(zone)('a.created_at')})`;
  return `state as (
    select a.subscription_id, a.after->>'status' as status, ${begins} as since,
      min(${begins}) over (partition by a.subscription_id order by a.number
        rows between 1 following and unbounded following) as until
    from sales.amendment a
    where a.company_id = ${company} and a.after->>'status' is not null)`;
}

/** What every figure needs to know. */
export interface RevenueTerms {
  readonly ctx: Ctx;
  readonly timeZone: string;
  /** The last day that is looked at. */
  readonly until: LocalDate;
}

/**
 * Recurring revenue as a chain of common tables. `segment` has the days of an item on which its
 * subscription counts, from the rows of items and from the states that amendments tell; `seen` has,
 * for each customer (or subscription) and currency, the months in which revenue came or went: what
 * a segment brings is there at the end of the month it begins in, and gone at that of the month it
 * ends in. One pass over the rows of the company, whatever the months that are asked for.
 */
export function revenueTables(
  { level, restated, accountId, planId }: RevenueScope,
  { ctx, timeZone, until }: RevenueTerms,
  bind: Bind,
): string {
  const company = `${bind(ctx.companyId)}::uuid`;
  const zone = bind(timeZone);
  const last = `${bind(until)}::date`;
  const madeOn = madeIn(zone);
  const held = restated
    ? 'r.valid_from as since, r.valid_to as until'
    : // What was closed by a row that was made later held until that was made.
      `greatest(r.valid_from, r.made_on) as since,
       case when r.next_from = r.valid_to then greatest(r.valid_to, r.next_made)
         else r.valid_to end as until`;
  // An end that was agreed counts from its day. That of a contract that ran out is told by the
  // state alone: from the day on which that was noticed, as months that are closed stay.
  const end = restated ? 's.cancel_at' : `case when s.status <> 'expired' then s.cancel_at end`;
  const subscriptions = { owned: true, resource: 'subscriptions' };
  const conditions = [
    rowScope.seen(ctx, subscriptions, 's', bind),
    rowScope.owned(ctx, 'reports', 's', bind),
    accountId && `s.account_id = ${bind(accountId)}::uuid`,
    planId && `i.plan_id = ${bind(planId)}::uuid`,
  ].flatMap((each) => (each ? [` and ${each}`] : []));
  const month = (day: string) => `date_trunc('month', ${day}::timestamp)::date`;
  return `
  ${stateTable({ company, zone, restated })},
  held as (
    select r.subscription_id, r.plan_id, r.plan_version_id, r.net, ${held}
    from (
      select i.subscription_id, i.plan_id, i.plan_version_id, i.net, i.valid_from, i.valid_to,
        ${madeOn('i.created_at')} as made_on,
        lead(i.valid_from) over in_order as next_from,
        lead(${madeOn('i.created_at')}) over in_order as next_made
      from sales.subscription_item i
      where i.company_id = ${company} and (i.valid_to is null or i.valid_to > i.valid_from)
      window in_order as (partition by i.subscription_id, i.item_id order by i.valid_from)) r),
  segment as (
    select s.account_id, ${level === 'account' ? 's.account_id' : 's.id'} as key, s.currency,
      greatest(i.since, t.since) as since, least(i.until, t.until, ${end}) as until,
      ${mrrSql('i.net', 'v.frequency')} as mrr
    from sales.subscription s
    join held i on i.subscription_id = s.id
    join sales.plan_version v on v.company_id = ${company} and v.id = i.plan_version_id
    join state t on t.subscription_id = s.id and t.status in ('active', 'past_due')
    where s.company_id = ${company} and i.net > 0
      and greatest(i.since, t.since) < coalesce(least(i.until, t.until, ${end}), 'infinity')
      ${conditions.join('')}),
  change as (
    select d.account_id, d.key, d.currency, d.month, sum(d.delta) as delta
    from (
      select account_id, key, currency, ${month('since')} as month, mrr as delta
      from segment where since <= ${last}
      union all
      select account_id, key, currency, ${month('until')}, -mrr
      from segment where until <= ${last}) d
    group by d.account_id, d.key, d.currency, d.month),
  seen as (
    select r.*, r.finish - r.delta as start, coalesce(bool_or(r.finish > 0) over (
      partition by r.key, r.currency order by r.month
      rows between unbounded preceding and 1 preceding), false) as ever
    from (select c.*, sum(c.delta) over (
      partition by c.key, c.currency order by c.month) as finish from change c) r)`;
}

/** What of all customers moved in a month; columns are called as they are answered. */
const MOVED = ['delta', 'new', 'expansion', 'reactivation', 'contraction', 'churn', 'transferred']
  .map((column) => `sum(m.${column})::bigint as ${column}`)
  .join(', ');

/**
 * The movements of months, by currency; all before the first of them in one row. What came and what
 * went within one customer is `transferred`: it is there only where subscriptions are looked at.
 */
export function movementsText(tables: string, before: string): string {
  return `with ${tables}
  select m.currency, greatest(m.month, ${before}::date) as month, ${MOVED},
    sum(m.within)::integer as "withinMonth"
  from (
    select account_id, currency, month, sum(delta) as delta,
      sum(case when start = 0 and finish > 0 and not ever then finish else 0 end) as new,
      sum(case when start = 0 and finish > 0 and ever then finish else 0 end) as reactivation,
      sum(case when start > 0 and finish > start then finish - start else 0 end) as expansion,
      sum(case when finish > 0 and finish < start then start - finish else 0 end) as contraction,
      sum(case when start > 0 and finish = 0 then start else 0 end) as churn,
      least(sum(greatest(delta, 0)), sum(greatest(-delta, 0))) as transferred,
      count(*) filter (where start = 0 and finish = 0) as within
    from seen group by account_id, currency, month) m
  group by 1, 2 order by 1, 2`;
}

/** What came to cohorts and left them, by currency, cohort and month. */
export function cohortsText(tables: string, first: string, last: string): string {
  return `with ${tables}
  select c.currency, c.cohort, c.month, sum(c.delta)::bigint as revenue,
    sum((c.finish > 0)::integer - (c.start > 0)::integer)::integer as accounts
  from (select n.*, min(n.month) filter (where n.finish > 0) over (
    partition by n.key, n.currency) as cohort from seen n) c
  where c.month >= c.cohort and c.cohort >= ${first}::date and c.cohort <= ${last}::date
  group by 1, 2, 3 order by 1, 2, 3`;
}
