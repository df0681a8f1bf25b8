import { APP_ROLE, createCompanyTable } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What dunning did stays as it was: a further try is a row of its own, and so is the same step of
 * another ladder. Beside it the last letter of each customer, which the next one keeps its distance
 * from.
 */
export class History1764000510003 implements MigrationInterface {
  name = 'History1764000510003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table dunning.schedule
      add column minimum_gap_days integer not null default 3,
      add column ladder integer not null default 1,
      add constraint schedule_gap_check check (minimum_gap_days between 0 and 365)`);
    await widenAttempts(runner);
    await createRetries(runner);
    await createLastLetters(runner);
    await closeHistory(runner);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}

/**
 * What was written over each other until now belongs to no ladder that is known: to the ladder 0.
 */
async function widenAttempts(runner: QueryRunner): Promise<void> {
  await runner.query(`alter table dunning.attempt
    add column ladder integer not null default 0,
    add column made_on date`);
  await runner.query(`alter table dunning.attempt alter column ladder drop default`);
  await runner.query(`update dunning.attempt a
    set made_on = (a.attempted_at at time zone k.time_zone)::date
    from company.company k where k.id = a.company_id`);
  await runner.query(`alter table dunning.attempt alter column made_on set not null`);
  await runner.query(`drop index dunning.attempt_step_key`);
  await runner.query(`create unique index attempt_step_key
    on dunning.attempt (company_id, invoice_id, ladder, step) where result <> 'failed'`);
  await runner.query(`create index attempt_invoice_index
    on dunning.attempt (company_id, invoice_id, attempted_at, id)`);
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
  // Those whose tries were counted anew so far say so by a 0.
  await runner.query(`insert into dunning.attempt_retry (company_id, attempt_id, asked_by, asked_at)
    select company_id, id, '{"kind": "system", "id": null, "name": "Quittance"}', attempted_at
    from dunning.attempt where tries = 0 and result = 'failed'`);
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
  await runner.query(`insert into dunning.last_letter (company_id, account_id, run_id, letter_on)
    select distinct on (a.company_id, i.account_id) a.company_id, i.account_id, a.run_id, a.made_on
    from dunning.attempt a
    join receivables.invoice i on i.company_id = a.company_id and i.id = a.invoice_id
    where a.result = 'sent'
    order by a.company_id, i.account_id, a.made_on desc, a.id desc`);
  await runner.query(`alter table dunning.last_letter
    add constraint last_letter_account_fk foreign key (company_id, account_id)
      references crm.account (company_id, id),
    add constraint last_letter_run_fk foreign key (company_id, run_id)
      references dunning.run (company_id, id)`);
}

/** The application ends what is pending, and neither changes nor deletes what has an end. */
async function closeHistory(runner: QueryRunner): Promise<void> {
  await runner.query(`revoke update, delete on dunning.attempt from ${APP_ROLE}`);
  await runner.query(`grant update (result, reason, payment_link, email_id, leased_until)
    on dunning.attempt to ${APP_ROLE}`);
  await runner.query(`create policy pending on dunning.attempt as restrictive for update
    to ${APP_ROLE} using (result = 'running') with check (true)`);
}
