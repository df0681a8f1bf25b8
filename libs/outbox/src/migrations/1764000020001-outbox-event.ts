import {
  APP_ROLE,
  ForwardMigration,
  createCompanyTable,
  createDoor,
  createSchema,
} from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * The events of every business change and, per consumer, which of them it has handled. `seq` is
 * drawn at the insert: whoever changes a record holds its row lock until the commit, so the order
 * of `seq` is the order of the changes of one record. Events of work on many records (`bulk`) wait
 * in a lane of their own, behind those of what somebody did to one record just now; one index keeps
 * both lanes. `depth` counts the events that led to one; `changed` and `before` are what rules
 * compare.
 */
export class OutboxEvent1764000020001 extends ForwardMigration {
  name = 'OutboxEvent1764000020001';

  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'outbox');
    await createSequence(runner);
    await createCompanyTable(
      runner,
      'outbox.event',
      `id uuid not null,
       seq bigint not null default outbox.next_seq(),
       type text not null,
       object text not null,
       record_id text not null,
       occurred_at timestamptz not null,
       actor_kind text not null,
       actor_id text,
       actor_name text not null,
       request_id text not null,
       depth smallint not null default 0,
       bulk boolean not null default false,
       data jsonb not null,
       changed jsonb,
       before jsonb,
       state text not null default 'pending',
       attempts integer not null default 0,
       next_attempt_at timestamptz,
       last_error text,
       finished_at timestamptz,
       primary key (company_id, id),
       constraint event_state_check check (state in ('pending', 'dispatched', 'dead')),
       constraint event_finished_check check ((state = 'pending') = (finished_at is null))`,
    );
    await runner.query(
      `create index event_lane_index on outbox.event (company_id, bulk, seq)
       where state = 'pending'`,
    );
    await runner.query(
      `create index event_pending_record_index on outbox.event (company_id, record_id, seq)
       where state = 'pending'`,
    );
    await runner.query(
      `create index event_occurred_index on outbox.event (company_id, occurred_at)`,
    );
    await runner.query(
      `create index event_dead_index on outbox.event (company_id, seq) where state = 'dead'`,
    );
    await createCompanyTable(
      runner,
      'outbox.inbox',
      `consumer text not null,
       event_id uuid not null,
       handled_at timestamptz not null,
       primary key (company_id, event_id, consumer)`,
    );
    await runner.query(
      `alter table outbox.inbox add constraint inbox_event_fk
       foreign key (company_id, event_id)
         references outbox.event (company_id, id) on delete cascade`,
    );
    await createDoors(runner);
  }
}

/**
 * No identity: a cluster has one sequence per machine, and takes for volatile what draws from it.
 * This one stays with the coordinator, so that the order of `seq` holds wherever a company is, and
 * moves to. A statement draws once and adds the position of each of its events, hence the steps.
 */
async function createSequence(runner: QueryRunner): Promise<void> {
  await runner.query(`create sequence outbox.event_seq increment ${STEP} start ${STEP}`);
  await runner.query(`grant usage on sequence outbox.event_seq to ${APP_ROLE}`);
  await runner.query(`create function outbox.next_seq() returns bigint language plpgsql stable
    as $$ begin return nextval('outbox.event_seq'); end $$`);
}

/** More events than one statement inserts. */
const STEP = 1_048_576;

const COMPANIES = 'outbox.door_companies_with_events(in_bulk boolean)';
const OLDEST = 'outbox.door_oldest_pending()';
const BACKLOG = 'outbox.door_backlog(most integer)';
const BACKLOG_ROW = 'table (kind text, waiting bigint, oldest timestamptz)';

/**
 * All walk event_lane_index from company to company: a backlog of one costs what a row costs. Citus
 * walks no index so: there every shard is asked.
 */
async function createDoors(runner: QueryRunner): Promise<void> {
  const pending = `with recursive pending as (
      (select company_id from outbox.event where state = 'pending' order by company_id limit 1)
      union all
      select (select e.company_id from outbox.event e
              where e.state = 'pending' and e.company_id > p.company_id
              order by e.company_id limit 1)
      from pending p where p.company_id is not null)`;
  await createDoor(runner, COMPANIES, 'table (company_id uuid)', {
    query: `${pending} select p.company_id from pending p
        where p.company_id is not null and exists (select 1 from outbox.event e
          where e.company_id = p.company_id and e.state = 'pending' and e.bulk = in_bulk)`,
    onCitus: `select e.company_id from outbox.event e
        where e.state = 'pending' and e.bulk = in_bulk group by e.company_id order by 1`,
  });
  const oldestOf = `select e.occurred_at from outbox.event e
    where e.company_id = p.company_id and e.state = 'pending' and e.bulk = l.bulk
    order by e.seq limit 1`;
  const lanes = `(values (false), (true)) as l(bulk)`;
  await createDoor(runner, OLDEST, 'table (company_id uuid, occurred_at timestamptz)', {
    query: `${pending} select p.company_id, min(o.occurred_at)
        from pending p cross join ${lanes} cross join lateral (${oldestOf}) o
        where p.company_id is not null group by p.company_id`,
    onCitus: `select e.company_id, min(e.occurred_at) from outbox.event e
        where e.state = 'pending' group by e.company_id`,
  });
  // No count reads more rows of a company and lane than it is told.
  await createDoor(runner, BACKLOG, BACKLOG_ROW, {
    query: `${pending}, dead as (
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
    onCitus: `select w.kind,
          coalesce(sum(least(k.waiting, most)) filter (where k.waiting > 0), 0)::bigint,
          min(k.since)
        from (values ('fresh'), ('bulk'), ('dead')) as w(kind)
        left join (
          select e.company_id, case when e.state = 'dead' then 'dead' when e.bulk then 'bulk'
              else 'fresh' end as kind, count(*) as waiting,
            min(case when e.state = 'pending' then e.occurred_at end) as since
          from outbox.event e where e.state in ('pending', 'dead')
          group by e.company_id, 2) k on k.kind = w.kind
        group by w.kind`,
  });
}
