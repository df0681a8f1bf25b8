import { ForwardMigration, createCompanyTable, createDoor } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * A company's access to external engines, one row per provider and at most one active; and what is
 * recorded, or has still to be, of the tax of its invoices and of what credit notes give back of
 * it.
 */
export class TaxEngines1764000220002 extends ForwardMigration {
  name = 'TaxEngines1764000220002';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'tax.connector',
      `id uuid not null,
       version integer not null default 1,
       provider text not null,
       active boolean not null,
       credentials jsonb not null,
       settings jsonb not null default '{}',
       failing_since timestamptz,
       last_error text,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, id),
       constraint connector_failing_check check ((failing_since is null) = (last_error is null))`,
    );
    await runner.query(`create unique index connector_provider_key
      on tax.connector (company_id, provider)`);
    await runner.query(`create unique index connector_active_key
      on tax.connector (company_id) where active`);
    await this.createTransactions(runner);
  }

  private async createTransactions(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'tax.transaction',
      `id uuid not null,
       version integer not null default 1,
       invoice_id uuid not null,
       invoice_number text not null,
       credit_note_id uuid,
       credit_note_number text,
       provider text not null,
       operation text not null,
       state text not null,
       invoice_void boolean not null default false,
       currency text not null,
       net bigint not null,
       tax bigint not null,
       total bigint not null,
       fallback boolean not null default false,
       document jsonb,
       provider_reference text,
       last_error text,
       attempts integer not null default 0,
       sweeps integer not null default 0,
       next_sweep_at timestamptz,
       busy_until timestamptz,
       committed_at timestamptz,
       voided_at timestamptz,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, id),
       constraint transaction_credit_note_check
         check ((credit_note_id is null) = (credit_note_number is null)),
       constraint transaction_operation_check check (operation in ('commit','void')),
       constraint transaction_state_check
         check (state in ('pending','committed','voided','failed')),
       constraint transaction_total_check check (total = net + tax),
       constraint transaction_document_check check ((provider = 'built_in') = (document is null))`,
    );
    await runner.query(`create unique index transaction_invoice_key
      on tax.transaction (company_id, invoice_id) where credit_note_id is null`);
    await runner.query(`create unique index transaction_credit_note_key
      on tax.transaction (company_id, credit_note_id) where credit_note_id is not null`);
    await runner.query(`create index transaction_created_index
      on tax.transaction (company_id, created_at, id)`);
    await runner.query(`create index transaction_sweep_index
      on tax.transaction (company_id, next_sweep_at) where next_sweep_at is not null`);
    await createDoor(
      runner,
      'tax.door_companies_with_transactions_to_sweep(at timestamptz)',
      'setof uuid',
      `select distinct company_id from tax.transaction where next_sweep_at <= at`,
    );
  }
}
