import type { Ctx } from '@quittance/kernel';
import type { Client } from 'pg';

/** Events of one statement. */
const SET = 250_000;

/** Of February, as many of each subscription and day, in the order in which they came. */
const EVENTS = `
  insert into sales.usage_event (company_id, event_id, meter_id, subscription_id, at, day, value,
    content, received_at)
  select $1::uuid, 'e-' || lpad(n::text, 12, '0'), m.id, bench.schedule_id(1 + n % $4::bigint),
    x.at, (x.at at time zone 'UTC')::date, 1 + n % 97, md5(n::text), x.at
  from generate_series($2::bigint, $3::bigint - 1) as n
  cross join sales.meter m
  cross join lateral (select timestamptz '2026-02-01 00:00:00Z'
    + n / $4::bigint * (interval '28 days' / $5::float8) as at) x
  where m.company_id = $1`;

/** The days by their events, as what takes them keeps the sums. */
const DAYS = `
  insert into sales.usage_day (company_id, subscription_id, meter_id, day, events, sum, max)
  select e.company_id, e.subscription_id, e.meter_id, e.day, count(*), sum(e.value), max(e.value)
  from sales.usage_event e where e.company_id = $1
  group by e.company_id, e.subscription_id, e.meter_id, e.day`;

/**
 * Usage of a month, shared out among the subscriptions of a company, in place of what there is:
 * events planted by SQL in sets, and the sums of their days.
 */
export async function useAll(
  owner: Client,
  { companyId }: Ctx,
  subscriptions: number,
  events: number,
): Promise<void> {
  for (let from = 0; from < events; from += SET) {
    const until = Math.min(events, from + SET);
    const each = events / subscriptions;
    await owner.query(EVENTS, [companyId, from, until, subscriptions, each]);
  }
  await owner.query('delete from sales.usage_day where company_id = $1', [companyId]);
  await owner.query(DAYS, [companyId]);
}
