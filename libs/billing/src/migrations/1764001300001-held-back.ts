import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What a change would have given back of a row, had nobody credited it by hand, and what came back
 * against what the change asked alone: where the note is voided, the one comes back after all. As
 * they were before the last cut, too, since another change of its day may undo that.
 */
export class HeldBack1764001300001 extends ForwardMigration {
  name = 'HeldBack1764001300001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table billing.billed_item
      add column held_back bigint not null default 0,
      add column given_against bigint not null default 0,
      add column uncut_held bigint not null default 0,
      add column uncut_against bigint not null default 0,
      add constraint billed_item_held_back_check check (held_back >= 0 and uncut_held >= 0),
      add constraint billed_item_given_against_check
        check (given_against >= 0 and uncut_against >= 0)`);
    await runner.query(`create index billed_item_held_index on billing.billed_item
      (company_id, schedule_id) where held_back > 0 or given_against > 0`);
  }
}
