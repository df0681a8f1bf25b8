import { addAccount } from '@quittance/crm/host';
import { newId, type AccountId, type Ctx } from '@quittance/kernel';
import type { OpenBench } from '../support/open-bench.js';

/** How much is open of a customer. */
export interface OpenDocuments {
  readonly invoices: number;
  readonly orders: number;
}

/**
 * A customer with open invoices and confirmed orders and without a limit, so that each check is
 * approved. Half of each second order is invoiced, and each tenth has become a subscription.
 */
export async function aDebtor(
  { db, owner }: OpenBench,
  ctx: Ctx,
  { invoices, orders }: OpenDocuments,
): Promise<AccountId> {
  const { id } = await db.write(ctx, (tx) => addAccount(tx, { name: 'Acme Ltd' }));
  const company = ctx.companyId;
  const [product, plan, version] = [newId(), newId(), newId()];
  await owner.query(INVOICE_ROWS, [company, id, invoices]);
  await owner.query(ORDER_ROWS, [company, id, orders]);
  await owner.query(GOODS, [company, product, plan]);
  await owner.query(VERSION, [company, version, plan]);
  await owner.query(LINE_ROWS, [company, product]);
  await owner.query(SUBSCRIPTION_ROWS, [company, plan, version]);
  await owner.query('vacuum analyze');
  return id;
}

const INVOICE_ROWS = `
  insert into receivables.invoice (company_id, id, number, number_period, number_seq, status,
    account_id, currency, issue_date, due_date, bill_to, subtotal, tax_total, total, balance,
    sent_at, created_at, updated_at)
  select $1::uuid, gen_random_uuid(), 'INV-' || n, '', n, 'sent', $2::uuid, 'EUR',
    date '2026-01-01', date '2026-01-31', '{}', 10000, 1900, 11900, 11900, now(), now(), now()
  from generate_series(1, $3::int) n`;

const ORDER_ROWS = `
  insert into sales.sales_order (company_id, id, number, number_period, number_seq, status,
    account_id, currency, pricing_date, bill_to, ship_to, issue_date, subtotal, tax_total, total,
    value, invoiced_total, figures, placed_at, confirmed_at, created_at, updated_at)
  select $1::uuid, gen_random_uuid(), 'SO-' || n, '', n, 'confirmed', $2::uuid, 'EUR',
    date '2026-01-01', '{"name":"X"}', '{}', date '2026-01-01', 10000, 1900, 11900, 11900,
    case when n % 2 = 1 then 5950 else 0 end, '{}', now(), now(), now(), now()
  from generate_series(1, $3::int) n`;

/** What is left of an order is a subscription, or work that may be invoiced in parts. */
const LINE_ROWS = `
  insert into sales.sales_order_line (company_id, order_id, id, position, kind, product_id,
    description, ordered, invoiced, invoiced_net, invoiced_tax, invoicing, unit_price, net, tax,
    total, frequency, timing)
  select o.company_id, o.id, gen_random_uuid(), 1, case when recurs then 'recurring'
      else 'one_off' end, $2::uuid, 'Work', 2, case when parted then 1 else 0 end,
    case when parted then 5000 else 0 end, case when parted then 950 else 0 end,
    case when recurs then 'subscription' else 'on_order' end, 50, 10000, 1900, 11900,
    case when recurs then 'monthly' end, case when recurs then 'advance' end
  from (select o.*, o.number_seq % 10 = 0 as recurs, o.invoiced_total > 0 as parted
    from sales.sales_order o where o.company_id = $1) o`;

const GOODS = `
  with product as (
    insert into catalog.product (company_id, id, sku, name, type, kind, created_at, updated_at)
    values ($1, $2, 'WORK', 'Work', 'service', 'recurring', now(), now()))
  insert into sales.plan (company_id, id, name, product_id, created_at, updated_at)
  values ($1, $3, 'Work', $2, now(), now())`;

const VERSION = `
  insert into sales.plan_version (company_id, id, plan_id, number, frequency, timing, trial_days,
    trial_end_action, stub, usage_while_paused, grace_days, prices, charges, minimums, created_at)
  values ($1, $2, $3, 1, 'monthly', 'advance', 0, 'activate', 'prorated', false, 0, '[]', '[]',
    '[]', now())`;

const SUBSCRIPTION_ROWS = `
  insert into sales.subscription (company_id, id, status, account_id, plan_id, plan_version_id,
    quantity, currency, frequency, timing, start_date, anchor_date, anchor_day, billed_from, stub,
    trial_end_action, sales_order_id, created_at, updated_at)
  select o.company_id, gen_random_uuid(), 'active', o.account_id, $2::uuid, $3::uuid, 2, 'EUR',
    'monthly', 'advance', date '2026-01-01', date '2026-01-01', 1, date '2026-01-01', 'prorated',
    'activate', o.id, now(), now()
  from sales.sales_order o where o.company_id = $1 and o.number_seq % 10 = 0`;
