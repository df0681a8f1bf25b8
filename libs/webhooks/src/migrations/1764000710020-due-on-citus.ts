import { replaceDoorOnCitus } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Citus walks no index from company to company: there every shard is asked for its due messages.
 */
export class DueOnCitus1764000710020 implements MigrationInterface {
  name = 'DueOnCitus1764000710020';

  async up(runner: QueryRunner): Promise<void> {
    await replaceDoorOnCitus(
      runner,
      'webhooks.door_companies_with_due_messages(at timestamptz)',
      'table (company_id uuid)',
      `select m.company_id from webhooks.message m
       where m.status = 'pending' and m.next_attempt_at <= at group by m.company_id`,
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
