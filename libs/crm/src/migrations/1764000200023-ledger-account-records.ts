import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refer } from '../record-table.js';

/**
 * Ledger accounts know who owns, made and changed them, and are deleted softly; that of a customer
 * goes with its account, whose owner it has.
 */
export class LedgerAccountRecords1764000200023 implements MigrationInterface {
  name = 'LedgerAccountRecords1764000200023';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table crm.ledger_account
      add column owner_id uuid,
      add column created_by uuid,
      add column updated_by uuid,
      add column deleted_at timestamptz,
      add constraint ledger_account_deleted_check
        check (deleted_at is null or kind <> 'customer')`);
    await refer(runner, 'crm.ledger_account', { owner_id: 'identity.staff_user' });
    await runner.query(`update crm.ledger_account l set owner_id = a.owner_id, created_by = a.created_by
      from crm.account a where a.company_id = l.company_id and a.id = l.account_id`);
    await runner.query(`create index ledger_account_owner_index
      on crm.ledger_account (company_id, owner_id, created_at, id) include (deleted_at)`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
