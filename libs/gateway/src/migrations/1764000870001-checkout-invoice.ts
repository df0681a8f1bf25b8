import { ForwardMigration, createCompanyTable, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const CHECKOUT_INVOICE = {
  name: 'gateway.pub_checkout_invoice',
  of: 'gateway.checkout_invoice',
  says: 'What an attempt to collect several invoices at once asks for one of them; written once.',
  columns: {
    company_id: 'The company.',
    checkout_id: 'The attempt.',
    invoice_id: 'The invoice.',
    amount: 'What of the attempt is meant for it, in minor units.',
  },
};

/**
 * What an attempt over several invoices asks for each, in the order in which money goes to them. An
 * attempt of one invoice has no such rows: all of it is meant for that.
 */
export class CheckoutInvoice1764000870001 extends ForwardMigration {
  name = 'CheckoutInvoice1764000870001';
  readonly publishes = [CHECKOUT_INVOICE];

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table gateway.checkout
      add column invoice_count integer not null default 1,
      add constraint checkout_invoice_count_check check (invoice_count between 1 and 100)`);
    await createCompanyTable(
      runner,
      'gateway.checkout_invoice',
      `checkout_id uuid not null,
       position integer not null,
       invoice_id uuid not null,
       amount bigint not null,
       primary key (company_id, checkout_id, position),
       constraint checkout_invoice_amount_check check (amount > 0)`,
      { appendOnly: true },
    );
    await runner.query(`create unique index checkout_invoice_key
      on gateway.checkout_invoice (company_id, checkout_id, invoice_id)`);
    await runner.query(`create index checkout_invoice_collected_index
      on gateway.checkout_invoice (company_id, invoice_id)`);
    await runner.query(`alter table gateway.checkout_invoice
      add constraint checkout_invoice_checkout_fk foreign key (company_id, checkout_id)
        references gateway.checkout (company_id, id),
      add constraint checkout_invoice_invoice_fk foreign key (company_id, invoice_id)
        references receivables.invoice (company_id, id)`);
    await publishViews(runner, this.publishes);
  }
}
