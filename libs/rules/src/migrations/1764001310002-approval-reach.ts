import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What an approval keeps for itself: the resources that its message shows something of (null: not
 * known, so that it is shown to those alone who are asked), and how many events led to it.
 */
export class ApprovalReach1764001310002 extends ForwardMigration {
  name = 'ApprovalReach1764001310002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table rules.approval
      add column resources jsonb,
      add column depth smallint not null default 1`);
  }
}
