import { APP_ROLE } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = [
  'receivables.invoice',
  'receivables.invoice_line',
  'receivables.payment',
  'receivables.payment_allocation',
  'receivables.credit_application',
];

/**
 * Lets the application refresh the planner's statistics of the books: after a bulk load they would
 * be those of an empty table until autovacuum comes by, and reports would be planned for that.
 */
export class RefreshStatistics1764000490007 implements MigrationInterface {
  name = 'RefreshStatistics1764000490007';

  async up(runner: QueryRunner): Promise<void> {
    const signature = 'receivables.door_refresh_statistics()';
    await runner.query(`create function ${signature} returns void language plpgsql security definer
      set search_path = pg_catalog, pg_temp
      as $$ begin analyze (skip_locked) ${TABLES.join(', ')}; end $$`);
    await runner.query(`revoke all on function ${signature} from public`);
    await runner.query(`grant execute on function ${signature} to ${APP_ROLE}`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
