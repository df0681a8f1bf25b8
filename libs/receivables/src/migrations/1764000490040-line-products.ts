import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the lines of invoices and credit notes took over from their product when they were priced,
 * and whether their tax code is the product's. Older lines say nothing of it; no row is rewritten.
 */
export class LineProducts1764000490040 implements MigrationInterface {
  name = 'LineProducts1764000490040';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['receivables.invoice_line', 'receivables.credit_note_line']) {
      await runner.query(`alter table ${table}
        add column sku text,
        add column unit text,
        add column hsn_code text,
        add column product_taxed boolean not null default false`);
    }
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
