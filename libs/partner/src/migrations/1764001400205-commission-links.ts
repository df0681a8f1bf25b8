import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** The orders and the partners of commissions are there. */
export class CommissionLinks1764001400205 extends ForwardMigration {
  name = 'CommissionLinks1764001400205';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table partner.commission
      add constraint commission_order_fk foreign key (company_id, order_id)
        references sales.sales_order (company_id, id) deferrable initially deferred`);
    await runner.query(`alter table partner.commission_source
      add constraint commission_source_partner_fk foreign key (company_id, partner_id)
        references crm.ledger_account (company_id, id) deferrable initially deferred`);
    await runner.query(`alter table partner.commission_counter
      add constraint commission_counter_partner_fk foreign key (company_id, partner_id)
        references crm.ledger_account (company_id, id) deferrable initially deferred`);
  }
}
