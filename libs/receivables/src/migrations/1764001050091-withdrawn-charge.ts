import { ForwardMigration, createCompanyTable, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const WITHDRAWN_CHARGE = {
  name: 'receivables.pub_withdrawn_charge',
  of: 'receivables.withdrawn_charge',
  says: 'What an invoice that was paid before it was sent charged, until all of that went back.',
  columns: {
    company_id: 'The company.',
    invoice_id: 'The invoice, a draft again since then.',
    currency: 'The code of the currency of its amounts.',
    issue_date: 'The date it bore.',
    bill_to: 'Name, address and taxRegistration of whom it was addressed to, as JSON.',
    lines: 'Its lines with net, tax_category, tax_reason, taxes and supply_kind, as JSON.',
    created_at: 'When it became a draft again.',
  },
};

/**
 * A draft that is paid charges its tax from then on, and none when all of the money went back. What
 * it charged is kept as it was: it may be changed from then on, and a period that was told of it
 * is told the same.
 */
export class WithdrawnCharge1764001050091 extends ForwardMigration {
  name = 'WithdrawnCharge1764001050091';
  readonly publishes = [WITHDRAWN_CHARGE];

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'receivables.withdrawn_charge',
      `id uuid not null,
       invoice_id uuid not null,
       currency text not null,
       issue_date date not null,
       bill_to jsonb not null,
       lines jsonb not null,
       created_at timestamptz not null,
       primary key (company_id, id)`,
      { appendOnly: true },
    );
    await runner.query(`create index withdrawn_charge_invoice_index
      on receivables.withdrawn_charge (company_id, invoice_id)`);
    await runner.query(`alter table receivables.withdrawn_charge
      add constraint withdrawn_charge_invoice_fk foreign key (company_id, invoice_id)
        references receivables.invoice (company_id, id)`);
    await publishViews(runner, this.publishes);
  }
}
