import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** The approval that an order of a cart waits for is there. */
export class CartApproval1764001400206 extends ForwardMigration {
  name = 'CartApproval1764001400206';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table storefront.cart_order
      add constraint cart_order_approval_fk foreign key (company_id, approval_id)
        references portal.approval (company_id, id) deferrable initially deferred`);
  }
}
