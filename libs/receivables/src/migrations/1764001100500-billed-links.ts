import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What an invoice says it bills is there, and of its company: whatever writes it. Nothing of it is
 * ever deleted but a contract, which only says so in its row.
 */
export class BilledLinks1764001100500 extends ForwardMigration {
  name = 'BilledLinks1764001100500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table receivables.invoice
      add constraint invoice_sales_order_fk foreign key (company_id, sales_order_id)
        references sales.sales_order (company_id, id)`);
    await runner.query(`alter table receivables.invoice
      add constraint invoice_subscription_fk foreign key (company_id, subscription_id)
        references sales.subscription (company_id, id)`);
    await runner.query(`alter table receivables.invoice
      add constraint invoice_contract_fk foreign key (company_id, contract_id)
        references sales.contract (company_id, id)`);
  }
}
