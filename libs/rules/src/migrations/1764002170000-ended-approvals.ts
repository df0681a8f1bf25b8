import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * By which change an approval was asked, for conditions that go by it, and what was asked about a
 * record before.
 */
export class EndedApprovals1764002170000 extends ForwardMigration {
  name = 'EndedApprovals1764002170000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table rules.approval add column called_by jsonb`);
    await runner.query(`create index approval_record_index
      on rules.approval (company_id, record_id)`);
  }
}
