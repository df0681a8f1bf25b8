import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What invoices of an order ask in tax beside what was agreed, by rates of another day. Of orders
 * from before it is known once the money of one of their invoices moves. Orders under way are
 * indexed by the day that they were wanted for, so that late ones are found.
 */
export class OrderTaxDifference1764001000002 extends ForwardMigration {
  name = 'OrderTaxDifference1764001000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table sales.sales_order
      add column tax_difference bigint not null default 0`);
    await runner.query(`create index sales_order_requested_index on sales.sales_order
      (company_id, requested_on) where status in ('confirmed', 'in_production')`);
  }
}
