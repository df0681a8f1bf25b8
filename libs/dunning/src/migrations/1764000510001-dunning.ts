import { createCompanyTable, createDoor, createSchema } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How a company pursues overdue invoices, what it leaves alone, its runs and what they did. */
export class Dunning1764000510001 implements MigrationInterface {
  name = 'Dunning1764000510001';

  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'dunning');
    await createSchedule(runner);
    await createPauses(runner);
    await createRuns(runner);
    await createAttempts(runner);
    await createDoors(runner);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}

async function createSchedule(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'dunning.schedule',
    `version integer not null,
     steps jsonb not null,
     auto_run boolean not null,
     require_issued boolean not null,
     minimum_balance numeric not null,
     created_at timestamptz not null,
     updated_at timestamptz not null,
     primary key (company_id),
     constraint schedule_steps_check check (jsonb_typeof(steps) = 'array'),
     constraint schedule_minimum_check check (minimum_balance >= 0)`,
  );
}

async function createPauses(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'dunning.pause',
    `id uuid not null,
     kind text not null,
     account_id uuid,
     invoice_id uuid,
     reason text not null,
     until date,
     promised_amount bigint,
     balance_then bigint,
     currency text,
     outcome text,
     ended_at timestamptz,
     created_by jsonb not null,
     created_at timestamptz not null,
     primary key (company_id, id),
     constraint pause_kind_check check (kind in ('pause', 'promise')),
     constraint pause_of_check check ((account_id is null) <> (invoice_id is null)),
     constraint pause_promise_check check (kind = 'pause' or (invoice_id is not null
       and until is not null and promised_amount > 0 and balance_then >= promised_amount
       and currency is not null)),
     constraint pause_outcome_check check (outcome in ('ended', 'expired', 'kept', 'broken')),
     constraint pause_ended_check check ((outcome is null) = (ended_at is null))`,
  );
  await runner.query(`alter table dunning.pause
    add constraint pause_invoice_fk foreign key (company_id, invoice_id)
      references receivables.invoice (company_id, id),
    add constraint pause_account_fk foreign key (company_id, account_id)
      references crm.account (company_id, id)`);
  await runner.query(`create index pause_invoice_index on dunning.pause (company_id, invoice_id)
    where invoice_id is not null`);
  await runner.query(`create index pause_account_index on dunning.pause (company_id, account_id)
    where account_id is not null`);
  await runner.query(`create index pause_open_index on dunning.pause (company_id, until)
    where ended_at is null`);
  await runner.query(`create index pause_created_index
    on dunning.pause (company_id, created_at, id)`);
}

async function createRuns(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'dunning.run',
    `id uuid not null,
     run_key text not null,
     as_of date not null,
     status text not null,
     invoices integer not null default 0,
     sent integer not null default 0,
     done integer not null default 0,
     skipped integer not null default 0,
     failed integer not null default 0,
     held integer not null default 0,
     actor jsonb not null,
     started_at timestamptz not null,
     alive_at timestamptz not null,
     finished_at timestamptz,
     primary key (company_id, id),
     constraint run_status_check check (status in ('running', 'completed', 'failed')),
     constraint run_finished_check check ((status = 'running') = (finished_at is null))`,
  );
  await runner.query(`create unique index run_key on dunning.run (company_id, run_key)`);
  await runner.query(`create unique index run_running_key on dunning.run (company_id)
    where status = 'running'`);
  await runner.query(`create index run_started_index on dunning.run (company_id, started_at, id)`);
}

async function createAttempts(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'dunning.attempt',
    `id uuid not null,
     invoice_id uuid not null,
     step integer not null,
     days_after_due integer not null,
     action text not null,
     result text not null,
     reason text,
     tries integer not null,
     payment_link text,
     email_id uuid,
     as_of date not null,
     run_id uuid not null,
     leased_until timestamptz,
     attempted_at timestamptz not null,
     created_at timestamptz not null,
     primary key (company_id, id),
     constraint attempt_result_check
       check (result in ('running', 'sent', 'done', 'failed', 'skipped')),
     constraint attempt_leased_check check ((result = 'running') = (leased_until is not null))`,
  );
  await runner.query(`alter table dunning.attempt
    add constraint attempt_invoice_fk foreign key (company_id, invoice_id)
      references receivables.invoice (company_id, id),
    add constraint attempt_run_fk foreign key (company_id, run_id)
      references dunning.run (company_id, id)`);
  await runner.query(`create unique index attempt_step_key
    on dunning.attempt (company_id, invoice_id, step)`);
  await runner.query(`create index attempt_attempted_index
    on dunning.attempt (company_id, attempted_at, id)`);
  await runner.query(`create index attempt_run_index on dunning.attempt (company_id, run_id)`);
}

async function createDoors(runner: QueryRunner): Promise<void> {
  await createDoor(
    runner,
    'dunning.door_companies_with_auto_run()',
    'setof uuid',
    `select s.company_id from dunning.schedule s
     join company.company c on c.id = s.company_id
     where s.auto_run and jsonb_array_length(s.steps) > 0`,
  );
  await createDoor(
    runner,
    'dunning.door_dead_runs(before timestamptz)',
    'table (company_id uuid, as_of date)',
    `select r.company_id, r.as_of from dunning.run r
     where r.status = 'running' and r.alive_at < before`,
  );
}
