import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** A vendor takes back what it has asked for, as long as it waits. */
export class WithdrawnBankChange1764001010008 extends ForwardMigration {
  name = 'WithdrawnBankChange1764001010008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table portal.bank_change drop constraint bank_change_status_check');
    await runner.query(`alter table portal.bank_change add constraint bank_change_status_check
      check (status in ('waiting', 'approved', 'rejected', 'withdrawn'))`);
  }
}
