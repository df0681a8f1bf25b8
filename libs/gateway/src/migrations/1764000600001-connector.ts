import { createCompanyTable, createSchema } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A company's access to its payment providers: one row per provider, at most one active. A row that
 * is no longer active still verifies webhooks of links made with it.
 */
export class Connector1764000600001 implements MigrationInterface {
  name = 'Connector1764000600001';

  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'gateway');
    await createCompanyTable(
      runner,
      'gateway.connector',
      `id uuid not null,
       version integer not null default 1,
       kind text not null,
       provider text not null,
       active boolean not null,
       credentials jsonb not null,
       previous_webhook_secret jsonb,
       previous_webhook_secret_until timestamptz,
       settings jsonb not null default '{}',
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, id),
       constraint connector_kind_check check (kind in ('payment')),
       constraint connector_previous_check check
         ((previous_webhook_secret is null) = (previous_webhook_secret_until is null))`,
    );
    await runner.query(`create unique index connector_provider_key
      on gateway.connector (company_id, kind, provider)`);
    await runner.query(`create unique index connector_active_key
      on gateway.connector (company_id, kind) where active`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
