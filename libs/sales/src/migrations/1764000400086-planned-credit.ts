import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What a pause or an end that is planned gives back on its day, of days that are paid for by then:
 * `pause_credit`, and `cancel_credit` (null: nothing).
 */
export class PlannedCredit1764000400086 extends ForwardMigration {
  name = 'PlannedCredit1764000400086';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table sales.subscription
      add column pause_credit boolean not null default false,
      add column cancel_credit text,
      add constraint subscription_pause_credit_check
        check (not pause_credit or pause_on is not null),
      add constraint subscription_cancel_credit_check check (cancel_credit is null
        or (cancel_credit in ('prorated', 'full') and cancel_at is not null))`);
  }
}
