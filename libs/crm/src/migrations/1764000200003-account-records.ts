import type { MigrationInterface, QueryRunner } from 'typeorm';
import { index, refer } from '../record-table.js';

/**
 * Accounts get custom fields, are deleted softly, and may be merged into another. The external key
 * of a deleted account is free again; that of a merged one still leads an import to what it became.
 * An account names its ledger account as the ledger account names it: the two keys hold each other,
 * and the one on the side of the account is checked at the end, when both rows are there.
 */
export class AccountRecords1764000200003 implements MigrationInterface {
  name = 'AccountRecords1764000200003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table crm.account
      add column custom jsonb not null default '{}',
      add column deleted_at timestamptz,
      add column merged_into uuid,
      add column ledger_account_id uuid,
      add constraint account_merged_check check (merged_into is null or deleted_at is not null)`);
    await refer(runner, 'crm.account', { merged_into: 'crm.account' });
    await runner.query(`create index account_merged_index
      on crm.account (company_id, merged_into) where merged_into is not null`);
    await index(runner, 'crm.account', {
      created: 'created_at, id',
      manager: 'manager_id',
      match: 'lower(btrim(name))',
      host: `split_part(lower(email), '@', 2)`,
    });
    await runner.query(`update crm.account a set ledger_account_id = l.id
      from crm.ledger_account l where l.company_id = a.company_id and l.account_id = a.id`);
    await runner.query(`create unique index ledger_account_pair_key
      on crm.ledger_account (company_id, id, account_id)`);
    await runner.query(`alter table crm.account alter column ledger_account_id set not null,
      add constraint account_ledger_account_fk foreign key (company_id, ledger_account_id, id)
        references crm.ledger_account (company_id, id, account_id)
        deferrable initially deferred`);
    await runner.query(`drop index crm.account_external_key_key`);
    await runner.query(`create unique index account_external_key_key
      on crm.account (company_id, external_key)
      where deleted_at is null or merged_into is not null`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
