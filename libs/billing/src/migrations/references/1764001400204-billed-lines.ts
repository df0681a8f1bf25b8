import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * The line of a schedule that a line of an invoice bills is there, and the product of a change.
 * Lines of a draft are written anew within a transaction, so that it is asked at its end.
 */
export class BilledLines1764001400204 extends ForwardMigration {
  name = 'BilledLines1764001400204';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table billing.schedule_line
      add constraint schedule_line_id_key unique (company_id, id)`);
    await runner.query(`create index invoice_line_schedule_line_index
      on receivables.invoice_line (company_id, schedule_line_id)
      where schedule_line_id is not null`);
    await runner.query(`alter table receivables.invoice_line
      add constraint invoice_line_schedule_line_fk foreign key (company_id, schedule_line_id)
        references billing.schedule_line (company_id, id) deferrable initially deferred`);
    await runner.query(`alter table billing.change_line
      add constraint change_line_product_fk foreign key (company_id, product_id)
        references catalog.product (company_id, id) deferrable initially deferred`);
  }
}
