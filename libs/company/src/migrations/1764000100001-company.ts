import {
  APP_ROLE,
  ForwardMigration,
  bindOwner,
  createDoor,
  createSchema,
} from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * The companies themselves. The only table whose key is not led by `company_id`: its `id` is the
 * company id, and the policy compares that. It stays small and undistributed. A currency that
 * `currency_switches` does not name is on; `metadata_version` rises with every change of how the
 * company has shaped its system.
 */
export class Company1764000100001 extends ForwardMigration {
  name = 'Company1764000100001';

  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'company');
    await runner.query(`create table company.company (
      id uuid not null primary key,
      slug text not null constraint company_slug_key unique,
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
      logo text,
      active boolean not null default true,
      version integer not null default 1,
      metadata_version integer not null default 1,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint company_slug_check check (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
      constraint company_tax_rounding_check check (tax_rounding in ('document', 'line')),
      constraint company_fiscal_year_check check (fiscal_year_start_month between 1 and 12))`);
    await runner.query(`alter table company.company enable row level security`);
    const current = `id = (select nullif(current_setting('app.company_id', true), '')::uuid)`;
    await runner.query(
      `create policy company on company.company using (${current}) with check (${current})`,
    );
    await runner.query(`grant select, insert, update on company.company to ${APP_ROLE}`);
    await bindOwner(runner, 'company.company');
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
      `select c.id from company.company c where c.slug = wanted`,
    );
  }
}
