import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** By which change an approval was asked, for conditions that go by it. */
export class CalledBy1764002180000 extends ForwardMigration {
  name = 'CalledBy1764002180000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table rules.approval add column called_by jsonb`);
  }
}
