import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** The credit note that a tax transaction is of is there. */
export class TaxedNote1764001400203 extends ForwardMigration {
  name = 'TaxedNote1764001400203';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table tax.transaction
      add constraint transaction_credit_note_fk foreign key (company_id, credit_note_id)
        references receivables.credit_note (company_id, id) deferrable initially deferred`);
  }
}
