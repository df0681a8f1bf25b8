import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Invoices that ask an account for a deposit without an order. Of whom it is, and in which
 * currency, the invoice says.
 */
export class AccountDeposit1764001100600 extends ForwardMigration {
  name = 'AccountDeposit1764001100600';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'receivables.account_deposit',
      `invoice_id uuid not null,
       created_at timestamptz not null,
       primary key (company_id, invoice_id)`,
      { appendOnly: true },
    );
    await runner.query(`alter table receivables.account_deposit
      add constraint account_deposit_invoice_fk foreign key (company_id, invoice_id)
        references receivables.invoice (company_id, id)`);
  }
}
