import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Of which end of its trial a subscription has been told: a later end is told again. */
export class TrialNotice1764000940020 extends ForwardMigration {
  name = 'TrialNotice1764000940020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table sales.subscription add column trial_told_for date');
  }
}
