import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Quotes and their lines. Amounts are minor units of the row's currency. The revisions of a quote
 * share its number; the one that is newest is superseded by none. What a quote comes to beside its
 * total is worked out with its lines and kept as it is shown.
 */
export class Quote1764000400001 extends ForwardMigration {
  name = 'Quote1764000400001';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'sales.quote',
      `id uuid not null,
       version integer not null default 1,
       number text not null,
       number_period text not null,
       number_seq bigint not null,
       revision integer not null default 1,
       superseded_by_id uuid,
       status text not null,
       account_id uuid not null,
       contact_id uuid,
       deal_id uuid,
       partner_id uuid,
       owner_id uuid,
       currency text not null,
       price_book_id uuid,
       pricing_date date not null,
       tiers_across text not null default 'line',
       language text,
       prices_include_tax boolean not null default false,
       tax_rounding text not null default 'document',
       payment_terms text,
       credit_days integer,
       bill_to jsonb not null,
       ship_to jsonb not null,
       issue_date date not null,
       valid_until date not null,
       start_on date,
       term_months integer,
       title text,
       introduction text,
       terms text,
       notes text,
       internal_notes text,
       discount jsonb,
       signature_required boolean not null default false,
       subtotal bigint not null,
       tax_total bigint not null,
       total bigint not null,
       mrr bigint not null default 0,
       acv bigint not null default 0,
       tcv bigint,
       figures jsonb not null,
       approval jsonb,
       credit_check_id uuid,
       content text,
       content_hash text,
       submitted_by uuid,
       submitted_at timestamptz,
       approved_at timestamptz,
       sent_at timestamptz,
       viewed_at timestamptz,
       decided_at timestamptz,
       closed_at timestamptz,
       reason text,
       requested_changes jsonb,
       custom jsonb not null default '{}',
       created_by uuid,
       updated_by uuid,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, id),
       constraint quote_status_check check (status in ('draft','submitted','approved','sent',
         'viewed','accepted','rejected','changes_requested','expired','ordered','cancelled')),
       constraint quote_revision_check check (revision >= 1),
       constraint quote_superseded_check check (superseded_by_id <> id),
       constraint quote_tiers_check check (tiers_across in ('line','document')),
       constraint quote_total_check check (total = subtotal + tax_total and total >= 0),
       constraint quote_valid_check check (valid_until >= issue_date),
       constraint quote_term_check check (term_months between 1 and 120),
       constraint quote_credit_days_check check (credit_days >= 0),
       constraint quote_hash_check check (content_hash ~ '^[0-9a-f]{64}$'),
       constraint quote_frozen_check check (status = 'cancelled'
         or ((status = 'draft') = (content_hash is null)
           and (content_hash is null) = (content is null))),
       constraint quote_sent_check check (status not in ('sent','viewed') or sent_at is not null)`,
    );
    await runner.query(`create unique index quote_number_key
      on sales.quote (company_id, number, revision)`);
    await runner.query(`create unique index quote_superseded_key
      on sales.quote (company_id, superseded_by_id) where superseded_by_id is not null`);
    await runner.query(`create index quote_account_index
      on sales.quote (company_id, account_id, issue_date)`);
    await runner.query(`create index quote_issue_date_index
      on sales.quote (company_id, issue_date, id)`);
    await runner.query(`create index quote_status_index
      on sales.quote (company_id, status, issue_date, id)`);
    await runner.query(`create index quote_owner_index
      on sales.quote (company_id, owner_id, issue_date, id)`);
    await runner.query(`create index quote_open_index on sales.quote (company_id, valid_until, id)
      where status in ('approved','sent','viewed') and superseded_by_id is null`);
    await refer(runner, 'quote', {
      account_id: 'crm.account',
      contact_id: 'crm.contact',
      deal_id: 'crm.deal',
      partner_id: 'crm.ledger_account',
      owner_id: 'identity.staff_user',
      price_book_id: 'catalog.price_book',
      superseded_by_id: 'sales.quote',
    });
    await createLines(runner);
    await createAcceptances(runner);
    await createLinks(runner);
    await createApproval(runner);
  }
}

async function refer(
  runner: QueryRunner,
  table: string,
  references: Readonly<Record<string, string>>,
): Promise<void> {
  const keys = Object.entries(references).map(
    ([column, target]) => `add constraint ${table}_${column.replace(/_id$/, '')}_fk
       foreign key (company_id, ${column}) references ${target} (company_id, id)`,
  );
  await runner.query(`alter table sales.${table} ${keys.join(', ')}`);
}

/**
 * A line keeps what it took over from its product and the tiers of the book that priced it. One
 * that is not chosen is priced as if it were. `share` is what it bears of the discount on the
 * document.
 */
async function createLines(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'sales.quote_line',
    `quote_id uuid not null,
     id uuid not null,
     position integer not null,
     kind text not null default 'one_off',
     product_id uuid,
     sku text,
     description text not null,
     hsn_code text,
     quantity numeric(18,6) not null,
     unit text,
     unit_price numeric(18,6),
     list_price numeric(18,6),
     price_source text,
     tiers jsonb not null default '[]',
     discount_percent numeric(9,6),
     discount_amount bigint,
     discount bigint not null default 0,
     share bigint not null default 0,
     net bigint not null,
     tax_code text,
     product_taxed boolean not null default false,
     requested_tax_rate numeric(9,6),
     tax_rate numeric(9,6) not null default 0,
     taxes jsonb not null default '[]',
     tax_fallback boolean not null default false,
     tax_fallback_reason text,
     tax_category text,
     tax_reason text,
     tax bigint not null,
     total bigint not null,
     supply_kind text,
     invoicing text,
     frequency text,
     timing text,
     term_periods integer,
     trial_days integer not null default 0,
     anchor_day integer,
     anchor_month integer,
     discount_periods integer,
     optional boolean not null default false,
     selected boolean not null default true,
     min_quantity numeric(18,6),
     max_quantity numeric(18,6),
     primary key (company_id, quote_id, id),
     constraint quote_line_kind_check check (kind in ('one_off','recurring','section','note')),
     constraint quote_line_total_check check (total = net + tax),
     constraint quote_line_discount_check
       check (discount_percent is null or discount_amount is null),
     constraint quote_line_sign_check
       check (quantity >= 0 and unit_price >= 0 and net >= 0 and share >= 0),
     constraint quote_line_text_check check (kind not in ('section','note')
       or (quantity = 0 and unit_price is null and total = 0 and not optional)),
     constraint quote_line_once_check check ((kind = 'one_off') = (invoicing is not null)),
     constraint quote_line_recurring_check check ((kind = 'recurring') = (frequency is not null)
       and (kind = 'recurring') = (timing is not null)),
     constraint quote_line_invoicing_check
       check (invoicing in ('on_order','on_delivery','percent','milestone')),
     constraint quote_line_frequency_check check (frequency in ('weekly','fortnightly','monthly',
       'quarterly','half_yearly','annually')),
     constraint quote_line_timing_check check (timing in ('advance','arrears')),
     constraint quote_line_anchor_check
       check (anchor_day between 1 and 31 and anchor_month between 1 and 12),
     constraint quote_line_periods_check
       check (term_periods >= 1 and trial_days >= 0 and discount_periods >= 0),
     constraint quote_line_selected_check check (selected or optional),
     constraint quote_line_quantities_check
       check (min_quantity <= quantity and quantity <= max_quantity),
     constraint quote_line_category_check
       check (tax_category in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O'))`,
  );
  await runner.query(`alter table sales.quote_line
    add constraint quote_line_quote_fk foreign key (company_id, quote_id)
      references sales.quote (company_id, id),
    add constraint quote_line_product_fk foreign key (company_id, product_id)
      references catalog.product (company_id, id)`);
}

/** Written once: who agreed to which revision, with the text that its hash is taken of. */
async function createAcceptances(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'sales.quote_acceptance',
    `quote_id uuid not null,
     id uuid not null,
     at timestamptz not null,
     method text not null,
     name text not null,
     email text,
     title text,
     po_number text,
     signature text,
     ip text,
     user_agent text,
     staff_user_id uuid,
     portal_user_id uuid,
     evidence text,
     selections jsonb not null,
     content_hash text not null,
     covers_document boolean not null,
     receipt text not null,
     receipt_hash text not null,
     primary key (company_id, quote_id),
     constraint quote_acceptance_method_check check (method in ('link','portal','staff')),
     constraint quote_acceptance_portal_check
       check ((method = 'portal') = (portal_user_id is not null)),
     constraint quote_acceptance_evidence_check
       check (method <> 'staff' or evidence is not null),
     constraint quote_acceptance_hash_check check (receipt_hash ~ '^[0-9a-f]{64}$')`,
    { appendOnly: true },
  );
  await runner.query(`create index quote_acceptance_portal_user_index
    on sales.quote_acceptance (company_id, portal_user_id) where portal_user_id is not null`);
  await runner.query(`create unique index quote_acceptance_receipt_key
    on sales.quote_acceptance (company_id, receipt_hash)`);
  await runner.query(`alter table sales.quote_acceptance add constraint quote_acceptance_quote_fk
    foreign key (company_id, quote_id) references sales.quote (company_id, id)`);
}

/** Who holds the word of a link reads a quote; only its hash is kept. */
async function createLinks(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'sales.quote_link',
    `id uuid not null,
     quote_id uuid not null,
     token_hash text not null,
     expires_on date not null,
     opens integer not null default 0,
     last_opened_at timestamptz,
     revoked_at timestamptz,
     created_by uuid,
     created_at timestamptz not null,
     primary key (company_id, id),
     constraint quote_link_opens_check check (opens >= 0)`,
  );
  await runner.query(`create unique index quote_link_token_key
    on sales.quote_link (company_id, token_hash)`);
  await runner.query(`create unique index quote_link_live_key
    on sales.quote_link (company_id, quote_id) where revoked_at is null`);
  await runner.query(`alter table sales.quote_link add constraint quote_link_quote_fk
    foreign key (company_id, quote_id) references sales.quote (company_id, id)`);
}

/** Which quotes a company lets pass by their submission alone; without a row none. */
async function createApproval(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'sales.quote_approval',
    `mode text not null,
     rules jsonb not null default '[]',
     version integer not null default 1,
     updated_at timestamptz not null,
     primary key (company_id),
     constraint quote_approval_mode_check check (mode in ('always','rules'))`,
  );
}
