import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** How records are laid out on a page, and how lists are put by. */
export class LayoutsAndViews1764000190001 extends ForwardMigration {
  name = 'LayoutsAndViews1764000190001';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'customization.layout',
      `id uuid not null,
       object text not null,
       name text not null,
       sections jsonb not null,
       is_default boolean not null,
       version integer not null default 1,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, id),
       constraint layout_sections_check check (jsonb_typeof(sections) = 'array')`,
    );
    await runner.query(`create unique index layout_name_key
      on customization.layout (company_id, object, lower(name))`);
    await runner.query(`create unique index layout_default_key
      on customization.layout (company_id, object) where is_default`);
    await createViews(runner);
  }
}

async function createViews(runner: QueryRunner): Promise<void> {
  // List views of administrators and saved views of users differ in who may see them only.
  await createCompanyTable(
    runner,
    'customization.view',
    `id uuid not null,
     kind text not null,
     object text not null,
     path text not null,
     name text not null,
     columns jsonb,
     sort text,
     filter jsonb,
     is_default boolean not null,
     owner_id uuid,
     visibility text not null,
     shared_with jsonb not null,
     version integer not null default 1,
     created_at timestamptz not null,
     updated_at timestamptz not null,
     primary key (company_id, id),
     constraint view_kind_check check (kind in ('list_view', 'view')),
     constraint view_visibility_check check (visibility in ('private', 'shared', 'public')),
     constraint view_list_check check (kind = 'view' or visibility = 'public' and owner_id is null),
     constraint view_owner_check check (owner_id is not null or visibility = 'public'),
     constraint view_default_check
       check (not is_default or kind = 'list_view' or owner_id is not null),
     constraint view_columns_check check (columns is null or jsonb_typeof(columns) = 'array'),
     constraint view_shared_check check (jsonb_typeof(shared_with) = 'object')`,
  );
  await runner.query(`alter table customization.view add constraint view_owner_fk
    foreign key (company_id, owner_id) references identity.staff_user (company_id, id)`);
  await runner.query(`create unique index view_list_name_key
    on customization.view (company_id, object, lower(name)) where kind = 'list_view'`);
  await runner.query(`create unique index view_public_name_key
    on customization.view (company_id, object, lower(name))
    where kind = 'view' and visibility = 'public'`);
  await runner.query(`create unique index view_own_name_key
    on customization.view (company_id, owner_id, object, lower(name)) where owner_id is not null`);
  await runner.query(`create unique index view_list_default_key
    on customization.view (company_id, object) where kind = 'list_view' and is_default`);
  await runner.query(`create unique index view_own_default_key
    on customization.view (company_id, owner_id, object)
    where owner_id is not null and is_default`);
}
