import { createDoor, replaceDoorOnCitus } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Messages of work on many records wait in a lane of their own, and how many are under way to an
 * endpoint grows with how fast it answers. What waits and what is under way have an index each: to
 * claim the next messages costs the same however many wait.
 */
export class LanesAndLimits1764000710030 implements MigrationInterface {
  name = 'LanesAndLimits1764000710030';

  async up(runner: QueryRunner): Promise<void> {
    // Constant defaults rewrite no row; what waits at the time of the upgrade counts as fresh.
    await runner.query(`alter table webhooks.message
      add column record_id text, add column bulk boolean not null default false`);
    await runner.query(`alter table webhooks.endpoint
      add column in_flight_limit integer not null default 5, add column served_at timestamptz`);
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
    await runner.query(`drop index webhooks.message_due_index`);
    await runner.query(`drop index webhooks.message_pending_index`);
    await runner.query(`drop function webhooks.door_companies_with_due_messages(timestamptz)`);
    await createDoors(runner);
    await replaceDoors(runner);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
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

async function createDoors(runner: QueryRunner): Promise<void> {
  await createDoor(
    runner,
    COMPANIES,
    'table (company_id uuid)',
    `with recursive ${WAITING}, ${UNDER_WAY}
     select e.company_id from webhooks.endpoint e
     where e.company_id in (select w.company_id from waiting w where w.company_id is not null
         union select u.company_id from under_way u where u.company_id is not null)
       and e.active and (e.paused_until is null or e.paused_until <= at)
       and (${DUE(false)} or ${DUE(true)} or ${LET_GO})
     group by e.company_id`,
  );
  // No count reads more rows of an endpoint and lane than it is told. What waits for a receiver
  // that does not answer, or slowly, is counted apart: its age says nothing about us.
  const due = `m.company_id = e.company_id and m.endpoint_id = e.id and m.bulk = l.bulk
    and m.status = 'pending' and m.leased_until is null and m.next_attempt_at <= at`;
  await createDoor(
    runner,
    BACKLOG,
    BACKLOG_ROW,
    `with recursive ${WAITING}, ${FAILED}, lane as (
       select case when not (${ANSWERS}) then 'held' when l.bulk then 'bulk' else 'fresh' end as kind,
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
  );
}

/** Citus walks no index from company to company: there every shard is asked. */
async function replaceDoors(runner: QueryRunner): Promise<void> {
  await replaceDoorOnCitus(
    runner,
    COMPANIES,
    'table (company_id uuid)',
    `select m.company_id from webhooks.message m
     where m.status = 'pending'
       and (m.leased_until <= at or (m.leased_until is null and m.next_attempt_at <= at))
     group by m.company_id`,
  );
  await replaceDoorOnCitus(
    runner,
    BACKLOG,
    BACKLOG_ROW,
    `select k.kind, count(*), min(k.since) from (
       select case when m.status = 'failed' then 'failed' when not (${ANSWERS}) then 'held'
           when m.bulk then 'bulk' else 'fresh' end as kind,
         case when m.status = 'pending' then m.next_attempt_at end as since
       from webhooks.message m
       join webhooks.endpoint e on e.company_id = m.company_id and e.id = m.endpoint_id
       where m.status = 'failed' or (m.status = 'pending' and m.leased_until is null
         and m.next_attempt_at <= at)) k
     group by k.kind`,
  );
}
