import { createCompanyTable, createDoor, createSchema } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where events are sent, the messages to each of these places, and every attempt at them. */
export class Webhooks1764000710001 implements MigrationInterface {
  name = 'Webhooks1764000710001';

  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'webhooks');
    await createEndpoints(runner);
    await createMessages(runner);
    await createAttempts(runner);
    // From company to company along message_pending_index: a backlog of one costs the same as a
    // row.
    await createDoor(
      runner,
      'webhooks.door_companies_with_due_messages(at timestamptz)',
      'table (company_id uuid)',
      `with recursive pending as (
         (select company_id from webhooks.message where status = 'pending'
          order by company_id limit 1)
         union all
         select (select m.company_id from webhooks.message m
                 where m.status = 'pending' and m.company_id > p.company_id
                 order by m.company_id limit 1)
         from pending p where p.company_id is not null)
       select p.company_id from pending p where exists (
         select 1 from webhooks.message m
         where m.company_id = p.company_id and m.status = 'pending' and m.next_attempt_at <= at)`,
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
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
     constraint message_delivered_check check ((status = 'delivered') = (delivered_at is not null))`,
  );
  await runner.query(`alter table webhooks.message add constraint message_endpoint_fk
    foreign key (company_id, endpoint_id) references webhooks.endpoint (company_id, id)
    on delete cascade`);
  await runner.query(`create unique index message_event_key
    on webhooks.message (company_id, endpoint_id, event_id) where event_id is not null`);
  await runner.query(`create index message_due_index
    on webhooks.message (company_id, endpoint_id, next_attempt_at) where status = 'pending'`);
  await runner.query(`create index message_pending_index
    on webhooks.message (company_id, next_attempt_at) where status = 'pending'`);
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
