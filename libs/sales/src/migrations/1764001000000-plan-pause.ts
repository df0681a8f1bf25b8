import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** A plan says whether customers may pause what they have of it themselves. */
export class PlanPause1764001000000 extends ForwardMigration {
  name = 'PlanPause1764001000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table sales.plan
      add column customer_may_pause boolean not null default false`);
  }
}
