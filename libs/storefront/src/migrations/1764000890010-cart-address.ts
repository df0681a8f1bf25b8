import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Where what is in a cart is to be delivered: null means the address that staff keep. */
export class CartAddress1764000890010 extends ForwardMigration {
  name = 'CartAddress1764000890010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table storefront.cart add column delivery_address_id uuid`);
    await runner.query(`alter table storefront.cart
      add constraint cart_delivery_address_fk foreign key (company_id, delivery_address_id)
        references portal.address (company_id, id)`);
    await runner.query(`create index cart_delivery_address_index
      on storefront.cart (company_id, delivery_address_id) where delivery_address_id is not null`);
  }
}
