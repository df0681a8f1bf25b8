import {
  ForwardMigration,
  createCompanyTable,
  createDoor,
  createSchema,
} from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * The templates that companies have saved, and every e-mail: queue and log in one. `due_at` says
 * when an e-mail that is not finished is next taken up, also one whose sender was killed. E-mails
 * of work on many records (`bulk`) wait in a lane of their own, behind those that somebody waits
 * for.
 */
export class Notifications1764000700001 extends ForwardMigration {
  name = 'Notifications1764000700001';

  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'notifications');
    await createCompanyTable(
      runner,
      'notifications.email_template',
      `code text not null,
       version integer not null default 1,
       subject text not null,
       html text not null,
       text text not null,
       language text,
       active boolean not null,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, code)`,
    );
    await createCompanyTable(
      runner,
      'notifications.email',
      `id uuid not null,
       template_code text not null,
       status text not null,
       to_address text not null,
       subject text not null,
       html text not null,
       text text not null,
       language text not null,
       from_name text not null,
       reply_to text,
       late jsonb,
       attachments jsonb not null,
       object text not null,
       record_id text not null,
       bulk boolean not null default false,
       dedupe_key text,
       message_id text,
       attempts integer not null default 0,
       due_at timestamptz,
       last_error text,
       answer text,
       request_id text not null,
       created_at timestamptz not null,
       finished_at timestamptz,
       primary key (company_id, id),
       constraint email_status_check check (status in ('queued', 'sending', 'sent', 'failed')),
       constraint email_due_check check ((status in ('queued', 'sending')) = (due_at is not null)),
       constraint email_finished_check
         check ((status in ('sent', 'failed')) = (finished_at is not null))`,
    );
    await runner.query(
      `create unique index email_dedupe_key on notifications.email (company_id, dedupe_key)
       where dedupe_key is not null`,
    );
    await runner.query(
      `create index email_due_index on notifications.email (company_id, due_at)
       where due_at is not null`,
    );
    await runner.query(
      `create index email_created_index on notifications.email (company_id, created_at, id)`,
    );
    await runner.query(
      `create index email_record_index on notifications.email (company_id, record_id)`,
    );
    await runner.query(`create index email_lane_index
      on notifications.email (company_id, bulk, due_at) where due_at is not null`);
    await runner.query(`create index email_failed_index
      on notifications.email (company_id, created_at) where status = 'failed'`);
    await createDueDoor(runner);
    await createBacklogDoor(runner);
  }
}

/**
 * Walks the index of unfinished e-mails from company to company: a backlog costs what a row costs.
 * Citus walks no index so: there every shard is asked.
 */
async function createDueDoor(runner: QueryRunner): Promise<void> {
  await createDoor(
    runner,
    'notifications.door_companies_with_due_email(now timestamptz)',
    'table (company_id uuid)',
    {
      query: `with recursive due as (
         (select e.company_id, e.due_at from notifications.email e
          where e.due_at is not null order by e.company_id, e.due_at limit 1)
         union all
         select n.company_id, n.due_at from due d, lateral (
           select e.company_id, e.due_at from notifications.email e
           where e.due_at is not null and e.company_id > d.company_id
           order by e.company_id, e.due_at limit 1) n)
       select d.company_id from due d where d.due_at <= now`,
      onCitus: `select e.company_id from notifications.email e
        where e.due_at <= now group by e.company_id order by 1`,
    },
  );
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
  const failed = walk('failed', `status = 'failed'`);
  const due = `e.company_id = w.company_id and e.bulk = l.bulk and e.due_at <= at`;
  await createDoor(runner, signature, row, {
    query: `with recursive ${walk('open', 'due_at is not null')}, ${failed}
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
    onCitus: `select w.kind,
          coalesce(sum(least(k.waiting, most)) filter (where k.waiting > 0), 0)::bigint,
          min(k.since)
        from (values ('fresh'), ('bulk'), ('failed')) as w(kind)
        left join (
          select e.company_id, case when e.status = 'failed' then 'failed' when e.bulk then 'bulk'
              else 'fresh' end as kind, count(*) as waiting,
            min(case when e.status <> 'failed' then e.due_at end) as since
          from notifications.email e where e.status = 'failed' or e.due_at <= at
          group by e.company_id, 2) k on k.kind = w.kind
        group by w.kind`,
  });
}
