import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Price books, which are valid on days, and the prices of products in them, each from a quantity
 * on. Prices go with their book.
 */
export class PriceBook1764000210002 extends ForwardMigration {
  name = 'PriceBook1764000210002';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'catalog.price_book',
      `id uuid not null,
       version integer not null default 1,
       name text not null,
       currency text not null,
       is_default boolean not null default false,
       active boolean not null default true,
       valid_from date,
       valid_to date,
       owner_id uuid,
       custom jsonb not null default '{}',
       created_by uuid,
       updated_by uuid,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, id),
       constraint price_book_valid_check check (valid_to >= valid_from)`,
    );
    await runner.query(`create unique index price_book_name_key
      on catalog.price_book (company_id, name)`);
    await runner.query(`create unique index price_book_is_default_key
      on catalog.price_book (company_id, currency) where is_default`);
    await runner.query(`create index price_book_created_index
      on catalog.price_book (company_id, created_at, id)`);
    await runner.query(`create index price_book_owner_index
      on catalog.price_book (company_id, owner_id, created_at, id)`);
    await runner.query(`alter table catalog.price_book add constraint price_book_owner_fk
      foreign key (company_id, owner_id) references identity.staff_user (company_id, id)`);
    // Ledger accounts are made before price books.
    await runner.query(`alter table crm.ledger_account add constraint ledger_account_price_book_fk
      foreign key (company_id, default_price_book_id)
        references catalog.price_book (company_id, id)`);
    await createEntries(runner);
  }
}

async function createEntries(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'catalog.price_book_entry',
    `price_book_id uuid not null,
     id uuid not null,
     version integer not null default 1,
     product_id uuid not null,
     min_quantity numeric(18,6) not null default 0,
     unit_price numeric(18,6) not null,
     created_at timestamptz not null,
     updated_at timestamptz not null,
     primary key (company_id, id),
     constraint price_book_entry_price_check check (unit_price >= 0),
     constraint price_book_entry_quantity_check check (min_quantity >= 0)`,
  );
  await runner.query(`create unique index price_book_entry_tier_key
    on catalog.price_book_entry (company_id, price_book_id, product_id, min_quantity)`);
  await runner.query(`alter table catalog.price_book_entry
    add constraint price_book_entry_book_fk foreign key (company_id, price_book_id)
      references catalog.price_book (company_id, id) on delete cascade,
    add constraint price_book_entry_product_fk foreign key (company_id, product_id)
      references catalog.product (company_id, id)`);
}
