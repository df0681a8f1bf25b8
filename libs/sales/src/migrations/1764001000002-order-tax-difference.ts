import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What invoices of an order ask in tax beside what was agreed, by rates of another day. Of orders
 * from before it is known once the money of one of their invoices moves.
 */
export class OrderTaxDifference1764001000002 extends ForwardMigration {
  name = 'OrderTaxDifference1764001000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table sales.sales_order
      add column tax_difference bigint not null default 0`);
  }
}
