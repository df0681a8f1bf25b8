import { replaceDoorOnCitus } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Citus walks no index from company to company: there every shard is asked for its due e-mails. */
export class DueOnCitus1764000700020 implements MigrationInterface {
  name = 'DueOnCitus1764000700020';

  async up(runner: QueryRunner): Promise<void> {
    await replaceDoorOnCitus(
      runner,
      'notifications.door_companies_with_due_email(now timestamptz)',
      'table (company_id uuid)',
      `select e.company_id from notifications.email e
       where e.due_at <= now group by e.company_id`,
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
