import { createCompanyTable, createSchema } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The businesses we sell to. */
export class Account1764000200001 implements MigrationInterface {
  name = 'Account1764000200001';

  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'crm');
    await createCompanyTable(
      runner,
      'crm.account',
      `id uuid not null,
       version integer not null default 1,
       name text not null,
       type text,
       industry text,
       rating text,
       ownership text,
       website text,
       email text,
       billing_email text,
       phone text,
       billing_address jsonb not null,
       shipping_address jsonb not null,
       tax_registration text,
       parent_id uuid,
       manager_id uuid,
       owner_id uuid,
       status text not null default 'active',
       external_key text,
       created_by uuid,
       updated_by uuid,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, id),
       constraint account_status_check check (status in ('active','inactive')),
       constraint account_parent_check check (parent_id <> id)`,
    );
    await runner.query(`create unique index account_external_key_key
      on crm.account (company_id, external_key)`);
    await runner.query(`create index account_name_index on crm.account (company_id, name, id)`);
    await runner.query(`create index account_owner_index
      on crm.account (company_id, owner_id) where owner_id is not null`);
    await runner.query(`create index account_parent_index
      on crm.account (company_id, parent_id) where parent_id is not null`);
    await runner.query(`alter table crm.account
      add constraint account_parent_fk foreign key (company_id, parent_id)
        references crm.account (company_id, id),
      add constraint account_owner_fk foreign key (company_id, owner_id)
        references identity.staff_user (company_id, id),
      add constraint account_manager_fk foreign key (company_id, manager_id)
        references identity.staff_user (company_id, id)`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
