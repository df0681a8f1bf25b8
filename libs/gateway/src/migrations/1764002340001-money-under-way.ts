import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Since when the payer's money is on its way at a link that must not be paid any more: such an
 * attempt stays `closing` until that has come or failed.
 */
export class MoneyUnderWay1764002340001 extends ForwardMigration {
  name = 'MoneyUnderWay1764002340001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table gateway.checkout add column money_under_way_at timestamptz`);
  }
}
