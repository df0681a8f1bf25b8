import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Users find in their activity who of the staff has looked on, unless the company says no. */
export class TellsViews1764001010002 extends ForwardMigration {
  name = 'TellsViews1764001010002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table portal.settings
      add column tells_views boolean not null default true`);
  }
}
