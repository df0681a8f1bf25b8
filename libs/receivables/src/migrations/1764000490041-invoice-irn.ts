import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What India's invoice registration portal answered to an invoice; one number names one invoice.
 */
export class InvoiceIrn1764000490041 implements MigrationInterface {
  name = 'InvoiceIrn1764000490041';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table receivables.invoice
      add column irn jsonb,
      add constraint invoice_irn_check check (irn is null or (irn->>'irn' ~ '^[0-9a-f]{64}$'
        and irn ?& array['ackNumber', 'ackDate', 'signedQr']))`);
    await runner.query(`create unique index invoice_irn_key
      on receivables.invoice (company_id, (irn->>'irn')) where irn is not null`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
