import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Products get custom fields, a kind and a category, know who changed them, and are deleted
 * softly: documents go on pointing at them. The SKU of a deleted product is free again.
 */
export class ProductRecords1764000210003 implements MigrationInterface {
  name = 'ProductRecords1764000210003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table catalog.product
      add column kind text not null default 'one_off',
      add column category text,
      add column custom jsonb not null default '{}',
      add column created_by uuid,
      add column updated_by uuid,
      add column deleted_at timestamptz,
      add constraint product_kind_check check (kind in ('one_off','recurring'))`);
    await runner.query(`drop index catalog.product_sku_key`);
    await runner.query(`create unique index product_sku_key
      on catalog.product (company_id, sku) where deleted_at is null`);
    await runner.query(`create index product_category_index
      on catalog.product (company_id, category, name, id)`);
    await runner.query(`create index product_created_index
      on catalog.product (company_id, created_at, id)`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
