import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The custom fields of invoices. The constant default rewrites no row. */
export class InvoiceCustom1764000490030 implements MigrationInterface {
  name = 'InvoiceCustom1764000490030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table receivables.invoice add column custom jsonb not null default '{}'`,
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
