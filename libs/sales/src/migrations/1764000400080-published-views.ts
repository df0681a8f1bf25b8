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
  },
};

/** What others may read of what is agreed with customers, and never lock. */
export class SalesViews1764000400080 extends ForwardMigration {
  name = 'SalesViews1764000400080';
  readonly publishes = [SUBSCRIPTION];

  async up(runner: QueryRunner): Promise<void> {
    await publishViews(runner, this.publishes);
  }
}
