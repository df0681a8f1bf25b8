import { createCompanyTable } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Credit notes. An on-account note is the excess of one payment; refunding that payment first
 * takes what is left of it (`refunded_amount`). Applications are append-only and signed.
 */
export class CreditNote1764000490003 implements MigrationInterface {
  name = 'CreditNote1764000490003';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'receivables.credit_note',
      `id uuid not null,
       version integer not null default 1,
       number text not null,
       number_period text not null,
       number_seq bigint not null,
       kind text not null,
       status text not null,
       account_id uuid not null,
       invoice_id uuid,
       payment_id uuid,
       provider_payment_id text,
       currency text not null,
       issue_date date not null,
       reason text not null,
       prices_include_tax boolean not null default false,
       subtotal bigint not null,
       tax_total bigint not null,
       total bigint not null,
       applied_amount bigint not null default 0,
       refunded_amount bigint not null default 0,
       remaining bigint not null,
       void_reason text,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, id),
       constraint credit_note_kind_check check (kind in ('credit','on_account')),
       constraint credit_note_on_account_check
         check (kind <> 'on_account' or payment_id is not null),
       constraint credit_note_status_check
         check (status in ('draft','issued','partially_applied','applied','void')),
       constraint credit_note_total_check check (total = subtotal + tax_total and total >= 0),
       constraint credit_note_remaining_check check (remaining >= 0 and applied_amount >= 0
         and refunded_amount >= 0 and case
           when status = 'void' then remaining = 0 and applied_amount = 0
           else remaining = total - applied_amount - refunded_amount end)`,
    );
    await runner.query(`create unique index credit_note_number_key
      on receivables.credit_note (company_id, number)`);
    await runner.query(`create unique index credit_note_on_account_key
      on receivables.credit_note (company_id, payment_id) where kind = 'on_account'`);
    await runner.query(`create index credit_note_account_index
      on receivables.credit_note (company_id, account_id, issue_date)`);
    await runner.query(`create index credit_note_invoice_index
      on receivables.credit_note (company_id, invoice_id) where invoice_id is not null`);
    await runner.query(`create index credit_note_issue_date_index
      on receivables.credit_note (company_id, issue_date, id)`);
    await runner.query(`alter table receivables.credit_note
      add constraint credit_note_account_fk foreign key (company_id, account_id)
        references crm.account (company_id, id),
      add constraint credit_note_invoice_fk foreign key (company_id, invoice_id)
        references receivables.invoice (company_id, id),
      add constraint credit_note_payment_fk foreign key (company_id, payment_id)
        references receivables.payment (company_id, id)`);

    await createCompanyTable(
      runner,
      'receivables.credit_application',
      `id uuid not null,
       credit_note_id uuid not null,
       invoice_id uuid not null,
       amount bigint not null,
       applied_on date not null,
       created_at timestamptz not null,
       primary key (company_id, id),
       constraint credit_application_amount_check check (amount <> 0)`,
      { appendOnly: true },
    );
    await runner.query(`create index credit_application_invoice_index
      on receivables.credit_application (company_id, invoice_id)`);
    await runner.query(`create index credit_application_note_index
      on receivables.credit_application (company_id, credit_note_id)`);
    await runner.query(`alter table receivables.credit_application
      add constraint credit_application_note_fk foreign key (company_id, credit_note_id)
        references receivables.credit_note (company_id, id),
      add constraint credit_application_invoice_fk foreign key (company_id, invoice_id)
        references receivables.invoice (company_id, id)`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
