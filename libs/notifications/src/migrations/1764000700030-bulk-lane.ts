import { createDoor, replaceDoorOnCitus } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * E-mails of work on many records wait in a lane of their own, behind those that somebody waits
 * for.
 */
export class BulkLane1764000700030 implements MigrationInterface {
  name = 'BulkLane1764000700030';

  async up(runner: QueryRunner): Promise<void> {
    // A constant default rewrites no row; what waits at the time of the upgrade counts as fresh.
    await runner.query(
      `alter table notifications.email add column bulk boolean not null default false`,
    );
    await runner.query(`create index email_lane_index
      on notifications.email (company_id, bulk, due_at) where due_at is not null`);
    await runner.query(`create index email_failed_index
      on notifications.email (company_id, created_at) where status = 'failed'`);
    await createBacklogDoor(runner);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}

/**
 * From company to company along the indexes of what is open; no count reads further than it is
 * told.
 */
async function createBacklogDoor(runner: QueryRunner): Promise<void> {
  const signature = 'notifications.door_backlog(most integer, at timestamptz)';
  const row = 'table (kind text, waiting bigint, oldest timestamptz)';
  const walk = (name: string, state: string) => `${name} as (
    (select company_id from notifications.email where ${state} order by company_id limit 1)
    union all
    select (select e.company_id from notifications.email e
            where ${state} and e.company_id > w.company_id order by e.company_id limit 1)
    from ${name} w where w.company_id is not null)`;
  const due = `e.company_id = w.company_id and e.bulk = l.bulk and e.due_at <= at`;
  await createDoor(
    runner,
    signature,
    row,
    `with recursive ${walk('open', 'due_at is not null')}, ${walk('failed', `status = 'failed'`)}
     select case when l.bulk then 'bulk' else 'fresh' end, coalesce(sum(c.waiting), 0)::bigint,
       min(o.since)
     from (values (false), (true)) as l(bulk) left join open w on w.company_id is not null
     left join lateral (select count(*) as waiting from (
       select 1 from notifications.email e where ${due} limit most) e) c on true
     left join lateral (select e.due_at as since from notifications.email e where ${due}
       order by e.due_at limit 1) o on true
     group by l.bulk
     union all
     select 'failed', coalesce(sum(c.waiting), 0)::bigint, null
     from failed f cross join lateral (select count(*) as waiting from (
       select 1 from notifications.email e
       where e.company_id = f.company_id and e.status = 'failed' limit most) e) c
     where f.company_id is not null`,
  );
  await replaceDoorOnCitus(
    runner,
    signature,
    row,
    `select k.kind, count(*), min(k.since) from (
       select case when e.status = 'failed' then 'failed' when e.bulk then 'bulk' else 'fresh' end
         as kind, e.due_at as since
       from notifications.email e where e.status = 'failed' or e.due_at <= at) k
     group by k.kind`,
  );
}
