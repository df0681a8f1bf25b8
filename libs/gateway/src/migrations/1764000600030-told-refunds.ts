import { createCompanyTable } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What was told of the refunds of a payment: that one has failed is remembered until somebody says
 * that it has not. And the disputes that wait for their payment are found by it.
 */
export class ToldRefunds1764000600030 implements MigrationInterface {
  name = 'ToldRefunds1764000600030';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'gateway.told_refunds',
      `provider text not null,
       provider_payment_id text not null,
       succeeded jsonb not null default '{}',
       failed jsonb not null default '{}',
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, provider, provider_payment_id)`,
    );
    await runner.query(`create index unapplied_receipt_lone_dispute_index
      on gateway.unapplied_receipt (company_id, provider, provider_payment_id)
      where kind = 'dispute' and payment_id is null`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
