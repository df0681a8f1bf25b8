import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A ledger account that is out of sight names no price book: nobody could take it back from there.
 */
export class GoneLedgerAccounts1764000200024 implements MigrationInterface {
  name = 'GoneLedgerAccounts1764000200024';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`update crm.ledger_account l set default_price_book_id = null
      where l.default_price_book_id is not null and (l.deleted_at is not null
        or exists (select from crm.account a where a.company_id = l.company_id
          and a.id = l.account_id and a.deleted_at is not null))`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
