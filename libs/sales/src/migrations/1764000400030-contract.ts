import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';
import { serveRecords } from './1764000400020-plan.js';

/** Contracts: what was agreed for a term. A renewed one names its successor, once. */
export class Contract1764000400030 extends ForwardMigration {
  name = 'Contract1764000400030';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'sales.contract',
      `id uuid not null,
       version integer not null default 1,
       number text not null,
       number_period text,
       number_seq bigint,
       account_id uuid not null,
       status text not null default 'draft',
       start_date date not null,
       end_date date,
       currency text,
       value bigint,
       auto_renew boolean not null default false,
       notice_days integer not null default 30,
       renewal_term_months integer,
       uplift_percent numeric(9,6) not null default 0,
       uplift_cap numeric(9,6),
       notice_given_on date,
       notice_told_on date,
       terminated_on date,
       end_reason text,
       previous_id uuid,
       successor_id uuid,
       description text,
       owner_id uuid,
       custom jsonb not null default '{}',
       created_by uuid,
       updated_by uuid,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       deleted_at timestamptz,
       primary key (company_id, id),
       constraint contract_status_check
         check (status in ('draft','active','expired','renewed','terminated')),
       constraint contract_dates_check check (end_date is null or end_date >= start_date),
       constraint contract_renew_check check (not auto_renew or end_date is not null),
       constraint contract_notice_check check (notice_days between 0 and 730),
       constraint contract_term_check check (renewal_term_months between 1 and 120),
       constraint contract_uplift_check check (uplift_percent >= 0 and uplift_cap >= 0),
       constraint contract_successor_check
         check ((status = 'renewed') = (successor_id is not null)),
       constraint contract_terminated_check
         check ((status = 'terminated') = (terminated_on is not null))`,
    );
    await runner.query(
      `create unique index contract_number_key on sales.contract (company_id, number)`,
    );
    await runner.query(`create unique index contract_previous_key
      on sales.contract (company_id, previous_id)`);
    await runner.query(`create index contract_account_index
      on sales.contract (company_id, account_id)`);
    // What the daily sweep looks for: active ones whose end, or the notice before it, has come.
    await runner.query(`create index contract_ending_index
      on sales.contract (company_id, end_date) where status = 'active'`);
    await serveRecords(runner, 'sales.contract', { status: 'status, created_at, id' });
    await runner.query(`alter table sales.contract
      add constraint contract_account_fk foreign key (company_id, account_id)
        references crm.account (company_id, id),
      add constraint contract_previous_fk foreign key (company_id, previous_id)
        references sales.contract (company_id, id),
      add constraint contract_successor_fk foreign key (company_id, successor_id)
        references sales.contract (company_id, id) deferrable initially deferred`);
  }
}
