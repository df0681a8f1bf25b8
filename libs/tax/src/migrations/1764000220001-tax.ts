import { ForwardMigration, createCompanyTable, createSchema } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * The set-up of the built-in engine. Every change of any of it gives the company a new revision, so
 * that a rate book kept in memory is known to be stale by one small read. The kind of a code is
 * what is sold under it, where it is one thing alone.
 */
export class Tax1764000220001 extends ForwardMigration {
  name = 'Tax1764000220001';

  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'tax');
    await createCompanyTable(
      runner,
      'tax.rate_book',
      `revision uuid not null,
       primary key (company_id)`,
    );
    await createCompanyTable(
      runner,
      'tax.code',
      `id uuid not null,
       version integer not null default 1,
       code text not null,
       name text not null,
       description text,
       kind text,
       is_default boolean not null default false,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, id),
       constraint code_code_key unique (company_id, code),
       constraint code_kind_check check (kind in ('goods', 'services', 'digital'))`,
    );
    await runner.query(`create unique index code_default_key
      on tax.code (company_id) where is_default`);
    await this.createJurisdictions(runner);
    await this.createRates(runner);
    await this.createExemptions(runner);
  }

  private async createJurisdictions(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'tax.jurisdiction',
      `id uuid not null,
       version integer not null default 1,
       parent_id uuid,
       level text not null,
       code text not null,
       name text not null,
       postal_patterns jsonb not null default '[]',
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, id),
       constraint jurisdiction_level_check check (level in ('country','state','county','city')),
       constraint jurisdiction_parent_check check ((level = 'country') = (parent_id is null)),
       constraint jurisdiction_code_key
         unique nulls not distinct (company_id, parent_id, level, code)`,
    );
    await runner.query(`alter table tax.jurisdiction add constraint jurisdiction_parent_fk
      foreign key (company_id, parent_id) references tax.jurisdiction (company_id, id)`);
  }

  private async createRates(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'tax.rate',
      `id uuid not null,
       version integer not null default 1,
       jurisdiction_id uuid not null,
       tax_code text not null,
       kind text not null,
       rate numeric(9,6) not null,
       compound boolean not null default false,
       priority integer not null default 0,
       valid_from date not null,
       valid_to date,
       source text,
       source_date date,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, id),
       constraint rate_kind_check check (kind in ('vat','gst_cgst','gst_sgst','gst_igst','sales',
         'zero','exempt','reverse_charge')),
       constraint rate_rate_check check (rate between 0 and 100
         and (rate = 0 or kind not in ('zero','exempt','reverse_charge'))),
       constraint rate_valid_check check (valid_to >= valid_from)`,
    );
    await runner.query(`create index rate_jurisdiction_index
      on tax.rate (company_id, jurisdiction_id, tax_code, valid_from)`);
    await runner.query(`create index rate_code_index on tax.rate (company_id, tax_code)`);
    await runner.query(`alter table tax.rate
      add constraint rate_jurisdiction_fk foreign key (company_id, jurisdiction_id)
        references tax.jurisdiction (company_id, id),
      add constraint rate_code_fk foreign key (company_id, tax_code)
        references tax.code (company_id, code)`);
  }

  private async createExemptions(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'tax.exemption',
      `id uuid not null,
       version integer not null default 1,
       account_id uuid not null,
       certificate text not null,
       reason text,
       jurisdiction_ids jsonb not null default '[]',
       valid_from date not null,
       valid_to date,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, id),
       constraint exemption_valid_check check (valid_to >= valid_from)`,
    );
    await runner.query(`create index exemption_account_index
      on tax.exemption (company_id, account_id)`);
    await runner.query(`alter table tax.exemption add constraint exemption_account_fk
      foreign key (company_id, account_id) references crm.account (company_id, id)`);
  }
}
