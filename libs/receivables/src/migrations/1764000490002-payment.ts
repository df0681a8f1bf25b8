import { ForwardMigration, createCompanyTable, createDoor } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Payments and the append-only rows that prove what they settled. An allocation is signed: money
 * applied to an invoice is positive, money taken back by a refund negative.
 */
export class Payment1764000490002 extends ForwardMigration {
  name = 'Payment1764000490002';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'receivables.payment',
      `id uuid not null,
       version integer not null default 1,
       number text not null,
       number_period text not null,
       number_seq bigint not null,
       account_id uuid not null,
       invoice_id uuid,
       currency text not null,
       amount bigint not null,
       applied_amount bigint not null default 0,
       on_account_amount bigint not null default 0,
       refunded_amount bigint not null default 0,
       method text not null,
       status text not null,
       reference text,
       provider text,
       provider_payment_id text,
       received_on date not null,
       cleared_at timestamptz,
       portal_user_id uuid,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, id),
       constraint payment_status_check
         check (status in ('pending','completed','failed','refunded')),
       constraint payment_method_check check (method in
         ('cash','cheque','bank_transfer','card','upi','gateway','other')),
       constraint payment_amount_check check (amount > 0 and applied_amount >= 0
         and on_account_amount >= 0 and refunded_amount between 0 and amount),
       constraint payment_split_check check (case
         when status in ('pending','failed')
           then applied_amount = 0 and on_account_amount = 0 and refunded_amount = 0
         else applied_amount + on_account_amount = amount end),
       constraint payment_provider_check
         check ((provider is null) = (provider_payment_id is null))`,
    );
    await runner.query(`create unique index payment_number_key
      on receivables.payment (company_id, number)`);
    await runner.query(`create unique index payment_provider_key
      on receivables.payment (company_id, provider, provider_payment_id)
      where provider is not null`);
    await runner.query(`create index payment_invoice_index
      on receivables.payment (company_id, invoice_id) where invoice_id is not null`);
    // Few of many, which dunning asks for invoice by invoice: a small index of their own is what
    // the planner takes even where its statistics do not know the company yet.
    await runner.query(`create index payment_pending_index
      on receivables.payment (company_id, invoice_id) where status = 'pending'`);
    await runner.query(`create index payment_account_index
      on receivables.payment (company_id, account_id, received_on)`);
    await runner.query(`create index payment_received_index
      on receivables.payment (company_id, received_on, id)`);
    await runner.query(`create index payment_portal_user_index
      on receivables.payment (company_id, portal_user_id) where portal_user_id is not null`);
    // Asked before the company is known.
    await runner.query(`create index payment_provider_payment_index
      on receivables.payment (provider_payment_id, company_id)
      where provider_payment_id is not null`);
    await runner.query(`alter table receivables.payment
      add constraint payment_account_fk foreign key (company_id, account_id)
        references crm.account (company_id, id),
      add constraint payment_invoice_fk foreign key (company_id, invoice_id)
        references receivables.invoice (company_id, id)`);
    await createRefunds(runner);
    await createAllocations(runner);
    await createDoors(runner);
  }
}

async function createRefunds(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'receivables.refund',
    `id uuid not null,
     payment_id uuid not null,
     amount bigint not null,
     from_credit bigint not null,
     from_invoices bigint not null,
     reason text not null,
     provider text,
     provider_refund_id text,
     refunded_on date not null,
     actor jsonb not null,
     created_at timestamptz not null,
     primary key (company_id, id),
     constraint refund_amount_check check (amount > 0 and from_credit >= 0
       and from_invoices >= 0 and amount = from_credit + from_invoices)`,
    { appendOnly: true },
  );
  await runner.query(`create index refund_payment_index
    on receivables.refund (company_id, payment_id)`);
  await runner.query(`create unique index refund_provider_key
    on receivables.refund (company_id, provider, provider_refund_id)
    where provider_refund_id is not null`);
  await runner.query(`alter table receivables.refund add constraint refund_payment_fk
    foreign key (company_id, payment_id) references receivables.payment (company_id, id)`);
}

async function createAllocations(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'receivables.payment_allocation',
    `id uuid not null,
     payment_id uuid not null,
     invoice_id uuid not null,
     refund_id uuid,
     amount bigint not null,
     applied_on date not null,
     created_at timestamptz not null,
     primary key (company_id, id),
     constraint payment_allocation_sign_check check (
       (refund_id is null and amount > 0) or (refund_id is not null and amount < 0))`,
    { appendOnly: true },
  );
  await runner.query(`create index payment_allocation_invoice_index
    on receivables.payment_allocation (company_id, invoice_id)`);
  await runner.query(`create index payment_allocation_payment_index
    on receivables.payment_allocation (company_id, payment_id)`);
  await runner.query(`alter table receivables.payment_allocation
    add constraint payment_allocation_payment_fk foreign key (company_id, payment_id)
      references receivables.payment (company_id, id),
    add constraint payment_allocation_invoice_fk foreign key (company_id, invoice_id)
      references receivables.invoice (company_id, id),
    add constraint payment_allocation_refund_fk foreign key (company_id, refund_id)
      references receivables.refund (company_id, id)`);
}

/**
 * Which companies have booked a provider's payment: the last thing that a webhook without metadata
 * may be recognised by. Anybody can sign a webhook of their own about a payment of another, so
 * there may be several; whose it is shows the signature. The first to know of it come first, so
 * that latecomers cannot crowd them out.
 */
async function createDoors(runner: QueryRunner): Promise<void> {
  await createDoor(
    runner,
    'receivables.door_companies_of_payment(named_provider text, named_payment text)',
    'setof uuid',
    `select company_id from receivables.payment
     where provider = named_provider and provider_payment_id = named_payment
     order by created_at, id limit 8`,
  );
}
