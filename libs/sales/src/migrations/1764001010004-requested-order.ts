import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Orders under way by the day that they were wanted for, so that late ones are found by it. */
export class RequestedOrder1764001010004 extends ForwardMigration {
  name = 'RequestedOrder1764001010004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index sales_order_requested_index on sales.sales_order
      (company_id, requested_on) where status in ('confirmed', 'in_production')`);
  }
}
