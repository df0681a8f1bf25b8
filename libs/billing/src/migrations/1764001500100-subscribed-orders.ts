import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Schedules of subscriptions that came from an order know it, as their invoices are of it too. */
export class SubscribedOrders1764001500100 extends ForwardMigration {
  name = 'SubscribedOrders1764001500100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`update billing.schedule b set sales_order_id = s.sales_order_id
      from sales.pub_subscription s
      where s.company_id = b.company_id and s.id = b.subscription_id
        and b.source = 'subscription' and s.sales_order_id is not null`);
  }
}
