import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Whether where parties are paid to is changed by two of the staff. */
export class BankChanges1764001400401 extends ForwardMigration {
  name = 'BankChanges1764001400401';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table company.company
      add column bank_changes_need_approval boolean not null default false`);
  }
}
