import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What a customer means a payment for that they say to have made for several invoices, in the order
 * in which they are paid once the money is there. One for a single invoice names it itself.
 */
export class StatedAllocation1764000870003 extends ForwardMigration {
  name = 'StatedAllocation1764000870003';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'receivables.stated_allocation',
      `payment_id uuid not null,
       position integer not null,
       invoice_id uuid not null,
       amount bigint not null,
       primary key (company_id, payment_id, position),
       constraint stated_allocation_amount_check check (amount > 0)`,
      { appendOnly: true },
    );
    await runner.query(`create unique index stated_allocation_key
      on receivables.stated_allocation (company_id, payment_id, invoice_id)`);
    await runner.query(`create index stated_allocation_invoice_index
      on receivables.stated_allocation (company_id, invoice_id)`);
    await runner.query(`alter table receivables.stated_allocation
      add constraint stated_allocation_payment_fk foreign key (company_id, payment_id)
        references receivables.payment (company_id, id),
      add constraint stated_allocation_invoice_fk foreign key (company_id, invoice_id)
        references receivables.invoice (company_id, id)`);
  }
}
