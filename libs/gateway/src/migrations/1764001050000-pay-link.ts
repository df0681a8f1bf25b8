import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * The invoices that a letter asks for together, in the order in which they are paid. Its id is made
 * of them, so that whoever asks for the same again writes nothing.
 */
export class PayLink1764001050000 extends ForwardMigration {
  name = 'PayLink1764001050000';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'gateway.pay_link',
      `id uuid not null,
       invoice_ids uuid[] not null,
       created_at timestamptz not null,
       primary key (company_id, id),
       constraint pay_link_invoices_check check (cardinality(invoice_ids) between 2 and 100)`,
      { appendOnly: true },
    );
  }
}
