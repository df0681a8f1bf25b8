import { createCompanyTable, createDoor, createSchema } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The events of every business change and, per consumer, which of them it has handled. `seq` is
 * drawn at the insert: whoever changes a record holds its row lock until the commit, so the order
 * of `seq` is the order of the changes of one record.
 */
export class OutboxEvent1764000020001 implements MigrationInterface {
  name = 'OutboxEvent1764000020001';

  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'outbox');
    await createCompanyTable(
      runner,
      'outbox.event',
      `id uuid not null,
       seq bigint generated always as identity,
       type text not null,
       object text not null,
       record_id text not null,
       occurred_at timestamptz not null,
       actor_kind text not null,
       actor_id text,
       actor_name text not null,
       request_id text not null,
       data jsonb not null,
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
      `create index event_pending_index on outbox.event (company_id, seq) where state = 'pending'`,
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
       foreign key (company_id, event_id) references outbox.event (company_id, id) on delete cascade`,
    );
    await createPendingDoors(runner);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}

/**
 * Both walk the pending index from company to company, so a backlog of one costs the same as a row.
 */
async function createPendingDoors(runner: QueryRunner): Promise<void> {
  const companies = `with recursive pending as (
      (select company_id from outbox.event where state = 'pending' order by company_id limit 1)
      union all
      select (select e.company_id from outbox.event e
              where e.state = 'pending' and e.company_id > p.company_id
              order by e.company_id limit 1)
      from pending p where p.company_id is not null)`;
  await createDoor(
    runner,
    'outbox.door_pending_companies()',
    'table (company_id uuid)',
    `${companies} select p.company_id from pending p where p.company_id is not null`,
  );
  await createDoor(
    runner,
    'outbox.door_oldest_pending()',
    'table (company_id uuid, occurred_at timestamptz)',
    `${companies}
     select p.company_id, (select e.occurred_at from outbox.event e
       where e.state = 'pending' and e.company_id = p.company_id order by e.seq limit 1)
     from pending p where p.company_id is not null`,
  );
}
