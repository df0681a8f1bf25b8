import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What a customer owes is summed by an index alone, each time credit is asked for: that of all
 * their invoices visits every row of the table. With status and day the portal counts by it what is
 * open, due and overdue.
 */
export class ExposureIndex1764000490010 extends ForwardMigration {
  name = 'ExposureIndex1764000490010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index invoice_exposure_index
      on receivables.invoice (company_id, account_id) include (currency, balance, status, due_date)
      where balance > 0`);
  }
}
