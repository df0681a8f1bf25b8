import { createCompanyTable, createSchema } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Products, price books and the price of a product in a book. */
export class Catalog1764000210001 implements MigrationInterface {
  name = 'Catalog1764000210001';

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
       unit text,
       tax_code text,
       active boolean not null default true,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, id),
       constraint product_type_check check (type in ('goods','service'))`,
    );
    await runner.query(`create unique index product_sku_key on catalog.product (company_id, sku)`);
    await runner.query(`create index product_name_index
      on catalog.product (company_id, name, id)`);

    await createCompanyTable(
      runner,
      'catalog.price_book',
      `id uuid not null,
       version integer not null default 1,
       name text not null,
       currency text not null,
       is_default boolean not null default false,
       active boolean not null default true,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, id)`,
    );
    await runner.query(`create unique index price_book_name_key
      on catalog.price_book (company_id, name)`);
    await runner.query(`create unique index price_book_default_key
      on catalog.price_book (company_id, currency) where is_default`);

    await createCompanyTable(
      runner,
      'catalog.price_book_entry',
      `price_book_id uuid not null,
       id uuid not null,
       version integer not null default 1,
       product_id uuid not null,
       unit_price numeric(18,6) not null,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, id),
       constraint price_book_entry_price_check check (unit_price >= 0)`,
    );
    await runner.query(`create unique index price_book_entry_product_key
      on catalog.price_book_entry (company_id, price_book_id, product_id)`);
    await runner.query(`alter table catalog.price_book_entry
      add constraint price_book_entry_book_fk foreign key (company_id, price_book_id)
        references catalog.price_book (company_id, id),
      add constraint price_book_entry_product_fk foreign key (company_id, product_id)
        references catalog.product (company_id, id)`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
