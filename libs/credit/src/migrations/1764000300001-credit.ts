import { APP_ROLE, ForwardMigration, createCompanyTable, createSchema } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Whether customers may: checks, whose figures are a snapshot and never change, holds, overrides
 * with what their check returns to, and how the company wants all that. Amounts are minor units of
 * the row's currency.
 */
export class Credit1764000300001 extends ForwardMigration {
  name = 'Credit1764000300001';

  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'credit');
    await createSettings(runner);
    await createChecks(runner);
    await createOverrides(runner);
    await createHolds(runner);
    await keepHistory(runner);
  }
}

async function createSettings(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'credit.settings',
    `version integer not null,
     release_own_hold boolean not null,
     recheck_on_confirm boolean not null,
     own_override boolean not null,
     overdue_hold_days integer,
     overdue_hold_strength text not null,
     overdue_hold_release boolean not null,
     created_at timestamptz not null,
     updated_at timestamptz not null,
     primary key (company_id),
     constraint settings_days_check check (overdue_hold_days between 1 and 3650),
     constraint settings_strength_check check (overdue_hold_strength in ('hard', 'soft'))`,
  );
}

async function createChecks(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'credit.credit_check',
    `id uuid not null,
     version integer not null default 1,
     account_id uuid not null,
     document_type text,
     document_id uuid,
     status text not null,
     outcome text not null,
     reasons jsonb not null,
     checked_on date not null,
     currency text not null,
     credit_limit bigint,
     exposure bigint not null,
     available bigint,
     requested bigint not null,
     shortfall bigint,
     document_currency text not null,
     document_amount bigint not null,
     risk_score integer not null,
     risk_inputs jsonb not null,
     superseded_at timestamptz,
     created_by jsonb not null,
     created_at timestamptz not null,
     updated_at timestamptz not null,
     primary key (company_id, id),
     constraint credit_check_document_check
       check ((document_type is null) = (document_id is null)
         and document_type in ('quote', 'sales-order')),
     constraint credit_check_status_check check (status in ('pending', 'awaiting_approval',
       'approved', 'needs_approval', 'rejected', 'cancelled')),
     constraint credit_check_outcome_check
       check (outcome in ('approved', 'needs_approval', 'rejected')),
     constraint credit_check_amounts_check
       check (credit_limit >= 0 and exposure >= 0 and requested >= 0 and document_amount >= 0),
     constraint credit_check_available_check check (case when credit_limit is null
       then available is null and shortfall is null
       else available = credit_limit - exposure
         and shortfall = greatest(requested - available, 0) end),
     constraint credit_check_score_check check (risk_score between 0 and 55 or risk_score = 100),
     constraint credit_check_hard_hold_check check ((risk_score = 100) = (reasons ? 'hard_hold')
       and (outcome = 'rejected' or risk_score < 100))`,
  );
  await runner.query(`create unique index credit_check_document_key
    on credit.credit_check (company_id, document_type, document_id)
    where superseded_at is null and status <> 'cancelled'`);
  await runner.query(`create index credit_check_account_index
    on credit.credit_check (company_id, account_id, created_at, id)`);
  await runner.query(`create index credit_check_bad_index
    on credit.credit_check (company_id, account_id, created_at) where outcome <> 'approved'`);
  await runner.query(`create index credit_check_created_index
    on credit.credit_check (company_id, created_at, id)`);
  await runner.query(`alter table credit.credit_check add constraint credit_check_account_fk
    foreign key (company_id, account_id) references crm.account (company_id, id)`);
}

async function createOverrides(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'credit.credit_override',
    `id uuid not null,
     version integer not null default 1,
     check_id uuid not null,
     account_id uuid not null,
     status text not null,
     reason text not null,
     expires_at timestamptz,
     status_before text not null,
     requested_by jsonb not null,
     requested_at timestamptz not null,
     decided_by jsonb,
     decided_at timestamptz,
     decision_note text,
     expired_at timestamptz,
     created_at timestamptz not null,
     updated_at timestamptz not null,
     primary key (company_id, id),
     constraint credit_override_status_check
       check (status in ('requested', 'approved', 'rejected', 'expired', 'cancelled')),
     constraint credit_override_before_check
       check (status_before in ('needs_approval', 'rejected')),
     constraint credit_override_decided_check check ((decided_by is null) = (decided_at is null)
       and (status not in ('approved', 'rejected') or decided_at is not null)
       and (status not in ('requested', 'cancelled') or decided_at is null)
       and (status <> 'rejected' or decision_note is not null)),
     constraint credit_override_expired_check check ((status = 'expired') = (expired_at is not null)
       and (status <> 'expired' or expires_at is not null))`,
  );
  await runner.query(`create unique index credit_override_check_key
    on credit.credit_override (company_id, check_id) where status = 'requested'`);
  await runner.query(`create index credit_override_check_index
    on credit.credit_override (company_id, check_id, requested_at)`);
  await runner.query(`create index credit_override_account_index
    on credit.credit_override (company_id, account_id, requested_at)`);
  await runner.query(`create index credit_override_requested_index
    on credit.credit_override (company_id, requested_at, id)`);
  await runner.query(`create index credit_override_expiry_index
    on credit.credit_override (company_id, account_id, expires_at)
    where expires_at is not null and status in ('requested', 'approved')`);
  await runner.query(`alter table credit.credit_override
    add constraint credit_override_check_fk
      foreign key (company_id, check_id) references credit.credit_check (company_id, id),
    add constraint credit_override_account_fk
      foreign key (company_id, account_id) references crm.account (company_id, id)`);
}

async function createHolds(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'credit.credit_hold',
    `id uuid not null,
     version integer not null default 1,
     account_id uuid not null,
     strength text not null,
     reason text not null,
     status text not null,
     amount bigint,
     currency text,
     note text,
     check_id uuid,
     placed_by jsonb not null,
     placed_at timestamptz not null,
     released_by jsonb,
     released_at timestamptz,
     release_note text,
     override_id uuid,
     created_at timestamptz not null,
     updated_at timestamptz not null,
     primary key (company_id, id),
     constraint credit_hold_strength_check check (strength in ('hard', 'soft')),
     constraint credit_hold_reason_check check (reason in ('overdue_payment', 'risk', 'manual')),
     constraint credit_hold_status_check check (status in ('placed', 'released')),
     constraint credit_hold_amount_check
       check ((amount is null) = (currency is null) and amount >= 0),
     constraint credit_hold_released_check check (case when status = 'placed'
       then released_by is null and released_at is null and release_note is null
         and override_id is null
       else released_by is not null and released_at is not null
         and release_note is not null end)`,
  );
  await runner.query(`create unique index credit_hold_placed_key
    on credit.credit_hold (company_id, account_id, strength, reason) where status = 'placed'`);
  await runner.query(`create index credit_hold_account_index
    on credit.credit_hold (company_id, account_id, placed_at)`);
  await runner.query(`create index credit_hold_placed_at_index
    on credit.credit_hold (company_id, placed_at, id)`);
  await runner.query(`create index credit_hold_check_index
    on credit.credit_hold (company_id, check_id) where check_id is not null`);
  await runner.query(`create index credit_hold_override_index
    on credit.credit_hold (company_id, override_id) where override_id is not null`);
  await runner.query(`alter table credit.credit_hold
    add constraint credit_hold_account_fk
      foreign key (company_id, account_id) references crm.account (company_id, id),
    add constraint credit_hold_check_fk
      foreign key (company_id, check_id) references credit.credit_check (company_id, id),
    add constraint credit_hold_override_fk
      foreign key (company_id, override_id) references credit.credit_override (company_id, id)`);
}

/** Nothing is taken away, and of a check nothing changes but where it stands. */
async function keepHistory(runner: QueryRunner): Promise<void> {
  for (const table of ['credit.credit_check', 'credit.credit_override', 'credit.credit_hold']) {
    await runner.query(`revoke delete on ${table} from ${APP_ROLE}`);
  }
  await runner.query(`revoke update on credit.credit_check from ${APP_ROLE}`);
  await runner.query(`grant update (version, status, superseded_at, updated_at)
    on credit.credit_check to ${APP_ROLE}`);
}
