import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Price books are valid on days and know who changed them. A product may
 * have several prices in a book, each from a quantity on; a price that
 * is there serves any quantity, as it did. Prices go with their book.
 */
export class PriceBookRecords1764000210004 implements MigrationInterface {
  name = 'PriceBookRecords1764000210004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table catalog.price_book
      add column valid_from date,
      add column valid_to date,
      add column created_by uuid,
      add column updated_by uuid,
      add constraint price_book_valid_check check (valid_to >= valid_from)`);
    await runner.query(
      `alter index catalog.price_book_default_key rename to price_book_is_default_key`,
    );
    await runner.query(`create index price_book_created_index
      on catalog.price_book (company_id, created_at, id)`);
    await runner.query(`alter table catalog.price_book_entry
      add column min_quantity numeric(18,6) not null default 0,
      add constraint price_book_entry_quantity_check check (min_quantity >= 0),
      drop constraint price_book_entry_book_fk,
      add constraint price_book_entry_book_fk foreign key (company_id, price_book_id)
        references catalog.price_book (company_id, id) on delete cascade`);
    await runner.query(`create unique index price_book_entry_tier_key
      on catalog.price_book_entry (company_id, price_book_id, product_id, min_quantity)`);
    await runner.query(`drop index catalog.price_book_entry_product_key`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
