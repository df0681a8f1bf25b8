import { ForwardMigration, createCompanyTable, createSchema } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Lists are sorted and counted in indexes of products that are not deleted. */
const LISTS = {
  created: 'created_at, id',
  name: 'name, id',
  category: 'category, name, id',
} as const;

/**
 * Products. They are deleted softly: documents go on pointing at them, and the SKU of a deleted one
 * is free again. `hsn_code` is India's code of goods (HSN) or services (SAC), which tax invoices
 * bear.
 */
export class Product1764000210001 extends ForwardMigration {
  name = 'Product1764000210001';

  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'catalog');
    await createCompanyTable(
      runner,
      'catalog.product',
      `id uuid not null,
       version integer not null default 1,
       sku text not null,
       name text not null,
       description text,
       type text not null,
       kind text not null default 'one_off',
       category text,
       unit text,
       tax_code text,
       hsn_code text,
       active boolean not null default true,
       owner_id uuid,
       custom jsonb not null default '{}',
       created_by uuid,
       updated_by uuid,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       deleted_at timestamptz,
       primary key (company_id, id),
       constraint product_type_check check (type in ('goods','service')),
       constraint product_kind_check check (kind in ('one_off','recurring')),
       constraint product_hsn_code_check check (hsn_code ~ '^[0-9]{4}([0-9]{2}){0,2}$')`,
    );
    await runner.query(`create unique index product_sku_key
      on catalog.product (company_id, sku) where deleted_at is null`);
    for (const [word, columns] of Object.entries(LISTS)) {
      await runner.query(`create index product_${word}_index
        on catalog.product (company_id, ${columns}) where deleted_at is null`);
    }
    await runner.query(`create index product_owner_index
      on catalog.product (company_id, owner_id, created_at, id) include (deleted_at)`);
    await runner.query(`alter table catalog.product add constraint product_owner_fk
      foreign key (company_id, owner_id) references identity.staff_user (company_id, id)`);
    // Assets are made before products; the index by product serves the key.
    await runner.query(`alter table crm.asset add constraint asset_product_fk
      foreign key (company_id, product_id) references catalog.product (company_id, id)
      on delete restrict`);
  }
}
