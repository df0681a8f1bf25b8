import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** The letter of an attempt is there. */
export class AttemptLetter1764001400207 extends ForwardMigration {
  name = 'AttemptLetter1764001400207';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table dunning.attempt
      add constraint attempt_email_fk foreign key (company_id, email_id)
        references notifications.email (company_id, id) deferrable initially deferred`);
  }
}
