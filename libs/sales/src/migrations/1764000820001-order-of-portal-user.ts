import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const PLACED = {
  name: 'sales.pub_placed_order',
  of: 'sales.sales_order',
  says: 'Who of a customer has placed an order in the portal.',
  columns: {
    company_id: 'The company.',
    id: 'The order.',
    portal_user_id: 'The user of the portal; null of an order that staff wrote.',
  },
};

/** An order that a customer places in the portal is that of the user who did. */
export class OrderOfPortalUser1764000820001 extends ForwardMigration {
  name = 'OrderOfPortalUser1764000820001';
  readonly publishes = [PLACED];

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table sales.sales_order add column portal_user_id uuid`);
    await runner.query(`create index sales_order_portal_user_index
      on sales.sales_order (company_id, portal_user_id) where portal_user_id is not null`);
    await publishViews(runner, this.publishes);
  }
}
