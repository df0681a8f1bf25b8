import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** How many passwords were looked at while an account, or a device of it, has been locked. */
export class TriesInLock1764000110090 extends ForwardMigration {
  name = 'TriesInLock1764000110090';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['staff_user', 'known_device']) {
      await runner.query(`alter table identity.${table}
        add column tries_in_lock integer not null default 0`);
      await runner.query(`alter table identity.${table} add constraint ${table}_tries_check
        check (tries_in_lock between 0 and 5)`);
    }
  }
}
