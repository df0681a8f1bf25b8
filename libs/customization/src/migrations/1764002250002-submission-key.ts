import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Keys under which forms were filled in by whoever has their link, and what was said then: the same
 * submission that is sent again is one. Kept as long as the submission is.
 */
export class SubmissionKey1764002250002 extends ForwardMigration {
  name = 'SubmissionKey1764002250002';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'customization.submission_key',
      `form_id uuid not null,
       key text not null,
       print bytea not null,
       submission_id uuid not null,
       constraint submission_key_pk primary key (company_id, form_id, key),
       constraint submission_key_key_check check (length(key) between 1 and 255)`,
      { appendOnly: true },
    );
    await runner.query(`alter table customization.submission_key
      add constraint submission_key_submission_fk foreign key (company_id, submission_id)
      references customization.form_submission (company_id, id)`);
  }
}
