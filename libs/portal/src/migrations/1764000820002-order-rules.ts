import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** What a company asks of orders that customers place, and who of them has placed one. */
export class OrderRules1764000820002 extends ForwardMigration {
  name = 'OrderRules1764000820002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table portal.settings
      add column po_number_required boolean not null default false,
      add column terms_required boolean not null default false`);
    await runner.query(`alter table sales.sales_order add constraint sales_order_portal_user_fk
      foreign key (company_id, portal_user_id) references portal.portal_user (company_id, id)`);
  }
}
