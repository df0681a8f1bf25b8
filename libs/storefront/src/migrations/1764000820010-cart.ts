import { ForwardMigration, createCompanyTable, createSchema } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What customers are about to order: a cart for each user and account. Which version of a cart was
 * ordered stays, so that it is ordered once.
 */
export class Cart1764000820010 extends ForwardMigration {
  name = 'Cart1764000820010';

  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'storefront');
    await this.createCarts(runner);
    await this.createLines(runner);
    await this.createOrders(runner);
  }

  private async createCarts(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'storefront.cart',
      `id uuid not null,
       portal_user_id uuid not null,
       account_id uuid not null,
       version integer not null default 1,
       po_number text,
       requested_delivery_date date,
       notes text,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, id),
       constraint cart_owner_key unique (company_id, portal_user_id, account_id)`,
    );
    await runner.query(`create index cart_account_index
      on storefront.cart (company_id, account_id)`);
    await runner.query(`alter table storefront.cart
      add constraint cart_portal_user_fk foreign key (company_id, portal_user_id)
        references portal.portal_user (company_id, id),
      add constraint cart_account_fk foreign key (company_id, account_id)
        references crm.account (company_id, id)`);
    // Carts are no books: they hold no account, and go with one that becomes part of another.
    await runner.query(`comment on constraint cart_account_fk on storefront.cart
      is 'goes along'`);
  }

  private async createLines(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'storefront.cart_line',
      `cart_id uuid not null,
       id uuid not null,
       position integer not null,
       product_id uuid not null,
       quantity numeric(18,6) not null,
       note text,
       deliver_on date,
       shown_price numeric(18,6),
       shown_currency text,
       primary key (company_id, cart_id, id),
       constraint cart_line_position_key unique (company_id, cart_id, position),
       constraint cart_line_quantity_check check (quantity > 0),
       constraint cart_line_shown_check
         check ((shown_price is null) or (shown_currency is not null))`,
    );
    await runner.query(`alter table storefront.cart_line
      add constraint cart_line_cart_fk foreign key (company_id, cart_id)
        references storefront.cart (company_id, id) on delete cascade,
      add constraint cart_line_product_fk foreign key (company_id, product_id)
        references catalog.product (company_id, id)`);
    await runner.query(`create index cart_line_product_index
      on storefront.cart_line (company_id, product_id)`);
  }

  private async createOrders(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'storefront.cart_order',
      `cart_id uuid not null,
       version integer not null,
       order_id uuid not null,
       outcome text not null,
       approval_id uuid,
       price_dropped bigint,
       ordered_at timestamptz not null,
       primary key (company_id, cart_id, version),
       constraint cart_order_order_key unique (company_id, order_id),
       constraint cart_order_outcome_check
         check (outcome in ('placed', 'awaiting_approval', 'awaiting_credit')),
       constraint cart_order_dropped_check check (price_dropped > 0)`,
      { appendOnly: true },
    );
    await runner.query(`alter table storefront.cart_order
      add constraint cart_order_cart_fk foreign key (company_id, cart_id)
        references storefront.cart (company_id, id),
      add constraint cart_order_order_fk foreign key (company_id, order_id)
        references sales.sales_order (company_id, id)`);
  }
}
