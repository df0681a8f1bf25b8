import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The default price book of a ledger account exists. The key stands here because the table it
 * points to is made after that of ledger accounts.
 */
export class DefaultPriceBook1764000210002 implements MigrationInterface {
  name = 'DefaultPriceBook1764000210002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table crm.ledger_account add constraint ledger_account_price_book_fk
      foreign key (company_id, default_price_book_id) references catalog.price_book (company_id, id)`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
