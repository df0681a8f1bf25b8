import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Where a cart goes that goes to none of the addresses of its account. */
export class CartFreeAddress1764001010007 extends ForwardMigration {
  name = 'CartFreeAddress1764001010007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table storefront.cart
      add column delivery_address jsonb,
      add constraint cart_delivery_check
        check (delivery_address is null or delivery_address_id is null)`);
  }
}
