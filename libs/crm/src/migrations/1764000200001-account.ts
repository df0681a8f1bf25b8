import { ForwardMigration, createCompanyTable, createSchema } from '@quittance/database';
import type { QueryRunner } from 'typeorm';
import { index, refer, serveLists } from '../record-table.js';

/**
 * The businesses we sell to. They are deleted softly, and may be merged into another. The external
 * key of a deleted account is free again; that of a merged one still leads an import to what it
 * became. An account names its ledger account as the ledger account names it.
 */
export class Account1764000200001 extends ForwardMigration {
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
       ledger_account_id uuid not null,
       status text not null default 'active',
       external_key text,
       merged_into uuid,
       custom jsonb not null default '{}',
       created_by uuid,
       updated_by uuid,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       deleted_at timestamptz,
       primary key (company_id, id),
       constraint account_status_check check (status in ('active','inactive')),
       constraint account_parent_check check (parent_id <> id),
       constraint account_merged_check check (merged_into is null or deleted_at is not null)`,
    );
    await runner.query(`create unique index account_external_key_key
      on crm.account (company_id, external_key)
      where deleted_at is null or merged_into is not null`);
    await runner.query(`create index account_parent_index
      on crm.account (company_id, parent_id) where parent_id is not null`);
    await runner.query(`create index account_merged_index
      on crm.account (company_id, merged_into) where merged_into is not null`);
    await serveLists(runner, 'crm.account', { name: 'name, id' });
    await index(runner, 'crm.account', {
      manager: 'manager_id',
      match: 'lower(btrim(name))',
      host: `split_part(lower(email), '@', 2)`,
    });
    await refer(runner, 'crm.account', {
      parent_id: 'crm.account',
      merged_into: 'crm.account',
      owner_id: 'identity.staff_user',
      manager_id: 'identity.staff_user',
    });
  }
}
