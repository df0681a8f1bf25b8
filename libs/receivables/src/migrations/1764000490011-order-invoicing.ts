import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Which line of an invoice is which part of a line of a sales order, and what of that part was
 * given back since: by a note that reopened the order, or with the whole invoice. Deposits are
 * invoices ahead of what is ordered.
 */
export class OrderInvoicing1764000490011 extends ForwardMigration {
  name = 'OrderInvoicing1764000490011';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'receivables.ordered_line',
      `invoice_id uuid not null,
       line_id uuid not null,
       order_id uuid not null,
       order_line_id uuid not null,
       quantity numeric(18,6) not null,
       share numeric(9,6) not null,
       net bigint not null,
       tax bigint not null,
       back_quantity numeric(18,6) not null default 0,
       back_share numeric(9,6) not null default 0,
       back_net bigint not null default 0,
       back_tax bigint not null default 0,
       primary key (company_id, invoice_id, line_id),
       constraint ordered_line_part_check
         check (quantity >= 0 and share between 0 and 100 and (quantity = 0) <> (share = 0)),
       constraint ordered_line_amount_check check (net >= 0 and tax >= 0),
       constraint ordered_line_back_check check (back_quantity between 0 and quantity
         and back_share between 0 and share and back_net between 0 and net
         and back_tax between 0 and tax)`,
    );
    await runner.query(`create index ordered_line_order_index
      on receivables.ordered_line (company_id, order_id, order_line_id)`);
    await runner.query(`alter table receivables.ordered_line
      add constraint ordered_line_invoice_fk foreign key (company_id, invoice_id)
        references receivables.invoice (company_id, id),
      add constraint ordered_line_order_line_fk foreign key (company_id, order_id, order_line_id)
        references sales.sales_order_line (company_id, order_id, id)`);
    await createCompanyTable(
      runner,
      'receivables.order_deposit',
      `invoice_id uuid not null,
       order_id uuid not null,
       created_at timestamptz not null,
       primary key (company_id, invoice_id)`,
    );
    await runner.query(`create index order_deposit_order_index
      on receivables.order_deposit (company_id, order_id)`);
    await runner.query(`alter table receivables.order_deposit
      add constraint order_deposit_invoice_fk foreign key (company_id, invoice_id)
        references receivables.invoice (company_id, id),
      add constraint order_deposit_order_fk foreign key (company_id, order_id)
        references sales.sales_order (company_id, id)`);
    await runner.query(`alter table receivables.credit_note
      add column reopen_order boolean not null default false`);
  }
}
