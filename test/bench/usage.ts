import { addAccount } from '@quittance/crm/host';
import { newId, type Ctx } from '@quittance/kernel';
import { SubscriptionFollowers } from '@quittance/sales';
import { IngestUsage } from '@quittance/sales/host';
import type { Bench, BenchResult } from './bench-result.js';
import { writeCopies } from './support/copied-rows.js';
import { peakMemoryMb, withBench, type OpenBench } from './support/open-bench.js';

const FULL = 10_000_000;
const USUAL = 200_000;
const SUBSCRIPTIONS = 1000;
/** Events of one request. */
const SET = 10_000;
/** Parents are written in one go. */
const ONCE = 1_000_000;

/**
 * Usage events taken in sets of ten thousand, as a request brings them. `USAGE_EVENTS` says how
 * many; `--full` takes ten million.
 */
export const bench: Bench = {
  name: 'usage',
  run: ({ full }) => withBench(async (open) => [await taken(open, countOf(full))]),
};

function countOf(full: boolean): number {
  const asked = Number(process.env.USAGE_EVENTS ?? (full ? FULL : USUAL));
  if (!Number.isSafeInteger(asked) || asked < SET) throw new Error('USAGE_EVENTS is too small');
  return asked;
}

async function taken(open: OpenBench, count: number): Promise<BenchResult> {
  const ours = await open.newCompany();
  const ids = await subscribers(open, ours);
  await open.owner.query('vacuum analyze');
  const ingest = new IngestUsage(open.db, new SubscriptionFollowers());
  const [seconds, written] = await takeAll(ingest, ours, ids, count);
  const plain = await open.newCompany();
  const perBatch = ONCE;
  const limitSeconds = await writeCopies(open.owner, ours, plain, [
    { table: 'crm.account', order: 'r.id', perBatch },
    { table: 'crm.ledger_account', order: 'r.id', perBatch },
    { table: 'catalog.product', order: 'r.id', perBatch },
    { table: 'sales.meter', order: 'r.id', perBatch },
    { table: 'sales.plan', order: 'r.id', perBatch },
    { table: 'sales.plan_version', order: 'r.id', perBatch },
    { table: 'sales.subscription', order: 'r.id', perBatch },
    { table: 'sales.usage_event', order: 'r.event_id', perBatch: SET },
    { table: 'sales.usage_day', order: 'r.day, r.subscription_id', perBatch: SET },
  ]);
  const [rate, limit] = [written / seconds, written / limitSeconds];
  return {
    measure: `${written.toLocaleString('en')} usage events (limit: the same rows by plain SQL)`,
    rate,
    limit,
    ratio: rate / limit,
    target: 0.3,
    unit: 'events/s',
    peakMemoryMb: peakMemoryMb(),
  };
}

/** Seconds of taking them, without those of making them up; and how many there were. */
async function takeAll(
  ingest: IngestUsage,
  ctx: Ctx,
  ids: readonly string[],
  count: number,
): Promise<readonly [seconds: number, events: number]> {
  let seconds = 0;
  let at = 0;
  for (; at < count; at += SET) {
    const events = eventsFrom(ctx, ids, at);
    const started = performance.now();
    const { accepted } = await ingest.execute(ctx, events);
    seconds += (performance.now() - started) / 1000;
    if (accepted !== SET) throw new Error(`${accepted} of ${SET} events were taken`);
  }
  return [seconds, at];
}

/** Of the last thirty days, one after another. */
function eventsFrom(ctx: Ctx, ids: readonly string[], from: number) {
  const now = Date.parse(ctx.now);
  return Array.from({ length: SET }, (_, i) => {
    const n = from + i;
    const day = 1 + (Math.floor(n / (SET * 5)) % 29);
    return {
      eventId: `e-${String(n).padStart(12, '0')}`,
      meter: 'calls',
      subscriptionId: ids[n % ids.length],
      timestamp: new Date(now - day * 86_400_000 - (n % 3600) * 1000).toISOString(),
      value: String(1 + (n % 97)),
    };
  });
}

async function subscribers({ db, owner }: OpenBench, ctx: Ctx): Promise<readonly string[]> {
  const { id: account } = await db.write(ctx, (tx) =>
    addAccount(tx, { name: 'Acme', email: 'ap@acme.example' }),
  );
  const [product, plan, version, meter] = [newId(), newId(), newId(), newId()];
  const ids = Array.from({ length: SUBSCRIPTIONS }, () => newId<'subscription'>());
  const company = ctx.companyId;
  const rows: readonly (readonly [sql: string, params: readonly unknown[]])[] = [
    [
      `insert into catalog.product (company_id, id, sku, name, type, kind, created_at, updated_at)
       values ($1, $2, 'API', 'API', 'service', 'recurring', now(), now())`,
      [company, product],
    ],
    [
      `insert into sales.meter (company_id, id, code, name, aggregation, created_at, updated_at)
       values ($1, $2, 'calls', 'Calls', 'sum', now(), now())`,
      [company, meter],
    ],
    [
      `insert into sales.plan (company_id, id, name, product_id, created_at, updated_at)
       values ($1, $2, 'API', $3, now(), now())`,
      [company, plan, product],
    ],
    [
      `insert into sales.plan_version (company_id, id, plan_id, number, frequency, timing,
         trial_days, trial_end_action, stub, grace_days, usage_while_paused, prices, charges,
         minimums, created_at)
       values ($1, $2, $3, 1, 'monthly', 'advance', 0, 'activate', 'prorated', 0, false, '[]',
         '[]', '[]', now())`,
      [company, version, plan],
    ],
    [
      `insert into sales.subscription (company_id, id, status, account_id, plan_id,
         plan_version_id, quantity, currency, frequency, timing, start_date, anchor_date,
         anchor_day, billed_from, stub, trial_end_action, created_at, updated_at)
       select $1, id, 'active', $3, $4, $5, 1, 'EUR', 'monthly', 'advance', '2020-01-01',
         '2020-01-01', 1, '2020-01-01', 'prorated', 'activate', now(), now()
       from unnest($2::uuid[]) as id`,
      [company, ids, account, plan, version],
    ],
  ];
  for (const [sql, params] of rows) await owner.query(sql, params as unknown[]);
  return ids;
}
