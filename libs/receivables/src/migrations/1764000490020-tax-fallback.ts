import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Why the external engine that should have taxed a line did not, and the invoices that tax
 * transactions are of: tax lies below and could not name them itself.
 */
export class TaxFallback1764000490020 implements MigrationInterface {
  name = 'TaxFallback1764000490020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table receivables.invoice_line add column tax_fallback_reason text,
      add constraint invoice_line_fallback_check
        check (tax_fallback_reason is null or tax_fallback)`);
    await runner.query(`create index invoice_line_fallback_index
      on receivables.invoice_line (company_id, invoice_id) where tax_fallback_reason is not null`);
    await runner.query(`alter table tax.transaction add constraint transaction_invoice_fk
      foreign key (company_id, invoice_id) references receivables.invoice (company_id, id)`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
