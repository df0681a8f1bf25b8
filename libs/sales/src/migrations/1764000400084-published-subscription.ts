import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const SUBSCRIPTION = {
  name: 'sales.pub_subscription',
  of: 'sales.subscription',
  says: 'What an account is subscribed to.',
  columns: {
    company_id: 'The company.',
    id: 'The subscription.',
    account_id: 'Who is billed for it.',
    currency: 'The code of the currency of its prices.',
    sales_order_id: 'The order it was made of; null of one that a person wrote.',
    start_date: 'Its first day.',
  },
};

/** Subscriptions with the orders they come from. */
export class PublishedSubscription1764000400084 extends ForwardMigration {
  name = 'PublishedSubscription1764000400084';
  readonly publishes = [SUBSCRIPTION];

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`drop view ${SUBSCRIPTION.name}`);
    await publishViews(runner, this.publishes);
  }
}
