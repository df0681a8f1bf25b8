import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Whom an attempt asks for money: a draft may be billed to somebody else after that, who is neither
 * handed the page of the other, nor credited with what is paid there. Attempts from before say
 * nothing, and give way to the next.
 */
export class CheckoutAccount1764002430101 extends ForwardMigration {
  name = 'CheckoutAccount1764002430101';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table gateway.checkout add column account_id uuid`);
    await runner.query(`alter table gateway.checkout
      add constraint checkout_account_fk foreign key (company_id, account_id)
        references crm.account (company_id, id)`);
    await runner.query(`create index checkout_account_index
      on gateway.checkout (company_id, account_id) where account_id is not null`);
  }
}
