import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Deposits that are asked for before there is an order: of quotes that become one once that is
 * paid. Such an invoice is a deposit of the order from then on, and stays one of its quote.
 * Which notes have deducted a deposit from an invoice: what is free of them again is deducted from
 * the next one.
 */
export class QuoteDeposit1764000490012 extends ForwardMigration {
  name = 'QuoteDeposit1764000490012';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'receivables.quote_deposit',
      `invoice_id uuid not null,
       quote_id uuid not null,
       created_at timestamptz not null,
       primary key (company_id, invoice_id)`,
      { appendOnly: true },
    );
    await runner.query(`create index quote_deposit_quote_index
      on receivables.quote_deposit (company_id, quote_id)`);
    await runner.query(`alter table receivables.quote_deposit
      add constraint quote_deposit_invoice_fk foreign key (company_id, invoice_id)
        references receivables.invoice (company_id, id),
      add constraint quote_deposit_quote_fk foreign key (company_id, quote_id)
        references sales.quote (company_id, id)`);
    await this.deductions(runner);
  }

  /** Notes that were made before are told by what they say of themselves. */
  private async deductions(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'receivables.deposit_deduction',
      `credit_note_id uuid not null,
       invoice_id uuid not null,
       created_at timestamptz not null,
       primary key (company_id, credit_note_id)`,
      { appendOnly: true },
    );
    await runner.query(`create index deposit_deduction_invoice_index
      on receivables.deposit_deduction (company_id, invoice_id)`);
    await runner.query(`alter table receivables.deposit_deduction
      add constraint deposit_deduction_note_fk foreign key (company_id, credit_note_id)
        references receivables.credit_note (company_id, id),
      add constraint deposit_deduction_invoice_fk foreign key (company_id, invoice_id)
        references receivables.invoice (company_id, id)`);
    await runner.query(`insert into receivables.deposit_deduction
        (company_id, credit_note_id, invoice_id, created_at)
      select n.company_id, n.id, n.invoice_id, n.created_at
      from receivables.credit_note n
      join receivables.order_deposit d
        on d.company_id = n.company_id and d.invoice_id = n.invoice_id
      where n.reason like 'Deposit % on order %'`);
  }
}
