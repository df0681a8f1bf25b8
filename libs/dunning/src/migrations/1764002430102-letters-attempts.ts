import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Whoever sends a letter asks whose steps it takes, and whether they still hold. */
export class LettersAttempts1764002430102 extends ForwardMigration {
  name = 'LettersAttempts1764002430102';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index attempt_email_index
      on dunning.attempt (company_id, email_id) where email_id is not null`);
  }
}
