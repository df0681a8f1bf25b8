import { APP_ROLE, ForwardMigration, createCompanyTable, createDoor } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Runs of dunning and what they did, which stays as it was: a further try is a row of its own, and
 * so is the same step of another ladder. Beside it the last letter of each customer, which the next
 * one keeps its distance from.
 */
export class Run1764000510003 extends ForwardMigration {
  name = 'Run1764000510003';

  async up(runner: QueryRunner): Promise<void> {
    await createRuns(runner);
    await createAttempts(runner);
    await createRetries(runner);
    await createLastLetters(runner);
    await closeHistory(runner);
  }
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
  await createDoor(
    runner,
    'dunning.door_dead_runs(before timestamptz)',
    'table (company_id uuid, as_of date)',
    `select r.company_id, r.as_of from dunning.run r
     where r.status = 'running' and r.alive_at < before`,
  );
}

async function createAttempts(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'dunning.attempt',
    `id uuid not null,
     invoice_id uuid not null,
     ladder integer not null,
     step integer not null,
     days_after_due integer not null,
     action text not null,
     result text not null,
     reason text,
     tries integer not null,
     payment_link text,
     email_id uuid,
     as_of date not null,
     made_on date not null,
     run_id uuid not null,
     leased_until timestamptz,
     attempted_at timestamptz not null,
     created_at timestamptz not null,
     primary key (company_id, id),
     constraint attempt_result_check
       check (result in ('running', 'sent', 'done', 'failed', 'skipped')),
     constraint attempt_leased_check check ((result = 'running') = (leased_until is not null))`,
    { changedWhile: `result = 'running'` },
  );
  await runner.query(`alter table dunning.attempt
    add constraint attempt_invoice_fk foreign key (company_id, invoice_id)
      references receivables.invoice (company_id, id),
    add constraint attempt_run_fk foreign key (company_id, run_id)
      references dunning.run (company_id, id)`);
  await runner.query(`create unique index attempt_step_key
    on dunning.attempt (company_id, invoice_id, ladder, step) where result <> 'failed'`);
  await runner.query(`create index attempt_invoice_index
    on dunning.attempt (company_id, invoice_id, attempted_at, id)`);
  await runner.query(`create index attempt_attempted_index
    on dunning.attempt (company_id, attempted_at, id)`);
  await runner.query(`create index attempt_run_index on dunning.attempt (company_id, run_id)`);
}

async function createRetries(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'dunning.attempt_retry',
    `attempt_id uuid not null,
     asked_by jsonb not null,
     asked_at timestamptz not null,
     primary key (company_id, attempt_id)`,
    { appendOnly: true },
  );
  await runner.query(`alter table dunning.attempt_retry
    add constraint attempt_retry_attempt_fk foreign key (company_id, attempt_id)
      references dunning.attempt (company_id, id)`);
}

async function createLastLetters(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'dunning.last_letter',
    `account_id uuid not null,
     run_id uuid not null,
     letter_on date,
     primary key (company_id, account_id)`,
  );
  await runner.query(`alter table dunning.last_letter
    add constraint last_letter_account_fk foreign key (company_id, account_id)
      references crm.account (company_id, id),
    add constraint last_letter_run_fk foreign key (company_id, run_id)
      references dunning.run (company_id, id)`);
}

/** The application ends what is pending, and neither changes nor deletes what has an end. */
async function closeHistory(runner: QueryRunner): Promise<void> {
  await runner.query(`grant update (result, reason, payment_link, email_id, leased_until)
    on dunning.attempt to ${APP_ROLE}`);
}
