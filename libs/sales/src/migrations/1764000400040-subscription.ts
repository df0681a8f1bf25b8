import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Subscriptions, their items and their history. An item is a row for the days on which it holds:
 * a change closes one and opens another, so that what comes later needs no job. History is only
 * added to.
 */
export class Subscription1764000400040 extends ForwardMigration {
  name = 'Subscription1764000400040';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'sales.subscription',
      `id uuid not null,
       version integer not null default 1,
       owner_id uuid,
       status text not null,
       account_id uuid not null,
       contact_id uuid,
       contract_id uuid,
       previous_id uuid,
       plan_id uuid not null,
       plan_version_id uuid not null,
       quantity numeric(18,6) not null,
       currency text not null,
       frequency text not null,
       timing text not null,
       start_date date not null,
       anchor_date date not null,
       anchor_day smallint not null,
       billed_from date not null,
       stub text not null,
       trial_end date,
       trial_end_action text not null,
       cancel_at date,
       cancel_reason text,
       ended_on date,
       pause_on date,
       change_on date,
       suspended_reason text,
       suspended_on date,
       resume_on date,
       past_due_waived_on date,
       po_number text,
       external_key text,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, id),
       constraint subscription_status_check check (status in
         ('pending','trialing','active','past_due','suspended','cancelled','expired')),
       constraint subscription_frequency_check check (frequency in
         ('weekly','fortnightly','monthly','quarterly','half_yearly','annually')),
       constraint subscription_timing_check check (timing in ('advance','arrears')),
       constraint subscription_stub_check check (stub in ('prorated','free','full')),
       constraint subscription_trial_end_check check (trial_end_action in ('activate','cancel')),
       constraint subscription_quantity_check check (quantity > 0),
       constraint subscription_anchor_check
         check (anchor_date >= billed_from and anchor_day between 1 and 31),
       constraint subscription_trial_check check (trial_end > start_date),
       constraint subscription_suspended_check check ((status = 'suspended') =
         (suspended_reason is not null and suspended_on is not null)),
       constraint subscription_reason_check
         check (suspended_reason in ('pause','dunning','manual')),
       constraint subscription_resume_check
         check (resume_on is null or status = 'suspended'),
       constraint subscription_change_check
         check (change_on is null or status not in ('cancelled','expired')),
       constraint subscription_pause_check
         check (pause_on is null or status in ('trialing','active','past_due')),
       constraint subscription_waived_check
         check (past_due_waived_on is null or status <> 'past_due'),
       constraint subscription_ended_check
         check ((status in ('cancelled','expired')) = (ended_on is not null))`,
    );
    await runner.query(`create unique index subscription_external_key
      on sales.subscription (company_id, external_key)`);
    await indexes(runner);
    await createItems(runner);
    await createHistory(runner);
  }
}

async function indexes(runner: QueryRunner): Promise<void> {
  const on = 'on sales.subscription (company_id';
  await runner.query(`create index subscription_created_index ${on}, created_at, id)`);
  await runner.query(`create index subscription_account_index ${on}, account_id)`);
  await runner.query(`create index subscription_contract_index ${on}, contract_id)`);
  await runner.query(`create index subscription_previous_index ${on}, previous_id)`);
  // What has ended goes on as one other at most.
  await runner.query(`create unique index subscription_previous_key ${on}, previous_id)
    where previous_id is not null and status not in ('cancelled', 'expired')`);
  await runner.query(`create index subscription_plan_index ${on}, plan_id, account_id)`);
  await runner.query(`create index subscription_owner_index ${on}, owner_id, created_at, id)`);
  // What the daily sweep looks for, each by the day on which it comes.
  await runner.query(`create index subscription_start_index ${on}, start_date)
    where status = 'pending'`);
  await runner.query(`create index subscription_trial_index ${on}, trial_end)
    where status = 'trialing'`);
  await runner.query(`create index subscription_cancel_index ${on}, cancel_at)
    where cancel_at is not null and ended_on is null`);
  await runner.query(`create index subscription_resume_index ${on}, resume_on)
    where resume_on is not null`);
  await runner.query(`create index subscription_change_index ${on}, change_on)
    where change_on is not null`);
  await runner.query(`create index subscription_pause_index ${on}, pause_on)
    where pause_on is not null`);
  // Those that go back to what they were once nothing of them is overdue.
  await runner.query(`create index subscription_debt_index ${on}, id)
    where status = 'past_due' or suspended_reason = 'dunning'`);
  await runner.query(`alter table sales.subscription
    add constraint subscription_account_fk foreign key (company_id, account_id)
      references crm.account (company_id, id),
    add constraint subscription_contact_fk foreign key (company_id, contact_id)
      references crm.contact (company_id, id),
    add constraint subscription_contract_fk foreign key (company_id, contract_id)
      references sales.contract (company_id, id),
    add constraint subscription_previous_fk foreign key (company_id, previous_id)
      references sales.subscription (company_id, id),
    add constraint subscription_plan_fk foreign key (company_id, plan_id)
      references sales.plan (company_id, id),
    add constraint subscription_version_fk foreign key (company_id, plan_version_id)
      references sales.plan_version (company_id, id),
    add constraint subscription_owner_fk foreign key (company_id, owner_id)
      references identity.staff_user (company_id, id)`);
}

async function createItems(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'sales.subscription_item',
    `subscription_id uuid not null,
     id uuid not null,
     item_id uuid not null,
     position smallint not null,
     valid_from date not null,
     valid_to date,
     plan_id uuid not null,
     plan_version_id uuid not null,
     product_id uuid not null,
     description text not null,
     quantity numeric(18,6) not null,
     unit_price numeric(18,6) not null,
     price_overridden boolean not null,
     discount_percent numeric(9,6),
     discount_amount bigint,
     tax_code text,
     net bigint not null,
     created_at timestamptz not null,
     primary key (company_id, subscription_id, id),
     constraint subscription_item_valid_check check (valid_to is null or valid_to >= valid_from),
     constraint subscription_item_quantity_check check (quantity > 0),
     constraint subscription_item_price_check check (unit_price >= 0 and net >= 0),
     constraint subscription_item_discount_check
       check (discount_percent is null or discount_amount is null)`,
  );
  // An item has one row for each day: what is open is open once, and no two begin on one day.
  await runner.query(`create unique index subscription_item_open_key
    on sales.subscription_item (company_id, subscription_id, item_id) where valid_to is null`);
  await runner.query(`create unique index subscription_item_from_key
    on sales.subscription_item (company_id, subscription_id, item_id, valid_from)
    where valid_to is null or valid_to > valid_from`);
  await runner.query(`create index subscription_item_version_index
    on sales.subscription_item (company_id, plan_version_id)`);
  await runner.query(`alter table sales.subscription_item
    add constraint subscription_item_subscription_fk foreign key (company_id, subscription_id)
      references sales.subscription (company_id, id),
    add constraint subscription_item_plan_fk foreign key (company_id, plan_id)
      references sales.plan (company_id, id),
    add constraint subscription_item_plan_version_fk foreign key (company_id, plan_version_id)
      references sales.plan_version (company_id, id),
    add constraint subscription_item_product_fk foreign key (company_id, product_id)
      references catalog.product (company_id, id)`);
}

async function createHistory(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'sales.amendment',
    `subscription_id uuid not null,
     id uuid not null,
     number integer not null,
     kind text not null,
     effective_on date not null,
     before jsonb not null,
     after jsonb not null,
     reason text,
     actor_kind text not null,
     actor_id text,
     actor_name text not null,
     created_at timestamptz not null,
     primary key (company_id, subscription_id, id),
     constraint amendment_number_check check (number >= 1)`,
    { appendOnly: true },
  );
  await runner.query(`create unique index amendment_number_key
    on sales.amendment (company_id, subscription_id, number)`);
  // Whether usage has to look at pauses that are over.
  await runner.query(`create index amendment_pause_index
    on sales.amendment (company_id, subscription_id) where kind = 'paused'`);
  await runner.query(`alter table sales.amendment add constraint amendment_subscription_fk
    foreign key (company_id, subscription_id) references sales.subscription (company_id, id)`);
}
