import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * A change may be planned for a day of a period that is billed: `later_settlement` has how that is
 * settled with the day. No constraint ties it to `change_on`, which the version before takes away
 * by itself: what is paid for is settled all the same.
 */
export class LaterSettlement1764002290000 extends ForwardMigration {
  name = 'LaterSettlement1764002290000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table sales.subscription add column later_settlement jsonb`);
    await runner.query(`create index subscription_later_settlement_index
      on sales.subscription (company_id, id) where later_settlement is not null`);
  }
}
