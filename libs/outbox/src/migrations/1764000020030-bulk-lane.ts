import { createDoor, replaceDoorOnCitus } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Events of work on many records wait in a lane of their own, behind
 * those of what somebody did to one record just now. One index keeps
 * both lanes, so that the oldest of either is found without the other.
 */
export class BulkLane1764000020030 implements MigrationInterface {
  name = 'BulkLane1764000020030';

  async up(runner: QueryRunner): Promise<void> {
    // A constant default rewrites no row; what waits at the time of the upgrade counts as fresh.
    await runner.query(`alter table outbox.event add column bulk boolean not null default false`);
    await runner.query(
      `create index event_lane_index on outbox.event (company_id, bulk, seq)
       where state = 'pending'`,
    );
    await runner.query(`drop index outbox.event_pending_index`);
    await runner.query(`drop function outbox.door_pending_companies()`);
    await runner.query(`drop function outbox.door_oldest_pending()`);
    await createDoors(runner);
    await replaceDoors(runner);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}

const COMPANIES = 'outbox.door_companies_with_events(in_bulk boolean)';
const OLDEST = 'outbox.door_oldest_pending()';
const BACKLOG = 'outbox.door_backlog(most integer)';
const BACKLOG_ROW = 'table (kind text, waiting bigint, oldest timestamptz)';

/** All walk event_lane_index from company to company: a backlog of one costs what a row costs. */
async function createDoors(runner: QueryRunner): Promise<void> {
  const pending = `with recursive pending as (
      (select company_id from outbox.event where state = 'pending' order by company_id limit 1)
      union all
      select (select e.company_id from outbox.event e
              where e.state = 'pending' and e.company_id > p.company_id
              order by e.company_id limit 1)
      from pending p where p.company_id is not null)`;
  await createDoor(
    runner,
    COMPANIES,
    'table (company_id uuid)',
    `${pending} select p.company_id from pending p
     where p.company_id is not null and exists (select 1 from outbox.event e
       where e.company_id = p.company_id and e.state = 'pending' and e.bulk = in_bulk)`,
  );
  const oldestOf = `select e.occurred_at from outbox.event e
    where e.company_id = p.company_id and e.state = 'pending' and e.bulk = l.bulk
    order by e.seq limit 1`;
  const lanes = `(values (false), (true)) as l(bulk)`;
  await createDoor(
    runner,
    OLDEST,
    'table (company_id uuid, occurred_at timestamptz)',
    `${pending} select p.company_id, min(o.occurred_at)
     from pending p cross join ${lanes} cross join lateral (${oldestOf}) o
     where p.company_id is not null group by p.company_id`,
  );
  // No count reads more rows of a company and lane than it is told.
  await createDoor(
    runner,
    BACKLOG,
    BACKLOG_ROW,
    `${pending}, dead as (
       (select company_id from outbox.event where state = 'dead' order by company_id limit 1)
       union all
       select (select e.company_id from outbox.event e
               where e.state = 'dead' and e.company_id > d.company_id
               order by e.company_id limit 1)
       from dead d where d.company_id is not null)
     select case when l.bulk then 'bulk' else 'fresh' end,
       coalesce(sum(c.waiting), 0)::bigint, min(o.occurred_at)
     from ${lanes} left join pending p on p.company_id is not null
     left join lateral (${oldestOf}) o on true
     left join lateral (select count(*) as waiting from (
       select 1 from outbox.event e
       where e.company_id = p.company_id and e.state = 'pending' and e.bulk = l.bulk
       limit most) e) c on true
     group by l.bulk
     union all
     select 'dead', coalesce(sum(c.waiting), 0)::bigint, null
     from dead d cross join lateral (select count(*) as waiting from (
       select 1 from outbox.event e
       where e.company_id = d.company_id and e.state = 'dead' limit most) e) c
     where d.company_id is not null`,
  );
}

/** Citus walks no index from company to company: there every shard is asked. */
async function replaceDoors(runner: QueryRunner): Promise<void> {
  await replaceDoorOnCitus(
    runner,
    COMPANIES,
    'table (company_id uuid)',
    `select e.company_id from outbox.event e
     where e.state = 'pending' and e.bulk = in_bulk group by e.company_id`,
  );
  await replaceDoorOnCitus(
    runner,
    OLDEST,
    'table (company_id uuid, occurred_at timestamptz)',
    `select e.company_id, min(e.occurred_at) from outbox.event e
     where e.state = 'pending' group by e.company_id`,
  );
  await replaceDoorOnCitus(
    runner,
    BACKLOG,
    BACKLOG_ROW,
    `select k.kind, count(*), min(k.since) from (
       select case when e.state = 'dead' then 'dead' when e.bulk then 'bulk' else 'fresh' end as kind,
         case when e.state = 'pending' then e.occurred_at end as since
       from outbox.event e where e.state in ('pending', 'dead')) k
     group by k.kind`,
  );
}
