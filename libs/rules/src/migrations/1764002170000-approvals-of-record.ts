import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** What was asked of a record before is looked up as its rule asks again. */
export class ApprovalsOfRecord1764002170000 extends ForwardMigration {
  name = 'ApprovalsOfRecord1764002170000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index approval_record_index
      on rules.approval (company_id, record_id, requested_at)`);
  }
}
