import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Whether the last period of a schedule, where it ends within one, costs its days alone. */
export class Prorated1764001030006 extends ForwardMigration {
  name = 'Prorated1764001030006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table billing.schedule
      add column prorate boolean not null default false`);
  }
}
