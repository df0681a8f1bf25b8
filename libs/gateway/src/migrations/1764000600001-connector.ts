import {
  ForwardMigration,
  createCompanyTable,
  createDoor,
  createSchema,
} from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * A company's access to its payment providers: one row per provider, at most one active. A row that
 * is no longer active still verifies webhooks of links made with it. An event that names none of
 * our documents may still name the account at the provider; several companies may say that one is
 * theirs, and whose the event is shows the signature.
 */
export class Connector1764000600001 extends ForwardMigration {
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
       account_id text generated always as (settings->>'accountId') stored,
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
    // Asked before the company is known. Behind a policy an index serves only operators that can
    // tell nothing of hidden rows: that of a column is one, that of JSON is none.
    await runner.query(`create index connector_account_index
      on gateway.connector (account_id, company_id) where account_id is not null`);
    await createDoor(
      runner,
      'gateway.door_companies_of_account(named_provider text, account text)',
      'setof uuid',
      `select company_id from gateway.connector
       where kind = 'payment' and provider = named_provider and account_id = account
       order by created_at, company_id limit 8`,
    );
  }
}
