import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Of an approval who else had changed its record by the time at which it was asked. */
export class ChangedBy1764002140001 extends ForwardMigration {
  name = 'ChangedBy1764002140001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table rules.approval
      add column changed_by jsonb not null default '[]'::jsonb`);
  }
}
