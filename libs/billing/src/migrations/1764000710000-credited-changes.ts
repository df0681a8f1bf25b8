import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What a change gives back by a credit note is a line as well: where that note is voided by hand it
 * is owed again (`credit_note_id`). `of_period`: it comes back of what a period asked for, so that
 * nothing of it is owed where the invoice that asked (`corrects`) is given up itself. Notes that
 * were made before are not known.
 */
export class CreditedChanges1764000710000 extends ForwardMigration {
  name = 'CreditedChanges1764000710000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table billing.change_line
      add column credit_note_id uuid,
      add column of_period boolean not null default false`);
    await runner.query(`alter table billing.change_line
      add constraint change_line_credit_note_fk foreign key (company_id, credit_note_id)
        references receivables.credit_note (company_id, id),
      add constraint change_line_bearer_check
        check (invoice_id is null or credit_note_id is null)`);
    await runner.query(`create index change_line_credit_note_index on billing.change_line
      (company_id, credit_note_id) where credit_note_id is not null`);
  }
}
