import { ForwardMigration, createCompanyTable, createSchema } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Invoices and their lines. Amounts are minor units of the row's currency. `noted_amount` is what
 * all credit notes that refer to the invoice come to, drafts included and void ones not, so that a
 * constraint keeps them within its total. `period_part` is 0 of the one invoice of a period of its
 * schedule; others, as of usage that came late, stand beside it. `irn` is what India's invoice
 * registration portal answered.
 */
export class Invoice1764000490001 extends ForwardMigration {
  name = 'Invoice1764000490001';

  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'receivables');
    await createCompanyTable(
      runner,
      'receivables.invoice',
      `id uuid not null,
       version integer not null default 1,
       number text not null,
       number_period text not null,
       number_seq bigint not null,
       status text not null,
       unsent_status text not null default 'draft',
       account_id uuid not null,
       currency text not null,
       issue_date date not null,
       due_date date not null,
       period_start date,
       period_end date,
       period_part integer not null default 0,
       sales_order_id uuid,
       schedule_id uuid,
       subscription_id uuid,
       contract_id uuid,
       bill_to jsonb not null,
       po_number text,
       notes text,
       prices_include_tax boolean not null default false,
       tax_rounding text not null default 'document',
       subtotal bigint not null,
       tax_total bigint not null,
       total bigint not null,
       paid_amount bigint not null default 0,
       credited_amount bigint not null default 0,
       noted_amount bigint not null default 0,
       balance bigint not null,
       sent_at timestamptz,
       viewed_at timestamptz,
       dispute jsonb,
       void_reason text,
       closed_at timestamptz,
       external_reference text,
       irn jsonb,
       custom jsonb not null default '{}',
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, id),
       constraint invoice_status_check check (status in ('draft','pending','sent','viewed',
         'partially_paid','overdue','disputed','paid','void','cancelled')),
       constraint invoice_unsent_status_check check (unsent_status in ('draft','pending')),
       constraint invoice_total_check check (total = subtotal + tax_total and total >= 0),
       constraint invoice_settled_check check (paid_amount >= 0 and credited_amount >= 0),
       constraint invoice_noted_check check (noted_amount >= 0 and noted_amount <= total),
       constraint invoice_balance_check check (balance >= 0 and case
         when status in ('void','cancelled')
           then balance = 0 and paid_amount = 0 and credited_amount = 0
         else balance = total - paid_amount - credited_amount end),
       constraint invoice_status_money_check check (
         (status <> 'paid' or balance = 0) and
         (status <> 'partially_paid' or (balance > 0 and paid_amount + credited_amount > 0))),
       constraint invoice_due_check check (due_date >= issue_date),
       constraint invoice_irn_check check (irn is null or (irn->>'irn' ~ '^[0-9a-f]{64}$'
         and irn ?& array['ackNumber', 'ackDate', 'signedQr']))`,
    );
    await runner.query(`create unique index invoice_number_key
      on receivables.invoice (company_id, number)`);
    await runner.query(`create unique index invoice_schedule_period_key
      on receivables.invoice (company_id, schedule_id, period_start, period_part)
      where schedule_id is not null`);
    await runner.query(`create unique index invoice_external_reference_key
      on receivables.invoice (company_id, external_reference)
      where external_reference is not null`);
    await runner.query(`create unique index invoice_irn_key
      on receivables.invoice (company_id, (irn->>'irn')) where irn is not null`);
    await runner.query(`create index invoice_account_index
      on receivables.invoice (company_id, account_id, issue_date) include (status)`);
    await runner.query(`create index invoice_issue_date_index
      on receivables.invoice (company_id, issue_date, id)`);
    await runner.query(`create index invoice_status_index
      on receivables.invoice (company_id, status, due_date)`);
    await runner.query(`create index invoice_due_index
      on receivables.invoice (company_id, due_date, id) where balance > 0`);
    // What is overdue of subscriptions.
    await runner.query(`create index invoice_subscription_debt_index
      on receivables.invoice (company_id, subscription_id, due_date)
      where subscription_id is not null and balance > 0`);
    await runner.query(`create index invoice_sales_order_index
      on receivables.invoice (company_id, sales_order_id) where sales_order_id is not null`);
    await runner.query(`alter table receivables.invoice add constraint invoice_account_fk
      foreign key (company_id, account_id) references crm.account (company_id, id)`);
    await createLines(runner);
    // Tax is made before invoices and could not name them itself.
    await runner.query(`alter table tax.transaction add constraint transaction_invoice_fk
      foreign key (company_id, invoice_id) references receivables.invoice (company_id, id)`);
  }
}

/**
 * A line keeps what it took over from its product when it was priced, whether its tax code is the
 * product's, what was decided of its tax, and why an external engine that should have taxed it did
 * not.
 */
async function createLines(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'receivables.invoice_line',
    `invoice_id uuid not null,
     id uuid not null,
     position integer not null,
     product_id uuid,
     schedule_line_id uuid,
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
     primary key (company_id, invoice_id, id),
     constraint invoice_line_total_check check (total = net + tax),
     constraint invoice_line_discount_check
       check (discount_percent is null or discount_amount is null),
     constraint invoice_line_fallback_check
       check (tax_fallback_reason is null or tax_fallback),
     constraint invoice_line_supply_check check (supply_kind in ('goods', 'services', 'digital')),
     constraint invoice_line_category_check
       check (tax_category in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O')),
     constraint invoice_line_decision_check check (tax_category is null
       or (tax_reason is not null and (tax_category = 'S' or tax = 0)))`,
  );
  await runner.query(`create index invoice_line_fallback_index
    on receivables.invoice_line (company_id, invoice_id) where tax_fallback_reason is not null`);
  await runner.query(`create index invoice_line_undetermined_index
    on receivables.invoice_line (company_id, invoice_id)
    where tax_category is null and tax_reason is not null`);
  await runner.query(`alter table receivables.invoice_line add constraint invoice_line_invoice_fk
    foreign key (company_id, invoice_id) references receivables.invoice (company_id, id)`);
  await runner.query(`alter table receivables.invoice_line add constraint invoice_line_product_fk
    foreign key (company_id, product_id) references catalog.product (company_id, id)`);
}
