import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What was billed of a subscription is of its schedule, by which it is bound to its company, and
 * each of its rows is checked against that once. That its invoice is one of the schedule, or of its
 * account, says more than a foreign key does, and an invoice is never deleted: verify looks at it
 * (I28g). As foreign keys these were a seventh of what PostgreSQL does for an invoice of a run.
 */
export class BilledKeys1764000710003 extends ForwardMigration {
  name = 'BilledKeys1764000710003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table billing.billed_item drop constraint billed_item_invoice_fk`);
    await runner.query(`alter table billing.billed_usage drop constraint billed_usage_invoice_fk`);
  }
}
