import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** A fee of a step names the try that asks for it, of the same invoice. */
export class ChargedStep1764001500602 extends ForwardMigration {
  name = 'ChargedStep1764001500602';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table dunning.attempt
      add constraint attempt_of_invoice_key unique (company_id, invoice_id, id)`);
    await runner.query(`alter table receivables.late_charge
      add constraint late_charge_attempt_fk foreign key (company_id, invoice_id, attempt_id)
        references dunning.attempt (company_id, invoice_id, id)`);
  }
}
