import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What vendors say of themselves, beside what the company keeps of them, and the accounts that they
 * ask to be paid to, which wait for staff.
 */
export class VendorCompany1764001010001 extends ForwardMigration {
  name = 'VendorCompany1764001010001';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'portal.vendor_profile',
      `id uuid not null,
       version integer not null default 1,
       trading_name text,
       line1 text,
       line2 text,
       city text,
       region text,
       postal_code text,
       country text,
       contacts jsonb not null default '[]',
       updated_at timestamptz not null,
       updated_by_portal_user_id uuid not null,
       primary key (company_id, id)`,
    );
    await runner.query(`alter table portal.vendor_profile
      add constraint vendor_profile_ledger_fk foreign key (company_id, id)
        references crm.ledger_account (company_id, id),
      add constraint vendor_profile_user_fk foreign key (company_id, updated_by_portal_user_id)
        references portal.portal_user (company_id, id)`);
    await runner.query(`create index vendor_profile_user_index
      on portal.vendor_profile (company_id, updated_by_portal_user_id)`);
    await createCompanyTable(
      runner,
      'portal.bank_change',
      `id uuid not null,
       ledger_account_id uuid not null,
       portal_user_id uuid not null,
       status text not null
         constraint bank_change_status_check check (status in ('waiting', 'approved', 'rejected')),
       bank jsonb not null,
       created_at timestamptz not null,
       decided_at timestamptz,
       decided_by uuid,
       reason text,
       primary key (company_id, id),
       constraint bank_change_decided_check check ((status = 'waiting') = (decided_at is null))`,
    );
    await runner.query(`alter table portal.bank_change
      add constraint bank_change_ledger_fk foreign key (company_id, ledger_account_id)
        references crm.ledger_account (company_id, id),
      add constraint bank_change_user_fk foreign key (company_id, portal_user_id)
        references portal.portal_user (company_id, id)`);
    // One at a time: who decides must know which one is meant.
    await runner.query(`create unique index bank_change_waiting_key
      on portal.bank_change (company_id, ledger_account_id) where status = 'waiting'`);
    await runner.query(`create index bank_change_ledger_index
      on portal.bank_change (company_id, ledger_account_id, created_at desc)`);
    await runner.query(`create index bank_change_user_index
      on portal.bank_change (company_id, portal_user_id)`);
  }
}
