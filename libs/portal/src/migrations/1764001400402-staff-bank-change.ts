import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Staff ask for another account too, and wait as vendors do. */
export class StaffBankChange1764001400402 extends ForwardMigration {
  name = 'StaffBankChange1764001400402';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table portal.bank_change
      alter column portal_user_id drop not null,
      add column requested_by uuid,
      add column requested_by_name text`);
    await runner.query(`alter table portal.bank_change
      add constraint bank_change_asker_check check (
        (portal_user_id is null) = (requested_by is not null)
        and (requested_by is null) = (requested_by_name is null))`);
    await runner.query(`create index bank_change_created_index
      on portal.bank_change (company_id, created_at, id)`);
  }
}
