import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Every dispute an invoice ever had. The latest is kept in the invoice as well (`invoice.dispute`),
 * so that money that moves sees it without another read. At most one is open at a time.
 */
export class Dispute1764000490009 extends ForwardMigration {
  name = 'Dispute1764000490009';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'receivables.dispute',
      `id uuid not null,
       invoice_id uuid not null,
       amount bigint not null,
       line_ids jsonb not null default '[]',
       reason text not null,
       opened_at timestamptz not null,
       opened_by jsonb not null,
       closed_at timestamptz,
       closed_by jsonb,
       outcome text,
       note text,
       primary key (company_id, id),
       constraint dispute_amount_check check (amount >= 0),
       constraint dispute_outcome_check
         check (outcome in ('resolved','upheld','rejected','withdrawn','settled','voided')),
       constraint dispute_closed_check
         check ((closed_at is null) = (outcome is null)
           and (closed_at is null) = (closed_by is null))`,
    );
    await runner.query(`create unique index dispute_open_key
      on receivables.dispute (company_id, invoice_id) where closed_at is null`);
    await runner.query(`create index dispute_invoice_index
      on receivables.dispute (company_id, invoice_id, opened_at, id)`);
    await runner.query(`alter table receivables.dispute add constraint dispute_invoice_fk
      foreign key (company_id, invoice_id) references receivables.invoice (company_id, id)`);
  }
}
