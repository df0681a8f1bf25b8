import {
  ForwardMigration,
  createCompanyTable,
  createDoor,
  createSchema,
} from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Where events are sent, the messages to each of these places, and every attempt at them. Messages
 * of work on many records (`bulk`) wait in a lane of their own, and how many are under way to an
 * endpoint grows with how fast it answers. What waits and what is under way have an index each: to
 * claim the next messages costs the same however many wait. A message says what object
 * it is about, for whoever may read of some objects only.
 */
export class Webhooks1764000710001 extends ForwardMigration {
  name = 'Webhooks1764000710001';

  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'webhooks');
    await createEndpoints(runner);
    await createMessages(runner);
    await createAttempts(runner);
    await createDoors(runner);
  }
}

async function createEndpoints(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'webhooks.endpoint',
    `id uuid not null,
     version integer not null,
     slot integer not null,
     url text not null,
     description text,
     types jsonb not null,
     active boolean not null,
     secret jsonb not null,
     previous_secret jsonb,
     previous_secret_until timestamptz,
     disabled_reason text,
     failing_since timestamptz,
     failures integer not null default 0,
     in_flight_limit integer not null default 5,
     served_at timestamptz,
     paused_until timestamptz,
     created_at timestamptz not null,
     updated_at timestamptz not null,
     primary key (company_id, id),
     constraint endpoint_slot_check check (slot between 1 and 10),
     constraint endpoint_types_check check (jsonb_typeof(types) = 'array'),
     constraint endpoint_disabled_check check (active = (disabled_reason is null)),
     constraint endpoint_reason_check check (disabled_reason in ('manual', 'gone', 'failing'))`,
  );
  await runner.query(
    `create unique index endpoint_slot_key on webhooks.endpoint (company_id, slot)`,
  );
  await runner.query(
    `create index endpoint_created_index on webhooks.endpoint (company_id, created_at, id)`,
  );
}

async function createMessages(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'webhooks.message',
    `id uuid not null,
     endpoint_id uuid not null,
     event_id uuid,
     type text not null,
     object text,
     record_id text,
     bulk boolean not null default false,
     body text not null,
     occurred_at timestamptz not null,
     status text not null default 'pending',
     attempts integer not null default 0,
     next_attempt_at timestamptz,
     leased_until timestamptz,
     status_code integer,
     error text,
     delivered_at timestamptz,
     created_at timestamptz not null,
     primary key (company_id, id),
     constraint message_status_check check (status in ('pending', 'delivered', 'failed')),
     constraint message_next_check check ((status = 'pending') = (next_attempt_at is not null)),
     constraint message_delivered_check
       check ((status = 'delivered') = (delivered_at is not null))`,
  );
  await runner.query(`alter table webhooks.message add constraint message_endpoint_fk
    foreign key (company_id, endpoint_id) references webhooks.endpoint (company_id, id)
    on delete cascade`);
  await runner.query(`create unique index message_event_key
    on webhooks.message (company_id, endpoint_id, event_id) where event_id is not null`);
  await runner.query(`create index message_lane_index
    on webhooks.message (company_id, endpoint_id, bulk, next_attempt_at, id)
    where status = 'pending' and leased_until is null`);
  await runner.query(`create index message_in_flight_index
    on webhooks.message (company_id, endpoint_id, leased_until)
    where status = 'pending' and leased_until is not null`);
  await runner.query(`create index message_record_index
    on webhooks.message (company_id, record_id, endpoint_id)
    where status = 'pending' and record_id is not null`);
  await runner.query(`create index message_failed_index
    on webhooks.message (company_id, endpoint_id, created_at) where status = 'failed'`);
  await runner.query(`create index message_created_index
    on webhooks.message (company_id, endpoint_id, created_at, id)`);
  await runner.query(`create index message_old_index on webhooks.message (company_id, created_at)`);
}

async function createAttempts(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'webhooks.attempt',
    `id uuid not null,
     message_id uuid not null,
     number integer not null,
     attempted_at timestamptz not null,
     duration_ms integer not null,
     status_code integer,
     error text,
     answer text not null,
     primary key (company_id, id)`,
    { appendOnly: true },
  );
  await runner.query(`alter table webhooks.attempt add constraint attempt_message_fk
    foreign key (company_id, message_id) references webhooks.message (company_id, id)
    on delete cascade`);
  await runner.query(`create index attempt_message_index
    on webhooks.attempt (company_id, message_id, attempted_at)`);
}

const COMPANIES = 'webhooks.door_companies_with_due_messages(at timestamptz)';
const BACKLOG = 'webhooks.door_backlog(most integer, at timestamptz)';
const BACKLOG_ROW = 'table (kind text, waiting bigint, oldest timestamptz)';

/**
 * The companies with a message in such a state, from one to the next along the index of that state.
 */
const walk = (name: string, state: string) => `${name} as (
  (select company_id from webhooks.message where ${state} order by company_id limit 1)
  union all
  select (select m.company_id from webhooks.message m
          where ${state} and m.company_id > w.company_id order by m.company_id limit 1)
  from ${name} w where w.company_id is not null)`;

const WAITING = walk('waiting', `status = 'pending' and leased_until is null`);
const UNDER_WAY = walk('under_way', `status = 'pending' and leased_until is not null`);
const FAILED = walk('failed', `status = 'failed'`);

const DUE = (bulk: boolean) => `exists (select 1 from webhooks.message m
  where m.company_id = e.company_id and m.endpoint_id = e.id and m.bulk = ${bulk}
    and m.status = 'pending' and m.leased_until is null and m.next_attempt_at <= at)`;
const LET_GO = `exists (select 1 from webhooks.message m
  where m.company_id = e.company_id and m.endpoint_id = e.id and m.status = 'pending'
    and m.leased_until <= at)`;
/**
 * At once, that is: whoever is slow has fewer under way than a new endpoint, and lets the others
 * wait.
 */
const ANSWERS = `e.failing_since is null and (e.paused_until is null or e.paused_until <= at)
  and e.in_flight_limit >= 5`;

/** Citus walks no index from company to company: there every shard is asked. */
async function createDoors(runner: QueryRunner): Promise<void> {
  await createDoor(runner, COMPANIES, 'table (company_id uuid)', {
    query: `with recursive ${WAITING}, ${UNDER_WAY}
       select e.company_id from webhooks.endpoint e
       where e.company_id in (select w.company_id from waiting w where w.company_id is not null
           union select u.company_id from under_way u where u.company_id is not null)
         and e.active and (e.paused_until is null or e.paused_until <= at)
         and (${DUE(false)} or ${DUE(true)} or ${LET_GO})
       group by e.company_id`,
    onCitus: `select m.company_id from webhooks.message m
        where m.status = 'pending'
          and (m.leased_until <= at or (m.leased_until is null and m.next_attempt_at <= at))
        group by m.company_id order by 1`,
  });
  // No count reads more rows of an endpoint and lane than it is told. What waits for a receiver
  // that does not answer, or slowly, is counted apart: its age says nothing about us.
  const due = `m.company_id = e.company_id and m.endpoint_id = e.id and m.bulk = l.bulk
    and m.status = 'pending' and m.leased_until is null and m.next_attempt_at <= at`;
  const kind = `case when not (${ANSWERS}) then 'held' when l.bulk then 'bulk' else 'fresh' end`;
  await createDoor(runner, BACKLOG, BACKLOG_ROW, {
    query: `with recursive ${WAITING}, ${FAILED}, lane as (
         select ${kind} as kind,
           c.waiting, o.since
         from webhooks.endpoint e cross join (values (false), (true)) as l(bulk)
         cross join lateral (select count(*) as waiting from (
           select 1 from webhooks.message m where ${due} limit most) m) c
         left join lateral (select m.next_attempt_at as since from webhooks.message m where ${due}
           order by m.next_attempt_at limit 1) o on true
         where e.active
           and e.company_id in (select w.company_id from waiting w where w.company_id is not null))
       select k.kind, coalesce(sum(l.waiting), 0)::bigint, min(l.since)
       from (values ('fresh'), ('bulk'), ('held')) as k(kind) left join lane l on l.kind = k.kind
       group by k.kind
       union all
       select 'failed', coalesce(sum(c.waiting), 0)::bigint, null
       from failed f cross join lateral (select count(*) as waiting from (
         select 1 from webhooks.message m
         where m.company_id = f.company_id and m.status = 'failed' limit most) m) c
       where f.company_id is not null`,
    onCitus: `select w.kind,
          coalesce(sum(least(k.waiting, most)) filter (where k.waiting > 0), 0)::bigint,
          min(k.since)
        from (values ('fresh'), ('bulk'), ('held'), ('failed')) as w(kind)
        left join (
          select m.company_id, m.endpoint_id, m.bulk,
            case when m.status = 'failed' then 'failed' when not (${ANSWERS}) then 'held'
              when m.bulk then 'bulk' else 'fresh' end as kind, count(*) as waiting,
            min(case when m.status = 'pending' then m.next_attempt_at end) as since
          from webhooks.message m
          join webhooks.endpoint e on e.company_id = m.company_id and e.id = m.endpoint_id
          where m.status = 'failed' or (m.status = 'pending' and m.leased_until is null
            and m.next_attempt_at <= at and e.active)
          group by m.company_id, m.endpoint_id, m.bulk, 4) k on k.kind = w.kind
        group by w.kind`,
  });
}
