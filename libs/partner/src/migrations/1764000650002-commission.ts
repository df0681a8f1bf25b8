import { APP_ROLE, ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What partners earn: plans with all their versions, what a sale is paid for by, which money was
 * counted, entries that are never edited, and statements. Amounts are minor units of the currency
 * beside them.
 */
export class Commission1764000650002 extends ForwardMigration {
  name = 'Commission1764000650002';

  async up(runner: QueryRunner): Promise<void> {
    await createPlans(runner);
    await createBasis(runner);
    await createStatements(runner);
    await createEntries(runner);
    await keepHistory(runner);
  }
}

async function createPlans(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'partner.commission_plan',
    `id uuid not null,
     version integer not null default 1,
     name text not null,
     active boolean not null,
     partner_ids jsonb not null,
     tier text,
     lines jsonb not null,
     tier_period text not null,
     tier_mode text not null,
     hold_days integer not null,
     currency text not null,
     minimum_payout bigint not null,
     valid_from date not null,
     valid_to date,
     created_at timestamptz not null,
     updated_at timestamptz not null,
     primary key (company_id, id),
     constraint commission_plan_for_check check ((partner_ids = '[]') = (tier is not null)),
     constraint commission_plan_period_check
       check (tier_period in ('month', 'quarter', 'year')),
     constraint commission_plan_mode_check check (tier_mode in ('marginal', 'whole')),
     constraint commission_plan_hold_check check (hold_days between 0 and 365),
     constraint commission_plan_minimum_check check (minimum_payout >= 0),
     constraint commission_plan_valid_check check (valid_to >= valid_from)`,
  );
  await runner.query(`create unique index commission_plan_name_key
    on partner.commission_plan (company_id, lower(name))`);
  await createCompanyTable(
    runner,
    'partner.commission_plan_version',
    `plan_id uuid not null,
     version integer not null,
     since timestamptz not null,
     terms jsonb not null,
     primary key (company_id, plan_id, version)`,
    { appendOnly: true },
  );
  await runner.query(`alter table partner.commission_plan_version
    add constraint commission_plan_version_plan_fk
      foreign key (company_id, plan_id) references partner.commission_plan (company_id, id)`);
}

/** What entries are worked out from, and how far that has come. */
async function createBasis(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'partner.commission_terms',
    `order_id uuid not null,
     partner_id uuid not null,
     plan_id uuid,
     terms jsonb,
     primary key (company_id, order_id),
     constraint commission_terms_plan_check check ((plan_id is null) = (terms is null))`,
  );
  await createCompanyTable(
    runner,
    'partner.commission_source',
    `invoice_id uuid not null,
     order_id uuid not null,
     partner_id uuid not null,
     seen bigint not null,
     stopped boolean not null,
     waits_for text,
     waits_on date,
     primary key (company_id, invoice_id),
     constraint commission_source_waits_check check ((waits_for is null) = (waits_on is null))`,
  );
  await runner.query(`create index commission_source_waits_index
    on partner.commission_source (company_id, waits_on, invoice_id) where waits_for is not null`);
  await createCompanyTable(
    runner,
    'partner.settled_money',
    `invoice_id uuid not null,
     movement_id uuid not null,
     amount bigint not null,
     primary key (company_id, invoice_id, movement_id)`,
  );
  await createCompanyTable(
    runner,
    'partner.commission_counter',
    `partner_id uuid not null,
     plan_id uuid not null,
     line text not null,
     period_start date not null,
     base bigint not null,
     primary key (company_id, partner_id, plan_id, line, period_start),
     constraint commission_counter_base_check check (base >= 0)`,
  );
  await runner.query(`alter table partner.commission_terms
    add constraint commission_terms_order_fk
      foreign key (company_id, order_id) references sales.sales_order (company_id, id),
    add constraint commission_terms_partner_fk
      foreign key (company_id, partner_id) references crm.ledger_account (company_id, id),
    add constraint commission_terms_plan_fk
      foreign key (company_id, plan_id) references partner.commission_plan (company_id, id)`);
  await runner.query(`alter table partner.commission_source
    add constraint commission_source_terms_fk
      foreign key (company_id, order_id) references partner.commission_terms (company_id, order_id),
    add constraint commission_source_invoice_fk
      foreign key (company_id, invoice_id) references receivables.invoice (company_id, id)`);
  await runner.query(`alter table partner.settled_money
    add constraint settled_money_source_fk foreign key (company_id, invoice_id)
      references partner.commission_source (company_id, invoice_id)`);
  await runner.query(`alter table partner.commission_counter
    add constraint commission_counter_plan_fk
      foreign key (company_id, plan_id) references partner.commission_plan (company_id, id)`);
}

async function createStatements(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'partner.commission_statement',
    `id uuid not null,
     version integer not null default 1,
     partner_id uuid not null,
     currency text not null,
     month date not null,
     status text not null,
     entries integer not null,
     carried bigint not null,
     earned bigint not null,
     reversed bigint not null,
     total bigint not null,
     approved_by jsonb,
     approved_at timestamptz,
     paid_on date,
     reference text,
     voided_at timestamptz,
     void_reason text,
     created_by jsonb not null,
     created_at timestamptz not null,
     updated_at timestamptz not null,
     primary key (company_id, id),
     constraint commission_statement_status_check
       check (status in ('draft', 'approved', 'paid', 'void')),
     constraint commission_statement_month_check check (extract(day from month) = 1),
     constraint commission_statement_total_check
       check (total = carried + earned + reversed and total > 0 and entries > 0),
     constraint commission_statement_approved_check
       check ((approved_at is null) = (approved_by is null)
         and (status not in ('approved', 'paid') or approved_at is not null)),
     constraint commission_statement_paid_check check ((status = 'paid') = (paid_on is not null)),
     constraint commission_statement_void_check check ((status = 'void') = (voided_at is not null)
       and (voided_at is null) = (void_reason is null))`,
  );
  await runner.query(`create unique index commission_statement_month_key
    on partner.commission_statement (company_id, partner_id, currency, month)
    where status <> 'void'`);
  await runner.query(`create index commission_statement_month_index
    on partner.commission_statement (company_id, month, id)`);
  await runner.query(`alter table partner.commission_statement
    add constraint commission_statement_partner_fk
      foreign key (company_id, partner_id) references crm.ledger_account (company_id, id)`);
}

async function createEntries(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'partner.commission',
    `id uuid not null,
     version integer not null default 1,
     seq integer not null,
     kind text not null,
     status text not null,
     partner_id uuid not null,
     plan_id uuid,
     line text,
     order_id uuid,
     invoice_id uuid,
     reverses_id uuid,
     reason text not null,
     money_on date not null,
     available_on date not null,
     period_start date,
     currency text not null,
     base bigint not null,
     rate numeric(9,6),
     amount bigint not null,
     payout_currency text not null,
     payout_base bigint not null,
     payout_amount bigint not null,
     minimum_payout bigint not null,
     hold_reason text,
     held_from text,
     statement_id uuid,
     created_by jsonb not null,
     created_at timestamptz not null,
     updated_at timestamptz not null,
     primary key (company_id, id),
     constraint commission_kind_check
       check (kind in ('earned', 'top_up', 'reversed', 'adjustment')),
     constraint commission_status_check
       check (status in ('pending', 'payable', 'on_hold', 'on_statement', 'paid')),
     constraint commission_of_check check (case when kind = 'adjustment'
       then invoice_id is null and reverses_id is null
       else plan_id is not null and line is not null and order_id is not null
         and invoice_id is not null and rate is not null end),
     constraint commission_sign_check check (case kind
       when 'earned' then base >= 0 and amount >= 0 and payout_amount >= 0 and reverses_id is null
       when 'top_up' then base = 0 and payout_amount <> 0 and reverses_id is null
       when 'reversed' then base <= 0 and amount <= 0 and payout_amount <= 0
         and reverses_id is not null
       else payout_amount <> 0 end),
     constraint commission_held_check check ((status = 'on_hold') = (hold_reason is not null)
       and (hold_reason is null) = (held_from is null)
       and held_from in ('pending', 'payable')
       and hold_reason in ('staff', 'dispute', 'chargeback')),
     constraint commission_statement_check
       check ((status in ('on_statement', 'paid')) = (statement_id is not null))`,
  );
  await runner.query(`create unique index commission_seq_key
    on partner.commission (company_id, invoice_id, seq) where invoice_id is not null`);
  await runner.query(`create index commission_partner_index
    on partner.commission (company_id, partner_id, created_at, id)`);
  await runner.query(`create index commission_created_index
    on partner.commission (company_id, created_at, id)`);
  await runner.query(`create index commission_pending_index
    on partner.commission (company_id, available_on, id) where status = 'pending'`);
  await runner.query(`create index commission_payable_index
    on partner.commission (company_id, partner_id, payout_currency, available_on, id)
    where status = 'payable'`);
  await runner.query(`create index commission_statement_index
    on partner.commission (company_id, statement_id) where statement_id is not null`);
  await runner.query(`create index commission_reverses_index
    on partner.commission (company_id, reverses_id) where reverses_id is not null`);
  await runner.query(`create index commission_period_index
    on partner.commission (company_id, partner_id, plan_id, line, period_start)
    where period_start is not null`);
  await runner.query(`alter table partner.commission
    add constraint commission_partner_fk
      foreign key (company_id, partner_id) references crm.ledger_account (company_id, id),
    add constraint commission_source_fk foreign key (company_id, invoice_id)
      references partner.commission_source (company_id, invoice_id),
    add constraint commission_plan_fk
      foreign key (company_id, plan_id) references partner.commission_plan (company_id, id),
    add constraint commission_reverses_fk
      foreign key (company_id, reverses_id) references partner.commission (company_id, id),
    add constraint commission_statement_fk foreign key (company_id, statement_id)
      references partner.commission_statement (company_id, id)`);
}

/** Of an entry nothing changes but where it stands, and nothing is taken away. */
async function keepHistory(runner: QueryRunner): Promise<void> {
  await runner.query(`revoke update, delete on partner.commission from ${APP_ROLE}`);
  await runner.query(`grant update (version, status, hold_reason, held_from, statement_id,
    updated_at) on partner.commission to ${APP_ROLE}`);
  const kept = ['commission_plan', 'commission_terms', 'commission_source', 'settled_money'];
  for (const table of [...kept, 'commission_counter', 'commission_statement']) {
    await runner.query(`revoke delete on partner.${table} from ${APP_ROLE}`);
  }
}
