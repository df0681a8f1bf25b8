import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** When the bodies of an e-mail were removed: they are not kept as long as what tells of it. */
export class RemovedBody1764002260001 extends ForwardMigration {
  name = 'RemovedBody1764002260001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table notifications.email add column body_removed_at timestamptz`);
    await runner.query(`create index email_body_index
      on notifications.email (company_id, created_at) where body_removed_at is null`);
  }
}
