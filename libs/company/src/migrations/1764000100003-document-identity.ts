import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a company's documents say of it beside its legal name: how to reach it and where to pay. */
export class DocumentIdentity1764000100003 implements MigrationInterface {
  name = 'DocumentIdentity1764000100003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table company.company
      add column trade_name text,
      add column registration_number text,
      add column contact jsonb,
      add column bank_account jsonb,
      add column document_language text`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
