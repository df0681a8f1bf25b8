import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** An order above the limit of who ordered waits, as a draft, for somebody of its customer. */
export class OrderApproval1764000830000 extends ForwardMigration {
  name = 'OrderApproval1764000830000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table sales.sales_order
      add column approval text,
      add constraint sales_order_approval_check check (approval in ('waiting', 'approved')),
      add constraint sales_order_waiting_check
        check (approval is distinct from 'waiting'
          or (status = 'draft' and placed_at is not null))`);
    await runner.query(`create index sales_order_waiting_index
      on sales.sales_order (company_id, id) where approval = 'waiting'`);
  }
}
