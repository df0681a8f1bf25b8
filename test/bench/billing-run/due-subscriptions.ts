import type { Ctx } from '@quittance/kernel';
import { newId } from '@quittance/kernel';
import type { Client } from 'pg';
import { AS_OF } from './due-company.js';

/** The month before, whose usage is billed with the next. */
const BEFORE = '2026-02-01';

const GOODS = `
  with product as (
    insert into catalog.product (company_id, id, sku, name, type, kind, tax_code, created_at,
      updated_at)
    values ($1, $2, 'SEAT', 'Seats', 'service', 'recurring', 'standard', now(), now())),
  meter as (
    insert into sales.meter (company_id, id, code, name, aggregation, created_at, updated_at)
    values ($1, $3, 'calls', 'Calls', 'sum', now(), now()))
  insert into sales.plan (company_id, id, name, product_id, created_at, updated_at)
  values ($1, $4, 'Seats', $2, now(), now())`;

const VERSION = `
  insert into sales.plan_version (company_id, id, plan_id, number, frequency, timing, trial_days,
    trial_end_action, stub, usage_while_paused, grace_days, prices, charges, minimums, created_at)
  values ($1, $2, $3, 1, 'monthly', 'advance', 0, 'activate', 'prorated', false, 0,
    '[{"currency":"EUR","minQuantity":"0","unitPrice":"19.99"}]',
    case when $5::boolean then
      jsonb_build_array(jsonb_build_object('key', 'calls', 'meterId', $4::text, 'name', 'Calls',
        'included', '100', 'prices', jsonb_build_array(jsonb_build_object('currency', 'EUR',
          'model', 'per_unit', 'unitPrice', '0.02')))) else '[]' end, '[]', now())`;

/** What bills by lines becomes what bills a subscription, from the month before on. */
const SUBSCRIPTIONS = `
  insert into sales.subscription (company_id, id, status, account_id, plan_id, plan_version_id,
    quantity, currency, frequency, timing, start_date, anchor_date, anchor_day, billed_from, stub,
    trial_end_action, created_at, updated_at)
  select s.company_id, s.id, 'active', s.account_id, $2, $3, 1, 'EUR', 'monthly', 'advance',
    '${BEFORE}', '${BEFORE}', 1, '${BEFORE}', 'prorated', 'activate', now(), now()
  from billing.schedule s where s.company_id = $1`;

const ITEMS = `
  insert into sales.subscription_item (company_id, subscription_id, id, item_id, position,
    valid_from, plan_id, plan_version_id, product_id, description, quantity, unit_price,
    price_overridden, net, created_at)
  select s.company_id, s.id, bench.line_id(n, p), bench.line_id(n, p), p, '${BEFORE}', $2, $3, $4,
    'Seats', 2, 19.99, false, 3998, now()
  from generate_series(1, $5::int) as n cross join generate_series(1, $6::int) as p
  join sales.subscription s on s.company_id = $1 and s.id = bench.schedule_id(n)`;

const USAGE = `
  insert into sales.usage_day (company_id, subscription_id, meter_id, day, events, sum, max)
  select s.company_id, s.id, $2, '${BEFORE}'::date + d, 3, 60 + d, 40
  from sales.subscription s cross join generate_series(0, 20, 5) as d where s.company_id = $1`;

const SCHEDULES = `
  update billing.schedule s set source = 'subscription', subscription_id = s.id,
    start_date = '${BEFORE}', next_period = 1, covered_until = '${AS_OF}',
    usage_until = '${BEFORE}', gaps = '[]', parts = 0
  where s.company_id = $1`;

/** What subscriptions have. */
export interface Subscribed {
  readonly items: number;
  /** Whether their usage is charged too, by a line of its own. */
  readonly usage: boolean;
}

/** Makes subscriptions out of the due schedules of a company. */
export async function subscribeAll(
  owner: Client,
  { companyId }: Ctx,
  count: number,
  { items, usage }: Subscribed,
): Promise<void> {
  const [product, meter, plan, version] = [newId(), newId(), newId(), newId()];
  await owner.query(GOODS, [companyId, product, meter, plan]);
  await owner.query(VERSION, [companyId, version, plan, meter, usage]);
  await owner.query(SUBSCRIPTIONS, [companyId, plan, version]);
  await owner.query(ITEMS, [companyId, plan, version, product, count, items]);
  if (usage) await owner.query(USAGE, [companyId, meter]);
  await owner.query('delete from billing.schedule_line where company_id = $1', [companyId]);
  await owner.query(SCHEDULES, [companyId]);
}
