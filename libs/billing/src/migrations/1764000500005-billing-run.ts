import { ForwardMigration, createCompanyTable, createDoor } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Billing runs, their progress and their failures. `run_key` makes the sweep of one day unique.
 * `scheduled` is what is due when the run starts; `taken` what it has been through, which it
 * becomes at the end. One run of a company is carried out at a time, by any number of workers.
 */
export class BillingRun1764000500005 extends ForwardMigration {
  name = 'BillingRun1764000500005';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'billing.billing_run',
      `id uuid not null,
       version integer not null default 1,
       run_key text not null,
       as_of date not null,
       catch_up boolean not null,
       schedule_ids uuid[],
       preview_token text,
       status text not null,
       scheduled integer not null default 0,
       taken integer not null default 0,
       invoiced integer not null default 0,
       skipped integer not null default 0,
       failed integer not null default 0,
       error jsonb,
       actor jsonb not null,
       started_at timestamptz,
       finished_at timestamptz,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, id),
       constraint billing_run_status_check check (status in
         ('queued','running','completed','completed_with_failures','failed'))`,
    );
    await runner.query(`create unique index billing_run_key
      on billing.billing_run (company_id, run_key)`);
    await runner.query(`create unique index billing_run_running_key
      on billing.billing_run (company_id) where status = 'running'`);
    await runner.query(`create index billing_run_created_index
      on billing.billing_run (company_id, created_at, id)`);
    await runner.query(`create index billing_run_open_index
      on billing.billing_run (company_id, created_at) where status in ('queued','running')`);

    await createCompanyTable(
      runner,
      'billing.billing_run_failure',
      `run_id uuid not null,
       schedule_id uuid not null,
       period_start date,
       code text not null,
       detail text not null,
       created_at timestamptz not null,
       primary key (company_id, run_id, schedule_id)`,
    );
    await runner.query(`alter table billing.billing_run_failure
      add constraint billing_run_failure_run_fk foreign key (company_id, run_id)
        references billing.billing_run (company_id, id),
      add constraint billing_run_failure_schedule_fk foreign key (company_id, schedule_id)
        references billing.schedule (company_id, id)`);

    await createDoor(
      runner,
      'billing.door_companies_with_open_runs()',
      'table (company_id uuid, running boolean)',
      `select r.company_id, bool_or(r.status = 'running') from billing.billing_run r
       where r.status in ('queued','running') group by r.company_id`,
    );
  }
}
