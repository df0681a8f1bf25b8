import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Sales orders, their lines, and what happened to them: shipments, returns and amendments are only
 * added to. Amounts are minor units of the order's currency.
 */
export class SalesOrder1764000400060 extends ForwardMigration {
  name = 'SalesOrder1764000400060';

  async up(runner: QueryRunner): Promise<void> {
    await createOrders(runner);
    await createLines(runner);
    await createShipments(runner);
    await createReturns(runner);
    await createAmendments(runner);
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
 * `total` is what was ordered, `value` what of it was not cancelled: that is what credit counts.
 * `invoiced_total` is the gross of the lines that was invoiced and not given back.
 */
async function createOrders(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'sales.sales_order',
    `id uuid not null,
     version integer not null default 1,
     number text not null,
     number_period text not null,
     number_seq bigint not null,
     status text not null,
     payment_status text not null default 'unpaid',
     fulfilment text not null default 'none',
     amendment integer not null default 0,
     quote_id uuid,
     contract_id uuid,
     account_id uuid not null,
     contact_id uuid,
     deal_id uuid,
     partner_id uuid,
     owner_id uuid,
     po_number text,
     requested_on date,
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
     start_on date,
     term_months integer,
     auto_renew boolean not null default false,
     notice_days integer not null default 30,
     uplift_percent numeric(9,6) not null default 0,
     title text,
     introduction text,
     terms text,
     notes text,
     internal_notes text,
     discount jsonb,
     subtotal bigint not null,
     tax_total bigint not null,
     total bigint not null,
     value bigint not null,
     invoiced_total bigint not null default 0,
     mrr bigint not null default 0,
     acv bigint not null default 0,
     tcv bigint,
     figures jsonb not null,
     credit_check_id uuid,
     carrier text,
     tracking_number text,
     shipped_on date,
     placed_at timestamptz,
     confirmed_at timestamptz,
     delivered_at timestamptz,
     closed_at timestamptz,
     reason text,
     custom jsonb not null default '{}',
     created_by uuid,
     updated_by uuid,
     created_at timestamptz not null,
     updated_at timestamptz not null,
     primary key (company_id, id),
     constraint sales_order_status_check check (status in ('draft','pending','pending_approval',
       'confirmed','in_production','shipped','delivered','closed','cancelled')),
     constraint sales_order_payment_check
       check (payment_status in ('unpaid','partially_paid','paid')),
     constraint sales_order_fulfilment_check check (fulfilment in ('none','partial','full')),
     constraint sales_order_amendment_check check (amendment >= 0),
     constraint sales_order_tiers_check check (tiers_across in ('line','document')),
     constraint sales_order_total_check check (total = subtotal + tax_total and total >= 0),
     constraint sales_order_value_check
       check (value between 0 and total and invoiced_total >= 0),
     constraint sales_order_term_check check (term_months between 1 and 120),
     constraint sales_order_renew_check check (not auto_renew or term_months is not null),
     constraint sales_order_notice_check check (notice_days between 0 and 730),
     constraint sales_order_uplift_check check (uplift_percent between 0 and 100),
     constraint sales_order_credit_days_check check (credit_days >= 0),
     constraint sales_order_confirmed_check check (confirmed_at is not null
       or status in ('draft','pending','pending_approval','cancelled')),
     constraint sales_order_closed_check
       check ((closed_at is not null) = (status in ('closed','cancelled')))`,
  );
  await runner.query(`create unique index sales_order_number_key
    on sales.sales_order (company_id, number)`);
  // A quote is converted once.
  await runner.query(`create unique index sales_order_quote_key
    on sales.sales_order (company_id, quote_id) where quote_id is not null`);
  const on = 'on sales.sales_order (company_id';
  await runner.query(`create index sales_order_account_index ${on}, account_id, issue_date)`);
  await runner.query(`create index sales_order_issue_date_index ${on}, issue_date, id)`);
  await runner.query(`create index sales_order_status_index ${on}, status, issue_date, id)`);
  await runner.query(`create index sales_order_owner_index ${on}, owner_id, issue_date, id)`);
  // What customers are exposed by; the sums are read from the index alone.
  await runner.query(`create index sales_order_exposure_index ${on}, account_id)
    include (id, currency, value, invoiced_total)
    where status in ('pending','pending_approval','confirmed','in_production','shipped')`);
  await refer(runner, 'sales_order', {
    quote_id: 'sales.quote',
    contract_id: 'sales.contract',
    account_id: 'crm.account',
    contact_id: 'crm.contact',
    deal_id: 'crm.deal',
    partner_id: 'crm.ledger_account',
    owner_id: 'identity.staff_user',
    price_book_id: 'catalog.price_book',
  });
}

/**
 * Quantities have six decimals. More than was ordered may be shipped, within the line's tolerance;
 * then nothing of it can be cancelled any more.
 */
async function createLines(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'sales.sales_order_line',
    `order_id uuid not null,
     id uuid not null,
     position integer not null,
     kind text not null default 'one_off',
     quote_line_id uuid,
     product_id uuid,
     sku text,
     description text not null,
     hsn_code text,
     ordered numeric(18,6) not null,
     cancelled numeric(18,6) not null default 0,
     shipped numeric(18,6) not null default 0,
     returned numeric(18,6) not null default 0,
     invoiced numeric(18,6) not null default 0,
     invoiced_percent numeric(9,6) not null default 0,
     invoiced_net bigint not null default 0,
     invoiced_tax bigint not null default 0,
     over_delivery_percent numeric(9,6) not null default 0,
     invoicing text,
     stages jsonb not null default '[]',
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
     frequency text,
     timing text,
     term_periods integer,
     trial_days integer not null default 0,
     anchor_day integer,
     anchor_month integer,
     discount_periods integer,
     primary key (company_id, order_id, id),
     constraint sales_order_line_kind_check
       check (kind in ('one_off','recurring','section','note')),
     constraint sales_order_line_total_check check (total = net + tax),
     constraint sales_order_line_sign_check
       check (ordered >= 0 and unit_price >= 0 and net >= 0 and share >= 0),
     constraint sales_order_line_cancelled_check check (cancelled >= 0
       and cancelled <= greatest(0, ordered - greatest(shipped, invoiced))),
     constraint sales_order_line_shipped_check check (shipped >= 0
       and shipped * 100 <= ordered * (100 + over_delivery_percent)),
     constraint sales_order_line_returned_check check (returned between 0 and shipped),
     constraint sales_order_line_invoiced_check check (invoiced between 0 and ordered),
     constraint sales_order_line_percent_check check (invoiced_percent between 0 and 100),
     constraint sales_order_line_invoiced_net_check
       check (invoiced_net between 0 and net and invoiced_tax >= 0),
     constraint sales_order_line_over_check check (over_delivery_percent between 0 and 100),
     constraint sales_order_line_discount_check
       check (discount_percent is null or discount_amount is null),
     constraint sales_order_line_text_check check (kind not in ('section','note')
       or (ordered = 0 and unit_price is null and total = 0)),
     constraint sales_order_line_invoicing_check check (case kind
       when 'one_off' then invoicing in ('on_order','on_delivery','percent','milestone')
       when 'recurring' then invoicing = 'subscription' else invoicing is null end),
     constraint sales_order_line_stages_check
       check (invoicing in ('percent','milestone') or stages = '[]'),
     constraint sales_order_line_fulfilled_check
       check (kind = 'one_off' or (shipped = 0 and invoiced = 0 and invoiced_net = 0)),
     constraint sales_order_line_recurring_check check ((kind = 'recurring') =
       (frequency is not null) and (kind = 'recurring') = (timing is not null)),
     constraint sales_order_line_frequency_check check (frequency in ('weekly','fortnightly',
       'monthly','quarterly','half_yearly','annually')),
     constraint sales_order_line_timing_check check (timing in ('advance','arrears')),
     constraint sales_order_line_anchor_check
       check (anchor_day between 1 and 31 and anchor_month between 1 and 12),
     constraint sales_order_line_periods_check
       check (term_periods >= 1 and trial_days >= 0 and discount_periods >= 0),
     constraint sales_order_line_category_check
       check (tax_category in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O'))`,
  );
  await runner.query(`alter table sales.sales_order_line
    add constraint sales_order_line_order_fk foreign key (company_id, order_id)
      references sales.sales_order (company_id, id),
    add constraint sales_order_line_product_fk foreign key (company_id, product_id)
      references catalog.product (company_id, id)`);
}

/** What every row that tells of an order has. */
const TOLD = `order_id uuid not null,
     id uuid not null,
     number integer not null,
     actor_kind text not null,
     actor_id text,
     actor_name text not null,
     created_at timestamptz not null`;

/** A number of its order is given once. */
async function tellOf(runner: QueryRunner, table: string): Promise<void> {
  await runner.query(`create unique index ${table}_number_key
    on sales.${table} (company_id, order_id, number)`);
  await runner.query(`alter table sales.${table} add constraint ${table}_order_fk
    foreign key (company_id, order_id) references sales.sales_order (company_id, id)`);
}

async function createShipments(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'sales.order_shipment',
    `${TOLD},
     carrier text,
     tracking_number text,
     shipped_on date not null,
     lines jsonb not null,
     primary key (company_id, order_id, id),
     constraint order_shipment_number_check check (number >= 1)`,
    { appendOnly: true },
  );
  await tellOf(runner, 'order_shipment');
}

async function createReturns(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'sales.order_return',
    `${TOLD},
     restock boolean not null,
     reason text not null,
     returned_on date not null,
     lines jsonb not null,
     primary key (company_id, order_id, id),
     constraint order_return_number_check check (number >= 1)`,
    { appendOnly: true },
  );
  await tellOf(runner, 'order_return');
}

/** What an amendment, or closing an order short, made of its lines. */
async function createAmendments(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'sales.order_amendment',
    `${TOLD},
     kind text not null,
     reason text not null,
     before jsonb not null,
     after jsonb not null,
     value_before bigint not null,
     value_after bigint not null,
     primary key (company_id, order_id, id),
     constraint order_amendment_number_check check (number >= 1),
     constraint order_amendment_kind_check check (kind in ('amended','closed_short')),
     constraint order_amendment_value_check check (value_before >= 0 and value_after >= 0)`,
    { appendOnly: true },
  );
  await tellOf(runner, 'order_amendment');
}
