import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Products and price books have an owner, as every record has, so
 * that a role may reach its own or its team's; those that are there
 * have none until somebody names one. Price books get custom fields.
 */
export class CatalogOwners1764000210023 implements MigrationInterface {
  name = 'CatalogOwners1764000210023';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table catalog.price_book
      add column custom jsonb not null default '{}'`);
    for (const name of ['product', 'price_book']) {
      await runner.query(`alter table catalog.${name}
        add column owner_id uuid,
        add constraint ${name}_owner_fk foreign key (company_id, owner_id)
          references identity.staff_user (company_id, id)`);
    }
    await runner.query(`create index product_owner_index
      on catalog.product (company_id, owner_id, created_at, id) include (deleted_at)`);
    await runner.query(`create index price_book_owner_index
      on catalog.price_book (company_id, owner_id, created_at, id)`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
