import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Products that a user orders again and again, in lists that may be shared within the account. */
export class FavouriteList1764000820020 extends ForwardMigration {
  name = 'FavouriteList1764000820020';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'storefront.favourite_list',
      `id uuid not null,
       version integer not null default 1,
       portal_user_id uuid not null,
       account_id uuid not null,
       name text not null,
       shared boolean not null default false,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, id)`,
    );
    await createCompanyTable(
      runner,
      'storefront.favourite_item',
      `list_id uuid not null,
       product_id uuid not null,
       quantity numeric(18,6) not null,
       added_at timestamptz not null,
       primary key (company_id, list_id, product_id),
       constraint favourite_item_quantity_check check (quantity > 0)`,
    );
    await runner.query(`create index favourite_list_user_index
      on storefront.favourite_list (company_id, portal_user_id, name, id)`);
    await runner.query(`create index favourite_list_shared_index
      on storefront.favourite_list (company_id, account_id) where shared`);
    await runner.query(`create index favourite_list_account_index
      on storefront.favourite_list (company_id, account_id)`);
    await runner.query(`create index favourite_item_product_index
      on storefront.favourite_item (company_id, product_id)`);
    await runner.query(`alter table storefront.favourite_list
      add constraint favourite_list_portal_user_fk foreign key (company_id, portal_user_id)
        references portal.portal_user (company_id, id),
      add constraint favourite_list_account_fk foreign key (company_id, account_id)
        references crm.account (company_id, id)`);
    await runner.query(`comment on constraint favourite_list_account_fk
      on storefront.favourite_list is 'goes along'`);
    await runner.query(`alter table storefront.favourite_item
      add constraint favourite_item_list_fk foreign key (company_id, list_id)
        references storefront.favourite_list (company_id, id) on delete cascade,
      add constraint favourite_item_product_fk foreign key (company_id, product_id)
        references catalog.product (company_id, id)`);
  }
}
