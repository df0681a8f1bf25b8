import { namedSql, sql } from '@quittance/database';

/** By `meter_code_key`. */
export const METERS = sql(`select m.id, m.code, m.aggregation,
    m.counted_property as "countedProperty"
  from sales.meter m
  where m.company_id = $1 and m.code = any($2::text[]) and m.deleted_at is null`);

/** By primary key, and by `subscription_external_key`; a role's scope is put behind it. */
export const METERED_SUBSCRIPTIONS = `select s.id, s.external_key as "externalKey", s.status,
    s.start_date as "startDate", s.cancel_at as "cancelAt", s.ended_on as "endedOn",
    s.suspended_on as "suspendedOn", s.suspended_reason as "suspendedReason",
    s.pause_on as "pauseOn",
    v.usage_while_paused as "usageWhilePaused"
  from sales.subscription s
  join sales.plan_version v on v.company_id = $1 and v.id = s.plan_version_id
  where s.company_id = $1 and (s.id = any($2::uuid[]) or s.external_key = any($3::text[]))`;

/** Those of the named that were ever paused, which are few; by `amendment_pause_index`. */
export const EVER_PAUSED = sql(`select distinct a.subscription_id as id from sales.amendment a
  where a.company_id = $1 and a.subscription_id = any($2::uuid[]) and a.kind = 'paused'`);

/** From which day until which they stood still for a pause; by `amendment_number_key`. */
export const PAUSES = sql(`select p.id, p.since, p.until from (
    select a.subscription_id as id, a.after->>'status' as status,
      a.after->>'suspendedReason' as reason, a.effective_on as since,
      lead(a.effective_on) over (partition by a.subscription_id order by a.number) as until
    from sales.amendment a
    where a.company_id = $1 and a.subscription_id = any($2::uuid[])
      and a.after->>'status' is not null) p
  where p.status = 'suspended' and p.reason = 'pause'`);

/**
 * Takes events that are not there; in the order of ids, so that two sets wait and do not cross. Of
 * those that came in together the place tells which was received later: a microsecond each.
 */
export const TAKE_EVENTS = namedSql(
  `insert into sales.usage_event (company_id, event_id, meter_id, subscription_id, at, day, value,
     counted, properties, content, received_at)
   select k.id, r.event_id, r.meter_id, r.subscription_id, r.at, r.day, r.value, r.counted,
     r.properties::jsonb, r.content, :now + r.place * interval '1 microsecond'
   from company.pub_company k cross join :rows as r where k.id = :companyId
   order by r.event_id
   on conflict (company_id, event_id) do nothing returning event_id as "eventId"`,
  {
    rows: {
      eventId: 'text',
      meterId: 'uuid',
      subscriptionId: 'uuid',
      at: 'timestamptz',
      day: 'date',
      value: 'numeric',
      counted: 'text',
      properties: 'jsonb',
      content: 'text',
      place: 'integer',
    },
  },
);

/** What events that are there say; by primary key. */
export const CONTENTS = sql(`select e.event_id as "eventId", e.content
  from sales.usage_event e where e.company_id = $1 and e.event_id = any($2::text[])`);

/** Adds what was taken to the sums of its days, in the order of their key. */
export const ADD_TO_DAYS = namedSql(
  `insert into sales.usage_day as d (company_id, subscription_id, meter_id, day, events, sum, max)
   select k.id, r.subscription_id, r.meter_id, r.day, r.events, r.sum, r.max
   from company.pub_company k cross join :rows as r where k.id = :companyId
   order by r.subscription_id, r.meter_id, r.day
   on conflict (company_id, subscription_id, meter_id, day) do update
   set events = d.events + excluded.events, sum = d.sum + excluded.sum,
     max = greatest(d.max, excluded.max), revision = d.revision + 1`,
  {
    rows: {
      subscriptionId: 'uuid',
      meterId: 'uuid',
      day: 'date',
      events: 'bigint',
      sum: 'numeric',
      max: 'numeric',
    },
  },
);

/** An event with its subscription, whose scope is put behind it. */
export const EVENT = `select e.event_id as "eventId", e.meter_id as "meterId",
    e.subscription_id as "subscriptionId", e.day, e.value
  from sales.usage_event e
  join sales.subscription s on s.company_id = $1 and s.id = e.subscription_id
  where e.company_id = $1 and e.event_id = $2`;

export const TAKE_BACK = namedSql(
  `insert into sales.usage_void (company_id, event_id, reason, actor_kind, actor_id, actor_name,
     voided_at)
   values (:companyId, :eventId, :reason, :actorKind, :actorId, :actorName, :now)
   on conflict (company_id, event_id) do nothing`,
  { values: { eventId: 'text', reason: 'text' } },
);

/** Whoever changes the sums of a day waits for it. */
export const LOCK_DAY = namedSql(
  `select d.events from sales.usage_day d
   where d.company_id = :companyId and d.subscription_id = :subscriptionId
     and d.meter_id = :meterId and d.day = :day for no key update`,
  { values: { subscriptionId: 'uuid', meterId: 'uuid', day: 'date' } },
);

/** The sums of a day as its events have them that count. */
export const SUM_DAY = namedSql(
  `update sales.usage_day d set events = n.events, sum = n.sum, max = n.max,
     revision = d.revision + 1
   from (
     select count(*) as events, coalesce(sum(e.value), 0) as sum, max(e.value) as max
     from sales.usage_event e
     left join sales.usage_void v on v.company_id = :companyId and v.event_id = e.event_id
     where e.company_id = :companyId and e.subscription_id = :subscriptionId
       and e.meter_id = :meterId and e.day = :day and v.event_id is null) n
   where d.company_id = :companyId and d.subscription_id = :subscriptionId
     and d.meter_id = :meterId and d.day = :day`,
  { values: { subscriptionId: 'uuid', meterId: 'uuid', day: 'date' } },
);
