import type { LocalDate } from '@quittance/calendar';
import type { Bind } from '@quittance/lists';
import { rowScope } from '@quittance/objects';
import { mrrSql } from './mrr.js';
import { stateTable, type RevenueScope, type RevenueTerms } from './revenue.sql.js';

/** Closed periods that count: the last of them by the end of a month. */
const PERIODS = 3;

/** Months with their last days, as far as they are over. */
export interface MonthEnds {
  readonly months: readonly LocalDate[];
  readonly ends: readonly LocalDate[];
}

/**
 * What usage brings in a month, by currency: of each subscription that counts at the end of the
 * month the mean of its last three closed periods, each by the month. `closed` says what usage of
 * closed periods came to, with what was missing to its minimum; whoever bills makes that text.
 */
export function usageRevenueText(
  { restated, accountId, planId }: Omit<RevenueScope, 'level'>,
  { ctx, timeZone }: Omit<RevenueTerms, 'until'>,
  { months, ends }: MonthEnds,
  closed: (company: string) => string,
  bind: Bind,
): string {
  const company = `${bind(ctx.companyId)}::uuid`;
  // Restated, nobody asks when something was made.
  const zone = restated ? '' : bind(timeZone);
  const subscriptions = { owned: true, resource: 'subscriptions' };
  const conditions = [
    rowScope.seen(ctx, subscriptions, 's', bind),
    rowScope.owned(ctx, 'reports', 's', bind),
    accountId && `s.account_id = ${bind(accountId)}::uuid`,
  ].flatMap((each) => (each ? [` and ${each}`] : []));
  const ofPlan = planId ? `and v.plan_id = ${bind(planId)}::uuid` : '';
  return `with ${stateTable({ company, zone, restated })},
  period as (
    select c.subscription_id, c.period_on, max(c.until_on) as until_on,
      ${mrrSql('sum(c.amount)', 'v.frequency')} as amount
    from (${closed(company)}) c
    join sales.plan_version v on v.company_id = ${company} and v.id = c.plan_version_id ${ofPlan}
    group by c.subscription_id, c.period_on, v.frequency),
  mean as (
    select p.subscription_id, p.until_on as since,
      lead(p.until_on) over in_order as until,
      avg(p.amount) over (in_order rows between ${PERIODS - 1} preceding and current row) as amount
    from period p
    window in_order as (partition by p.subscription_id order by p.until_on))
  select s.currency, m.month, sum(round(n.amount))::bigint as "usageMrr"
  from unnest(${bind(months)}::date[], ${bind(ends)}::date[]) as m(month, last)
  join mean n on n.since <= m.last + 1 and (n.until is null or n.until > m.last + 1)
  join sales.subscription s on s.company_id = ${company} and s.id = n.subscription_id
    and (s.cancel_at is null or s.cancel_at > m.last)
  join state t on t.subscription_id = s.id and t.status in ('active', 'past_due')
    and t.since <= m.last and (t.until is null or t.until > m.last)
  where s.company_id = ${company}${conditions.join('')}
  group by s.currency, m.month order by s.currency, m.month`;
}
