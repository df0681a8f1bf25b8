import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** The ledger account of a customer is deleted with its account, as everything of it is. */
export class DeletedLedger1764002420003 extends ForwardMigration {
  name = 'DeletedLedger1764002420003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table crm.ledger_account drop constraint ledger_account_deleted_check`,
    );
    await runner.query(`update crm.ledger_account l set deleted_at = a.deleted_at
      from crm.account a
      where a.company_id = l.company_id and a.id = l.account_id and a.deleted_at is not null`);
  }
}
