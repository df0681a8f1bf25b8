import { replaceDoorOnCitus } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Citus walks no index from company to company: there every shard is asked for its pending events.
 */
export class PendingOnCitus1764000020020 implements MigrationInterface {
  name = 'PendingOnCitus1764000020020';

  async up(runner: QueryRunner): Promise<void> {
    await replaceDoorOnCitus(
      runner,
      'outbox.door_pending_companies()',
      'table (company_id uuid)',
      `select e.company_id from outbox.event e where e.state = 'pending' group by e.company_id`,
    );
    await replaceDoorOnCitus(
      runner,
      'outbox.door_oldest_pending()',
      'table (company_id uuid, occurred_at timestamptz)',
      `select distinct on (e.company_id) e.company_id, e.occurred_at from outbox.event e
       where e.state = 'pending' order by e.company_id, e.seq`,
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
