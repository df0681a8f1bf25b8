import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Schedules are listed by what they bill. A filter by a subscription names no source, so that
 * `schedule_subscription_key`, which holds one schedule of that kind, does not serve it.
 */
export class ListedSchedules1764001800002 extends ForwardMigration {
  name = 'ListedSchedules1764001800002';

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, column] of [
      ['subscription', 'subscription_id'],
      ['contract', 'contract_id'],
      ['sales_order', 'sales_order_id'],
    ]) {
      await runner.query(`create index schedule_${name}_index
        on billing.schedule (company_id, ${column}) where ${column} is not null`);
    }
  }
}
