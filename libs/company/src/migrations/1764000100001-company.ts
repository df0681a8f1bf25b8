import {
  ForwardMigration,
  bindToCompany,
  createDoor,
  createSchema,
  distribute,
  keepEverywhere,
} from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * The companies themselves. The only table of company data whose key is not led by `company_id`:
 * its `id` is the company id, by which it is distributed and its policy compares. A currency that
 * `currency_switches` does not name is on; `metadata_version` rises with every change of how the
 * company has shaped its system.
 *
 * That no two have the same slug can be kept by no table that is distributed by company: `slug` is
 * whole on every machine, and a company refers to its row there.
 */
export class Company1764000100001 extends ForwardMigration {
  name = 'Company1764000100001';

  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'company');
    await runner.query(`create table company.slug (
      id uuid not null,
      slug text not null constraint company_slug_key unique,
      primary key (id, slug))`);
    await keepEverywhere(runner, 'company.slug');
    await runner.query(`create table company.company (
      id uuid not null primary key,
      slug text not null,
      legal_name text not null,
      trade_name text,
      registration_number text,
      address jsonb not null,
      contact jsonb,
      tax_registrations jsonb not null,
      bank_account jsonb,
      base_currency text not null,
      currency_switches jsonb not null default '{}',
      time_zone text not null,
      locale text not null,
      document_language text,
      fiscal_year_start_month integer not null default 1,
      tax_rounding text not null default 'document',
      auto_apply_credit boolean not null default false,
      resume_on_payment boolean not null default true,
      logo text,
      active boolean not null default true,
      version integer not null default 1,
      metadata_version integer not null default 1,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint company_slug_check check (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
      constraint company_tax_rounding_check check (tax_rounding in ('document', 'line')),
      constraint company_fiscal_year_check check (fiscal_year_start_month between 1 and 12))`);
    await distribute(runner, 'company.company', 'id');
    await runner.query(`alter table company.company
      add constraint company_slug_fk foreign key (id, slug) references company.slug (id, slug)`);
    const column = 'id';
    await bindToCompany(runner, 'company.company', { column, rights: 'select, insert, update' });
    await bindToCompany(runner, 'company.slug', { column, rights: 'insert' });
    await createDoor(
      runner,
      'company.door_active_companies()',
      'table (id uuid)',
      `select c.id from company.company c where c.active order by c.id`,
    );
    await createDoor(
      runner,
      'company.door_company_by_slug(wanted text)',
      'table (id uuid)',
      `select s.id from company.slug s where s.slug = wanted`,
    );
  }
}
