import { APP_ROLE, ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What users of customers have committed their party to, and what waits for a colleague because it
 * is above somebody's limit. Amounts are minor units of the currency beside them.
 */
export class Approval1764000830010 extends ForwardMigration {
  name = 'Approval1764000830010';

  async up(runner: QueryRunner): Promise<void> {
    await createRules(runner);
    await createApprovals(runner);
    await createLedger(runner);
    await keepHistory(runner);
  }
}

async function createRules(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'portal.approval_rules',
    `account_id uuid not null,
     version integer not null,
     currency text not null,
     rules jsonb not null,
     updated_at timestamptz not null,
     primary key (company_id, account_id),
     constraint approval_rules_list_check check (jsonb_typeof(rules) = 'array')`,
  );
  await runner.query(`alter table portal.approval_rules
    add constraint approval_rules_account_fk foreign key (company_id, account_id)
      references crm.account (company_id, id)`);
  await runner.query(
    `comment on constraint approval_rules_account_fk on portal.approval_rules is 'goes along'`,
  );
}

async function createApprovals(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'portal.approval',
    `id uuid not null,
     version integer not null default 1,
     account_id uuid not null,
     requested_by uuid not null,
     subject text not null,
     order_id uuid,
     quote_id uuid,
     subscription_id uuid,
     total bigint not null,
     currency text not null,
     status text not null,
     approvals integer not null,
     approver_ids jsonb not null,
     to_admins boolean not null default false,
     asked jsonb,
     note text,
     expires_at timestamptz not null,
     remind_at timestamptz,
     escalate_at timestamptz,
     decided_at timestamptz,
     decided_by uuid,
     reason text,
     created_at timestamptz not null,
     updated_at timestamptz not null,
     primary key (company_id, id),
     constraint approval_subject_check check (case subject
       when 'order' then order_id is not null and subscription_id is null and asked is null
       when 'quote' then quote_id is not null and order_id is null and subscription_id is null
         and asked is not null
       when 'quote_order' then quote_id is not null and order_id is null
         and subscription_id is null and asked is null
       when 'plan_change' then subscription_id is not null and order_id is null
         and quote_id is null and asked is not null
       else false end),
     constraint approval_status_check
       check (status in ('pending', 'approved', 'rejected', 'withdrawn', 'expired')),
     constraint approval_total_check check (total >= 0),
     constraint approval_approvals_check check (approvals between 1 and 3),
     constraint approval_decided_check
       check ((status = 'pending') = (decided_at is null)
         and (status not in ('approved', 'rejected') or decided_by is not null)),
     constraint approval_own_check
       check (status not in ('approved', 'rejected') or decided_by <> requested_by)`,
  );
  // One subject waits once: what is asked twice at once is asked once.
  for (const [name, column] of [
    ['order', 'order_id'],
    ['quote', 'quote_id'],
    ['subscription', 'subscription_id'],
  ] as const) {
    const only = name === 'quote' ? ` and order_id is null` : '';
    await runner.query(`create unique index approval_${name}_key
      on portal.approval (company_id, ${column}) where status = 'pending'${only}
        and ${column} is not null`);
    await runner.query(`create index approval_of_${name}_index
      on portal.approval (company_id, ${column}) where ${column} is not null`);
  }
  await runner.query(`create index approval_list_index
    on portal.approval (company_id, created_at, id)`);
  await runner.query(`create index approval_account_index
    on portal.approval (company_id, account_id, created_at)`);
  await runner.query(`create index approval_requester_index
    on portal.approval (company_id, requested_by, created_at)`);
  await runner.query(`create index approval_pending_index
    on portal.approval (company_id, expires_at, id) where status = 'pending'`);
  await runner.query(`create index approval_due_index
    on portal.approval (company_id, least(remind_at, escalate_at), id)
    where status = 'pending'`);
  await createCompanyTable(
    runner,
    'portal.approval_signature',
    `approval_id uuid not null,
     portal_user_id uuid not null,
     decision text not null,
     note text,
     signed_at timestamptz not null,
     primary key (company_id, approval_id, portal_user_id),
     constraint approval_signature_decision_check check (decision in ('approved', 'rejected'))`,
    { appendOnly: true },
  );
  await runner.query(`alter table portal.approval
    add constraint approval_account_fk foreign key (company_id, account_id)
      references crm.account (company_id, id),
    add constraint approval_requester_fk foreign key (company_id, requested_by)
      references portal.portal_user (company_id, id),
    add constraint approval_decider_fk foreign key (company_id, decided_by)
      references portal.portal_user (company_id, id),
    add constraint approval_order_fk foreign key (company_id, order_id)
      references sales.sales_order (company_id, id),
    add constraint approval_quote_fk foreign key (company_id, quote_id)
      references sales.quote (company_id, id),
    add constraint approval_subscription_fk foreign key (company_id, subscription_id)
      references sales.subscription (company_id, id)`);
  await runner.query(`comment on constraint approval_account_fk on portal.approval
    is 'goes along'`);
  await runner.query(`alter table portal.approval_signature
    add constraint approval_signature_approval_fk foreign key (company_id, approval_id)
      references portal.approval (company_id, id),
    add constraint approval_signature_user_fk foreign key (company_id, portal_user_id)
      references portal.portal_user (company_id, id)`);
  await runner.query(`create index approval_signature_user_index
    on portal.approval_signature (company_id, portal_user_id)`);
}

async function createLedger(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'portal.limit_entry',
    `id uuid not null,
     kind text not null,
     portal_user_id uuid not null,
     chain_id uuid not null,
     reserve_id uuid,
     spent_on date not null,
     currency text not null,
     amount bigint not null,
     document_currency text not null,
     document_amount bigint not null,
     order_id uuid,
     quote_id uuid,
     subscription_id uuid,
     approval_id uuid,
     created_at timestamptz not null,
     primary key (company_id, id),
     constraint limit_entry_kind_check check (case kind
       when 'reserve' then amount >= 0 and document_amount >= 0 and reserve_id is null
       when 'commit' then amount = 0 and document_amount = 0 and reserve_id is not null
       when 'release' then amount <= 0 and document_amount <= 0 and reserve_id is not null
       else false end),
     constraint limit_entry_subject_check
       check (coalesce(order_id, quote_id, subscription_id) is not null),
     constraint limit_entry_once_key unique (company_id, reserve_id, kind)`,
    { appendOnly: true },
  );
  await createCompanyTable(
    runner,
    'portal.limit_use',
    `portal_user_id uuid not null,
     period text not null,
     starts_on date not null,
     currency text not null,
     used bigint not null,
     primary key (company_id, portal_user_id, period, starts_on, currency),
     constraint limit_use_period_check
       check (period in ('day', 'week', 'month', 'quarter', 'year')),
     constraint limit_use_used_check check (used >= 0)`,
  );
  await runner.query(`create index limit_entry_user_index
    on portal.limit_entry (company_id, portal_user_id, spent_on)`);
  await runner.query(`create index limit_entry_chain_index
    on portal.limit_entry (company_id, chain_id)`);
  await runner.query(`alter table portal.limit_entry
    add constraint limit_entry_user_fk foreign key (company_id, portal_user_id)
      references portal.portal_user (company_id, id),
    add constraint limit_entry_reserve_fk foreign key (company_id, reserve_id)
      references portal.limit_entry (company_id, id),
    add constraint limit_entry_order_fk foreign key (company_id, order_id)
      references sales.sales_order (company_id, id),
    add constraint limit_entry_quote_fk foreign key (company_id, quote_id)
      references sales.quote (company_id, id),
    add constraint limit_entry_subscription_fk foreign key (company_id, subscription_id)
      references sales.subscription (company_id, id),
    add constraint limit_entry_approval_fk foreign key (company_id, approval_id)
      references portal.approval (company_id, id)`);
  for (const column of ['order_id', 'quote_id', 'subscription_id', 'approval_id']) {
    await runner.query(`create index limit_entry_${column.replace(/_id$/, '')}_index
      on portal.limit_entry (company_id, ${column}) where ${column} is not null`);
  }
  await runner.query(`alter table portal.limit_use
    add constraint limit_use_user_fk foreign key (company_id, portal_user_id)
      references portal.portal_user (company_id, id)`);
}

/** What was asked stays, whatever became of it. */
async function keepHistory(runner: QueryRunner): Promise<void> {
  for (const table of ['approval', 'limit_use']) {
    await runner.query(`revoke delete on portal.${table} from ${APP_ROLE}`);
  }
}
