import { APP_ROLE, ForwardMigration, createCompanyTable, createSchema } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Partners in the programme, what they registered, and the keys by which the same end customer is
 * found in two registrations. A key is a row of its own, so that two who decide about one end
 * customer wait for one another; it says nothing and stays.
 */
export class DealRegistration1764000650001 extends ForwardMigration {
  name = 'DealRegistration1764000650001';

  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'partner');
    await createMembers(runner);
    await createRegistrations(runner);
    await createKeys(runner);
  }
}

async function createMembers(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'partner.member',
    `id uuid not null,
     version integer not null default 1,
     tier text,
     parent_id uuid,
     created_at timestamptz not null,
     updated_at timestamptz not null,
     primary key (company_id, id),
     constraint member_parent_check check (parent_id <> id)`,
  );
  await runner.query(`create index member_parent_index
    on partner.member (company_id, parent_id) where parent_id is not null`);
  await runner.query(`alter table partner.member
    add constraint member_ledger_account_fk
      foreign key (company_id, id) references crm.ledger_account (company_id, id),
    add constraint member_parent_fk
      foreign key (company_id, parent_id) references crm.ledger_account (company_id, id)`);
  await runner.query(`revoke delete on partner.member from ${APP_ROLE}`);
}

async function createRegistrations(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'partner.deal_registration',
    `id uuid not null,
     version integer not null default 1,
     partner_id uuid not null,
     registered_by jsonb not null,
     portal_user_id uuid,
     status text not null,
     customer_name text not null,
     customer_country text not null,
     end_customer jsonb not null,
     opportunity_name text not null,
     description text,
     estimated_value bigint not null,
     currency text not null,
     expected_close_date date,
     protection_level text not null,
     submitted_at timestamptz,
     approved_at timestamptz,
     protected_until date,
     extensions integer not null default 0,
     extension_asked_at timestamptz,
     extension_days integer,
     extension_reason text,
     override_reason text,
     decided_by jsonb,
     decided_at timestamptz,
     message text,
     deal_id uuid,
     account_id uuid,
     created_at timestamptz not null,
     updated_at timestamptz not null,
     primary key (company_id, id),
     constraint deal_registration_status_check check (status in ('draft', 'submitted',
       'under_review', 'returned', 'approved', 'rejected', 'converted', 'expired', 'withdrawn')),
     constraint deal_registration_level_check check (protection_level in ('standard', 'premium')),
     constraint deal_registration_value_check check (estimated_value >= 0),
     constraint deal_registration_submitted_check check (status in ('draft', 'withdrawn')
       or submitted_at is not null),
     constraint deal_registration_approved_check check (
       (approved_at is null) = (protected_until is null)
       and (status not in ('approved', 'converted', 'expired') or approved_at is not null)
       and (status not in ('draft', 'submitted', 'under_review', 'returned', 'rejected')
         or approved_at is null)),
     constraint deal_registration_extension_check check (extensions between 0 and 1
       and (extension_asked_at is null) = (extension_reason is null)
       and (extension_days is null or extension_asked_at is not null)),
     constraint deal_registration_reason_check check (status not in ('returned', 'rejected')
       or message is not null),
     constraint deal_registration_decided_check check ((decided_by is null) = (decided_at is null)
       and (status not in ('approved', 'rejected', 'converted') or decided_at is not null)),
     constraint deal_registration_converted_check check (case when status = 'converted'
       then deal_id is not null and account_id is not null
       else deal_id is null and account_id is null end)`,
  );
  await runner.query(`create index deal_registration_partner_index
    on partner.deal_registration (company_id, partner_id, created_at, id)`);
  await runner.query(`create index deal_registration_created_index
    on partner.deal_registration (company_id, created_at, id)`);
  await runner.query(`create index deal_registration_standing_index
    on partner.deal_registration (company_id, created_at, id)
    where status in ('submitted', 'under_review', 'approved', 'converted')`);
  await runner.query(`create index deal_registration_over_index
    on partner.deal_registration (company_id, protected_until, id) where status = 'approved'`);
  await runner.query(`create unique index deal_registration_deal_key
    on partner.deal_registration (company_id, deal_id) where deal_id is not null`);
  await runner.query(`alter table partner.deal_registration
    add constraint deal_registration_partner_fk
      foreign key (company_id, partner_id) references crm.ledger_account (company_id, id),
    add constraint deal_registration_deal_fk
      foreign key (company_id, deal_id) references crm.deal (company_id, id),
    add constraint deal_registration_account_fk
      foreign key (company_id, account_id) references crm.account (company_id, id)`);
}

async function createKeys(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'partner.match_key',
    `key text not null,
     primary key (company_id, key)`,
  );
  await createCompanyTable(
    runner,
    'partner.registration_key',
    `registration_id uuid not null,
     key text not null,
     primary key (company_id, registration_id, key)`,
  );
  await runner.query(`create index registration_key_index
    on partner.registration_key (company_id, key)`);
  await runner.query(`alter table partner.registration_key
    add constraint registration_key_registration_fk
      foreign key (company_id, registration_id)
      references partner.deal_registration (company_id, id),
    add constraint registration_key_key_fk
      foreign key (company_id, key) references partner.match_key (company_id, key)`);
  await runner.query(`revoke delete on partner.match_key from ${APP_ROLE}`);
}
