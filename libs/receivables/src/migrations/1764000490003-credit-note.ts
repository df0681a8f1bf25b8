import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Credit notes, their lines, and the buyer as known then. An on-account note is the excess of one
 * payment; refunding that payment first takes what is left of it (`refunded_amount`). Applications
 * are append-only and signed. `irn` is what India's invoice registration portal answered.
 */
export class CreditNote1764000490003 extends ForwardMigration {
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
       bill_to jsonb,
       prices_include_tax boolean not null default false,
       tax_rounding text not null default 'document',
       subtotal bigint not null,
       tax_total bigint not null,
       total bigint not null,
       applied_amount bigint not null default 0,
       refunded_amount bigint not null default 0,
       remaining bigint not null,
       issued_at timestamptz,
       voided_at timestamptz,
       void_reason text,
       irn jsonb,
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
           else remaining = total - applied_amount - refunded_amount end),
       constraint credit_note_tax_rounding_check check (tax_rounding in ('document','line')),
       constraint credit_note_bill_to_check
         check (kind = 'on_account' or bill_to is not null),
       constraint credit_note_payment_check
         check ((kind = 'on_account') = (payment_id is not null)),
       constraint credit_note_status_money_check check (case status
         when 'draft' then applied_amount = 0 and refunded_amount = 0
         when 'issued' then applied_amount = 0
         when 'partially_applied' then applied_amount > 0 and remaining > 0
         when 'applied' then applied_amount > 0 and remaining = 0
         else true end),
       constraint credit_note_issued_check check (case when status = 'void' then true
         else (status = 'draft') = (issued_at is null) end),
       constraint credit_note_voided_check
         check ((status = 'void') = (voided_at is not null)),
       constraint credit_note_irn_check check (irn is null or (irn->>'irn' ~ '^[0-9a-f]{64}$'
         and irn ?& array['ackNumber', 'ackDate', 'signedQr']))`,
    );
    await runner.query(`create unique index credit_note_number_key
      on receivables.credit_note (company_id, number)`);
    await runner.query(`create unique index credit_note_on_account_key
      on receivables.credit_note (company_id, payment_id) where kind = 'on_account'`);
    await runner.query(`create index credit_note_account_index
      on receivables.credit_note (company_id, account_id, issue_date)`);
    await runner.query(`create index credit_note_invoice_index
      on receivables.credit_note (company_id, invoice_id) where invoice_id is not null`);
    await runner.query(`create unique index credit_note_irn_key
      on receivables.credit_note (company_id, (irn->>'irn')) where irn is not null`);
    await runner.query(`create index credit_note_open_index
      on receivables.credit_note (company_id, account_id, issue_date, id) where remaining > 0
      and status in ('issued', 'partially_applied')`);
    await runner.query(`create index credit_note_issue_date_index
      on receivables.credit_note (company_id, issue_date, id)`);
    await runner.query(`alter table receivables.credit_note
      add constraint credit_note_account_fk foreign key (company_id, account_id)
        references crm.account (company_id, id),
      add constraint credit_note_invoice_fk foreign key (company_id, invoice_id)
        references receivables.invoice (company_id, id),
      add constraint credit_note_payment_fk foreign key (company_id, payment_id)
        references receivables.payment (company_id, id)`);
    await createApplications(runner);
    await createLines(runner);
  }
}

async function createApplications(runner: QueryRunner): Promise<void> {
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

async function createLines(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'receivables.credit_note_line',
    `credit_note_id uuid not null,
     id uuid not null,
     position integer not null,
     invoice_id uuid,
     invoice_line_id uuid,
     product_id uuid,
     description text not null,
     sku text,
     unit text,
     hsn_code text,
     supply_kind text,
     quantity numeric(18,6) not null,
     unit_price numeric(18,6) not null,
     discount_percent numeric(9,6),
     discount_amount bigint,
     discount bigint not null default 0,
     net bigint not null,
     tax_code text,
     product_taxed boolean not null default false,
     requested_tax_rate numeric(9,6),
     tax_rate numeric(9,6) not null default 0,
     taxes jsonb not null default '[]',
     tax_category text,
     tax_reason text,
     tax_fallback boolean not null default false,
     tax_fallback_reason text,
     tax bigint not null,
     total bigint not null,
     period_start date,
     period_end date,
     primary key (company_id, credit_note_id, id),
     constraint credit_note_line_total_check check (total = net + tax),
     constraint credit_note_line_discount_check
       check (discount_percent is null or discount_amount is null),
     constraint credit_note_line_invoice_check
       check (invoice_line_id is null or invoice_id is not null),
     constraint credit_note_line_supply_check
       check (supply_kind in ('goods', 'services', 'digital')),
     constraint credit_note_line_category_check
       check (tax_category in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O')),
     constraint credit_note_line_decision_check check (tax_category is null
       or (tax_reason is not null and (tax_category = 'S' or tax = 0)))`,
  );
  await runner.query(`alter table receivables.credit_note_line
    add constraint credit_note_line_note_fk foreign key (company_id, credit_note_id)
      references receivables.credit_note (company_id, id),
    add constraint credit_note_line_product_fk foreign key (company_id, product_id)
      references catalog.product (company_id, id),
    add constraint credit_note_line_invoice_fk
      foreign key (company_id, invoice_id, invoice_line_id)
      references receivables.invoice_line (company_id, invoice_id, id)`);
}
