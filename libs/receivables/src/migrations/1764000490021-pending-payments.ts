import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The payments that have arrived but are not cleared, by their invoice: few of many. Dunning asks
 * for them invoice by invoice, and a small index of their own is what the planner takes even where
 * its statistics do not know the company yet.
 */
export class PendingPayments1764000490021 implements MigrationInterface {
  name = 'PendingPayments1764000490021';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index payment_pending_index
      on receivables.payment (company_id, invoice_id) where status = 'pending'`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
