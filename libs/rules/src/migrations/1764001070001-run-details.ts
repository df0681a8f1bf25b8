import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** What a run of a workflow rule has read and written; null of those from before. */
export class RunDetails1764001070001 extends ForwardMigration {
  name = 'RunDetails1764001070001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table rules.workflow_run add column details jsonb');
  }
}
