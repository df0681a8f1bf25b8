import { ForwardMigration, createCompanyTable, createSchema } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What a company has defined by itself: objects and fields. A deleted definition stays, as its name
 * stays taken and its values stay in the documents.
 */
export class Definitions1764000185010 extends ForwardMigration {
  name = 'Definitions1764000185010';

  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'customization');
    await createCompanyTable(
      runner,
      'customization.object',
      `id uuid not null,
       version integer not null default 1,
       name text not null,
       label text not null,
       plural_label text not null,
       name_label text not null,
       description text,
       owned boolean not null,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       deleted_at timestamptz,
       primary key (company_id, id),
       constraint object_name_key unique (company_id, name),
       constraint object_name_check check (name ~ '^[a-z][a-z0-9_]{0,59}__c$')`,
    );
    await runner.query(`alter table objects.record add constraint record_object_fk
      foreign key (company_id, object_id) references customization.object (company_id, id)`);
    await createCompanyTable(
      runner,
      'customization.field',
      `id uuid not null,
       version integer not null default 1,
       object text not null,
       name text not null,
       position integer not null,
       label text not null,
       help text,
       field_group text,
       type text not null,
       settings jsonb not null,
       required boolean not null,
       required_when text,
       default_value jsonb,
       is_unique boolean not null,
       indexed boolean not null,
       searched boolean not null,
       personal boolean not null,
       portals jsonb not null,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       deleted_at timestamptz,
       primary key (company_id, id),
       constraint field_name_key unique (company_id, object, name),
       constraint field_name_check check (name ~ '^[a-z][a-z0-9_]{0,59}__c$')`,
    );
  }
}
