import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** How many days after its moment usage is taken. */
export class LateUsage1764001000003 extends ForwardMigration {
  name = 'LateUsage1764001000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table company.company
      add column max_late_days integer not null default 60
        constraint company_late_days_check check (max_late_days between 0 and 60)`);
  }
}
