import { APP_ROLE, ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What customers and partners ask quotes for, and from which total on somebody of the company has
 * to look at it. Of a quote one request was made; of its revisions the newest that was sent stands
 * in it.
 */
export class QuoteRequest1764000840001 extends ForwardMigration {
  name = 'QuoteRequest1764000840001';

  async up(runner: QueryRunner): Promise<void> {
    await createRequests(runner);
    await createLines(runner);
    await runner.query(`alter table portal.settings add column review_above bigint
      constraint settings_review_above_check check (review_above >= 0)`);
  }
}

async function createRequests(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'portal.quote_request',
    `id uuid not null,
     version integer not null default 1,
     status text not null,
     account_id uuid,
     portal_user_id uuid not null,
     portal_user_name text not null,
     contact_id uuid,
     partner_id uuid,
     registration_id uuid,
     contract_id uuid,
     case_id uuid,
     origin text not null,
     title text,
     notes text,
     special_instructions text,
     preferred_delivery_date date,
     currency text,
     estimated_total bigint,
     needs_internal_review boolean not null,
     review_reasons jsonb not null,
     review_notes text,
     assignee_id uuid,
     published boolean not null,
     published_at timestamptz,
     published_by jsonb,
     submitted_at timestamptz,
     quote_id uuid,
     quote_number text,
     ready_at timestamptz,
     order_id uuid,
     converted boolean not null,
     converted_at timestamptz,
     abandoned boolean not null,
     abandoned_at timestamptz,
     reason text,
     closed_at timestamptz,
     created_at timestamptz not null,
     updated_at timestamptz not null,
     primary key (company_id, id),
     constraint quote_request_quote_key unique (company_id, quote_number),
     constraint quote_request_status_check check (status in
       ('draft', 'submitted', 'ready', 'converted', 'withdrawn', 'declined')),
     constraint quote_request_origin_check check (origin in ('mobile', 'web', 'api')),
     constraint quote_request_party_check check (
       (account_id is not null or registration_id is not null)
       and (registration_id is null) = (partner_id is null)),
     constraint quote_request_estimate_check check (
       (currency is null) = (estimated_total is null) and estimated_total >= 0),
     constraint quote_request_submitted_check check (
       (status <> 'draft' or submitted_at is null)
       and (status not in ('submitted', 'ready', 'converted', 'declined')
         or submitted_at is not null)),
     constraint quote_request_published_check check (
       published = (published_at is not null) and published = (published_by is not null)
       and (not published or submitted_at is not null)),
     constraint quote_request_quoted_check check (
       (quote_id is null) = (quote_number is null)
       and (status not in ('ready', 'converted') or quote_id is not null)
       and (status <> 'ready' or ready_at is not null)),
     constraint quote_request_converted_check check (
       converted = (converted_at is not null) and converted = (order_id is not null)
       and (status <> 'converted' or converted)),
     constraint quote_request_abandoned_check check (abandoned = (abandoned_at is not null)),
     constraint quote_request_closed_check check (
       (closed_at is not null) = (status in ('withdrawn', 'declined'))
       and (status = 'declined') = (reason is not null))`,
  );
  await runner.query(`create index quote_request_created_index
    on portal.quote_request (company_id, created_at, id)`);
  await runner.query(`create index quote_request_account_index
    on portal.quote_request (company_id, account_id, created_at, id)`);
  await runner.query(`create index quote_request_user_index
    on portal.quote_request (company_id, portal_user_id, created_at, id)`);
  await runner.query(`create index quote_request_contract_index
    on portal.quote_request (company_id, contract_id, created_at) where contract_id is not null`);
  await runner.query(`create index quote_request_untouched_index
    on portal.quote_request (company_id, updated_at, id) where status = 'draft' and not abandoned`);
  await runner.query(`create index quote_request_unanswered_index
    on portal.quote_request (company_id, id) where status = 'ready' and not abandoned`);
  await runner.query(`alter table portal.quote_request
    add constraint quote_request_account_fk foreign key (company_id, account_id)
      references crm.account (company_id, id),
    add constraint quote_request_portal_user_fk foreign key (company_id, portal_user_id)
      references portal.portal_user (company_id, id),
    add constraint quote_request_contact_fk foreign key (company_id, contact_id)
      references crm.contact (company_id, id),
    add constraint quote_request_partner_fk foreign key (company_id, partner_id)
      references crm.ledger_account (company_id, id),
    add constraint quote_request_registration_fk foreign key (company_id, registration_id)
      references partner.deal_registration (company_id, id),
    add constraint quote_request_contract_fk foreign key (company_id, contract_id)
      references sales.contract (company_id, id),
    add constraint quote_request_case_fk foreign key (company_id, case_id)
      references crm.support_case (company_id, id),
    add constraint quote_request_quote_fk foreign key (company_id, quote_id)
      references sales.quote (company_id, id),
    add constraint quote_request_order_fk foreign key (company_id, order_id)
      references sales.sales_order (company_id, id),
    add constraint quote_request_assignee_fk foreign key (company_id, assignee_id)
      references identity.staff_user (company_id, id)`);
  // Who asks for something owes nothing: a request moves with an account that becomes another's.
  await runner.query(`comment on constraint quote_request_account_fk on portal.quote_request
    is 'goes along'`);
  await runner.query(`revoke delete on portal.quote_request from ${APP_ROLE}`);
}

async function createLines(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'portal.quote_request_line',
    `request_id uuid not null,
     id uuid not null,
     position integer not null,
     product_id uuid,
     description text not null,
     quantity numeric(18, 6) not null,
     note text,
     primary key (company_id, request_id, id),
     constraint quote_request_line_position_key unique (company_id, request_id, position),
     constraint quote_request_line_position_check check (position between 1 and 500),
     constraint quote_request_line_quantity_check check (quantity > 0)`,
  );
  await runner.query(`create index quote_request_line_product_index
    on portal.quote_request_line (company_id, product_id) where product_id is not null`);
  await runner.query(`alter table portal.quote_request_line
    add constraint quote_request_line_request_fk foreign key (company_id, request_id)
      references portal.quote_request (company_id, id),
    add constraint quote_request_line_product_fk foreign key (company_id, product_id)
      references catalog.product (company_id, id)`);
}
