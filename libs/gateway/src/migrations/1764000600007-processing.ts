import { createCompanyTable } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Attempts whose money is still on its way, and refunds that a total had recorded before they were
 * told of one by one.
 */
export class Processing1764000600007 implements MigrationInterface {
  name = 'Processing1764000600007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table gateway.checkout
      drop constraint checkout_status_check,
      add constraint checkout_status_check check (status in
        ('creating','open','processing','closing','paid','cancelled','expired','failed'))`);
    await runner.query('drop index gateway.checkout_live_key');
    await runner.query(`create unique index checkout_live_key
      on gateway.checkout (company_id, invoice_id)
      where status in ('creating','open','processing')`);
    await createCompanyTable(
      runner,
      'gateway.covered_refund',
      `provider text not null,
       provider_refund_id text not null,
       provider_payment_id text not null,
       amount bigint not null,
       created_at timestamptz not null,
       primary key (company_id, provider, provider_refund_id),
       constraint covered_refund_amount_check check (amount > 0)`,
      { appendOnly: true },
    );
    await runner.query(`create index covered_refund_payment_index
      on gateway.covered_refund (company_id, provider, provider_payment_id)`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
