import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Whether a customer buys as a business, a consumer or otherwise: tax depends on it. */
export class BuyerKind1764000980005 extends ForwardMigration {
  name = 'BuyerKind1764000980005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table crm.account add column buyer_kind text`);
    await runner.query(`alter table crm.account add constraint account_buyer_kind_check
      check (buyer_kind in ('business', 'consumer', 'government', 'sez_unit'))`);
  }
}
