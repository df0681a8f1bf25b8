import { namedSql } from '@quittance/database';

/** Meters of subscriptions over days, by their place in what is asked. */
const SPANS = {
  position: 'integer',
  subscriptionId: 'uuid',
  meterId: 'uuid',
  start: 'date',
  until: 'date',
} as const;

/**
 * Sums over days, null where there are none; by prefix of the primary key. Each place sums its own
 * days: joined to all of them a batch of a run would read all days of the company.
 */
export const SUMS = namedSql(
  `select r.position, d.events, d.sum, d.max, d.revision
   from :rows as r cross join lateral (
     select sum(u.events) as events, sum(u.sum) as sum, max(u.max) as max,
       sum(u.revision) as revision
     from sales.usage_day u
     where u.company_id = :companyId and u.subscription_id = r.subscription_id
       and u.meter_id = r.meter_id and u.day >= r.start and u.day < r.until) d
   where d.revision is not null`,
  { rows: SPANS },
);

const COUNTS = `v.event_id is null`;
const EVENTS = `sales.usage_event e
   left join sales.usage_void v on v.company_id = :companyId and v.event_id = e.event_id`;

/** Different values of the counted property, byte by byte; by `usage_event_period_index`. */
export const UNIQUE = namedSql(
  `select r.position, count(distinct e.counted collate "C")::text as units
   from :rows as r cross join ${EVENTS}
   where e.company_id = :companyId and e.subscription_id = r.subscription_id
     and e.meter_id = r.meter_id and e.day >= r.start and e.day < r.until and ${COUNTS}
   group by r.position`,
  { rows: SPANS },
);

/** The events of days in their order; by `usage_event_period_index`. */
export const IN_ORDER = namedSql(
  `select r.position, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
     to_char(e.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "receivedAt",
     e.value::text as value
   from :rows as r cross join ${EVENTS}
   where e.company_id = :companyId and e.subscription_id = r.subscription_id
     and e.meter_id = r.meter_id and e.day >= r.start and e.day < r.until and ${COUNTS}
   order by r.position, e.at, e.received_at, e.event_id`,
  { rows: SPANS },
);

/** The latest value ahead of days, and in them. */
export const LATEST_USAGE = namedSql(
  `select distinct on (r.position) r.position, e.value::text as value
   from :rows as r cross join ${EVENTS}
   where e.company_id = :companyId and e.subscription_id = r.subscription_id
     and e.meter_id = r.meter_id and e.day >= r.start and e.day < r.until and ${COUNTS}
   order by r.position, e.at desc, e.received_at desc, e.event_id desc`,
  { rows: SPANS },
);
