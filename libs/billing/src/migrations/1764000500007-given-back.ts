import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What of the amount of a billed item came back when a change cut it: with `full` or without any
 * credit that is not what its days say, and the minimum of usage is compared with what was billed.
 */
export class GivenBack1764000500007 extends ForwardMigration {
  name = 'GivenBack1764000500007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table billing.billed_item
      add column given_back bigint not null default 0,
      add constraint billed_item_given_back_check check (given_back >= 0)`);
    // Of what was cut before it is not known how: by days is what is done unless it is told.
    await runner.query(`update billing.billed_item
      set given_back = round(price::numeric * (uncut_on - until_on) / full_days)
      where uncut_on is not null`);
  }
}
