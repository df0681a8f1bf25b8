import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Forms with the draft of their next version, the versions frozen so far, and what was filled in.
 */
export class Forms1764000190002 extends ForwardMigration {
  name = 'Forms1764000190002';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'customization.form',
      `id uuid not null,
       name text not null,
       status text not null,
       definition jsonb not null,
       published_version integer not null default 0,
       dirty boolean not null,
       public_hash text,
       version integer not null default 1,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, id),
       constraint form_status_check check (status in ('draft', 'published', 'archived')),
       constraint form_published_check check (status <> 'published' or published_version > 0)`,
    );
    await runner.query(`create unique index form_name_key
      on customization.form (company_id, lower(name))`);
    await runner.query(`create unique index form_public_key
      on customization.form (company_id, public_hash) where public_hash is not null`);
    await createCompanyTable(
      runner,
      'customization.form_version',
      `form_id uuid not null,
       number integer not null,
       definition jsonb not null,
       published_at timestamptz not null,
       primary key (company_id, form_id, number),
       constraint form_version_number_check check (number > 0)`,
      { appendOnly: true },
    );
    await runner.query(`alter table customization.form_version add constraint form_version_form_fk
      foreign key (company_id, form_id) references customization.form (company_id, id)`);
    await createCompanyTable(
      runner,
      'customization.form_submission',
      `id uuid not null,
       form_id uuid not null,
       form_version integer not null,
       data jsonb not null,
       record_object text,
       record_id uuid,
       via text not null,
       submitted_by uuid,
       submitted_at timestamptz not null,
       primary key (company_id, id),
       constraint form_submission_via_check check (via in ('staff', 'public')),
       constraint form_submission_record_check
         check ((record_object is null) = (record_id is null))`,
      { appendOnly: true },
    );
    await runner.query(`alter table customization.form_submission
      add constraint form_submission_version_fk foreign key (company_id, form_id, form_version)
      references customization.form_version (company_id, form_id, number)`);
    await runner.query(`create index form_submission_form_index
      on customization.form_submission (company_id, form_id, submitted_at, id)`);
  }
}
