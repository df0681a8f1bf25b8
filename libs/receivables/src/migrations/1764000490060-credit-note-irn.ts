import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What India's invoice registration portal answered to a credit note; one number names one note.
 */
export class CreditNoteIrn1764000490060 implements MigrationInterface {
  name = 'CreditNoteIrn1764000490060';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table receivables.credit_note
      add column irn jsonb,
      add constraint credit_note_irn_check check (irn is null or (irn->>'irn' ~ '^[0-9a-f]{64}$'
        and irn ?& array['ackNumber', 'ackDate', 'signedQr']))`);
    await runner.query(`create unique index credit_note_irn_key
      on receivables.credit_note (company_id, (irn->>'irn')) where irn is not null`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
