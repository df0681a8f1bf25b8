import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * By which lines of its invoice usage was billed, and how much of what somebody has credited of
 * them by hand came back in place of usage that was taken back.
 */
export class UsageByHand1764001100001 extends ForwardMigration {
  name = 'UsageByHand1764001100001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table billing.billed_usage
      add column first_line integer,
      add column last_line integer,
      add column by_hand bigint not null default 0,
      add constraint billed_usage_lines_check
        check ((first_line is null) = (last_line is null) and last_line >= first_line),
      add constraint billed_usage_by_hand_check check (by_hand >= 0)`);
  }
}
