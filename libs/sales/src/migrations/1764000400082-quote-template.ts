import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What quotes are begun with: a company's settings, and templates whose lines are kept as they
 * would be written. A quote says which template it was begun with, and what of it is paid ahead.
 */
export class QuoteTemplate1764000400082 extends ForwardMigration {
  name = 'QuoteTemplate1764000400082';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'sales.quote_settings',
      `validity_days integer not null,
       version integer not null default 1,
       updated_at timestamptz not null,
       primary key (company_id),
       constraint quote_settings_validity_check check (validity_days between 0 and 3650)`,
    );
    await createCompanyTable(
      runner,
      'sales.quote_template',
      `id uuid not null,
       version integer not null default 1,
       name text not null,
       active boolean not null default true,
       title text,
       language text,
       introduction text,
       terms text,
       notes text,
       validity_days integer,
       term_months integer,
       deposit jsonb,
       signature_required boolean not null default false,
       lines jsonb not null default '[]',
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, id),
       constraint quote_template_validity_check check (validity_days between 0 and 3650),
       constraint quote_template_term_check check (term_months between 1 and 120),
       constraint quote_template_lines_check check (jsonb_typeof(lines) = 'array'),
       constraint quote_template_language_check check (language in
         ('en','de','fr','es','it','nl','pt','pl','ja','hi','ar','he'))`,
    );
    await runner.query(`create unique index quote_template_name_key
      on sales.quote_template (company_id, name)`);
    await runner.query(`alter table sales.quote
      add column deposit jsonb,
      add column template_id uuid,
      add constraint quote_template_fk foreign key (company_id, template_id)
        references sales.quote_template (company_id, id)`);
  }
}
