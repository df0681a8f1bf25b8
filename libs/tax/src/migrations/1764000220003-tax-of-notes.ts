import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tax that credit notes give back is recorded beside that of their invoices. */
export class TaxOfNotes1764000220003 implements MigrationInterface {
  name = 'TaxOfNotes1764000220003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table tax.transaction
      drop constraint transaction_invoice_key,
      add column credit_note_id uuid,
      add column credit_note_number text,
      add constraint transaction_credit_note_check
        check ((credit_note_id is null) = (credit_note_number is null))`);
    await runner.query(`create unique index transaction_invoice_key
      on tax.transaction (company_id, invoice_id) where credit_note_id is null`);
    await runner.query(`create unique index transaction_credit_note_key
      on tax.transaction (company_id, credit_note_id) where credit_note_id is not null`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
