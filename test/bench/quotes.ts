import { addAccount } from '@quittance/crm/host';
import { newId, type Ctx } from '@quittance/kernel';
import { Client } from 'pg';
import type { Bench, BenchResult } from './bench-result.js';
import { httpLoad } from './support/http-load.js';
import { withBench, type OpenBench } from './support/open-bench.js';
import { startStaffHost, type StaffHost } from './support/staff-host.js';

const LINES = 200;
/** Of each product, from as many pieces on. */
const TIERS = 5;
const POOL_SIZE = 4;
/** Ours and the limit take turns, so that what else the machine does falls on both. */
const ROUNDS = 4;
const ROUND_SECONDS = 2;
const WARM_UP_SECONDS = 1;

/**
 * A quote of 200 lines whose prices are looked up in its price book again: of each product the tier
 * of its quantity, discounts, taxes and all totals. The limit is one statement that looks up the
 * same prices, writes the lines and their sums, and the rows that a change leaves.
 */
export const bench: Bench = {
  name: 'quotes',
  run: () => withBench(async (open) => [await repriced(open)]),
};

async function repriced(open: OpenBench): Promise<BenchResult> {
  const ctx = await open.newCompany();
  const host = await startStaffHost(open, POOL_SIZE);
  const bare = new Client({ connectionString: open.ownerUrl });
  await bare.connect();
  try {
    const authorization = await host.administrator(ctx);
    const [ours, theirs] = await quotes(open, ctx, { host, authorization });
    const latencies: number[] = [];
    const reprice = (seconds: number) =>
      httpLoad({
        port: host.server.port,
        headers: { authorization },
        connections: 1,
        seconds,
        expect: 200,
        onAnswer: (milliseconds) => latencies.push(milliseconds),
        next: () => ({ method: 'POST', path: `/quotes/${ours}/reprice`, body: '{}' }),
      });
    await reprice(WARM_UP_SECONDS);
    latencies.length = 0;
    const limit = repricesBarely(bare, ctx, theirs, await rowsOfAChange(bare, ctx));
    await limit(WARM_UP_SECONDS);
    const sums = { ours: 0, oursSeconds: 0, bare: 0, bareSeconds: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const [mine, least] = [await reprice(ROUND_SECONDS), await limit(ROUND_SECONDS)];
      sums.ours += mine.answers;
      sums.oursSeconds += mine.seconds;
      sums.bare += least.answers;
      sums.bareSeconds += least.seconds;
    }
    const [rate, limitRate] = [sums.ours / sums.oursSeconds, sums.bare / sums.bareSeconds];
    const sorted = latencies.sort((a, b) => a - b);
    const within = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
    return {
      measure: `price a quote of ${LINES} lines, 1 client`,
      rate,
      limit: limitRate,
      ratio: rate / limitRate,
      target: 0,
      unit: 'quotes/s',
      p50Ms: within(0.5),
      p95Ms: within(0.95),
      p99Ms: within(0.99),
      peakMemoryMb: host.server.peakMemoryMb(),
    };
  } finally {
    await Promise.all([host.server.stop(), bare.end()]);
  }
}

/** Two alike: one for ours, one for the limit. */
async function quotes(
  { db, owner }: OpenBench,
  ctx: Ctx,
  { host, authorization }: { readonly host: StaffHost; readonly authorization: string },
): Promise<readonly [string, string]> {
  const { id: accountId } = await db.write(ctx, (tx) => addAccount(tx, { name: 'Acme Ltd' }));
  const [priceBookId, products] = [newId(), Array.from({ length: LINES }, () => newId())];
  await owner.query(PRODUCTS, [ctx.companyId, products]);
  await owner.query(BOOK, [ctx.companyId, priceBookId]);
  await owner.query(ENTRIES, [ctx.companyId, priceBookId, products, TIERS]);
  await owner.query('vacuum analyze catalog.product, catalog.price_book_entry');
  const lines = products.map((productId, i) => {
    const discount = i % 4 === 0 ? { discount: { percent: '5' } } : {};
    return { productId, quantity: String(1 + (i % 60)), taxRate: '19', ...discount };
  });
  const body = JSON.stringify({ accountId, currency: 'EUR', priceBookId, lines });
  const made = async () => {
    const answer = await fetch(`http://127.0.0.1:${host.server.port}/quotes`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body,
    });
    const { id } = (await answer.json()) as { id?: string };
    if (!id) throw new Error(`A quote was answered with ${answer.status}`);
    return id;
  };
  return [await made(), await made()];
}

const PRODUCTS = `
  insert into catalog.product (company_id, id, sku, name, type, created_at, updated_at)
  select $1::uuid, p.id, 'SKU-' || p.n, 'Product ' || p.n, 'service', now(), now()
  from unnest($2::uuid[]) with ordinality p (id, n)`;

const BOOK = `
  insert into catalog.price_book (company_id, id, name, currency, created_at, updated_at)
  values ($1, $2, 'List', 'EUR', now(), now())`;

const ENTRIES = `
  insert into catalog.price_book_entry (company_id, price_book_id, id, product_id, min_quantity,
    unit_price, created_at, updated_at)
  select $1::uuid, $2::uuid, gen_random_uuid(), p.id, tier * 10, 100 + p.n - tier, now(), now()
  from unnest($3::uuid[]) with ordinality p (id, n)
  cross join generate_series(0, $4::int - 1) tier`;

/** What a change has left, to be written again under other ids. */
async function rowsOfAChange(bare: Client, { companyId }: Ctx): Promise<readonly object[]> {
  const texts = [
    `select to_jsonb(e) as row from outbox.event e
     where e.company_id = $1 and e.object = 'quote' and e.type = 'record.updated' limit 1`,
    `select to_jsonb(a) as row from audit.entry a
     where a.company_id = $1 and a.action = 'quote.repriced' limit 1`,
  ];
  const rows: object[] = [];
  for (const text of texts) {
    const { rows: found } = await bare.query<{ row: object }>(text, [companyId]);
    if (!found[0]) throw new Error('A change of a quote has left nothing');
    rows.push(found[0].row);
  }
  return rows;
}

/** One statement, one round trip, one commit. */
const REPRICE = `
  with q as (select q.price_book_id from sales.quote q
      where q.company_id = $1 and q.id = $2 for no key update),
    p as (select l.id, e.unit_price,
        round(e.unit_price * l.quantity * (100 - coalesce(l.discount_percent, 0)))::bigint as net
      from q join sales.quote_line l on l.company_id = $1 and l.quote_id = $2
      cross join lateral (select e.unit_price from catalog.price_book_entry e
        where e.company_id = $1 and e.price_book_id = q.price_book_id
          and e.product_id = l.product_id and e.min_quantity <= l.quantity
        order by e.min_quantity desc limit 1) e),
    moved as (update sales.quote_line l set unit_price = p.unit_price, net = p.net,
        tax = round(p.net * 0.19)::bigint, total = p.net + round(p.net * 0.19)::bigint
      from p where l.company_id = $1 and l.quote_id = $2 and l.id = p.id
      returning l.net, l.tax, l.total),
    head as (update sales.quote q set version = q.version + 1, updated_at = now(),
        subtotal = s.net, tax_total = s.tax, total = s.total
      from (select sum(net) as net, sum(tax) as tax, sum(total) as total from moved) s
      where q.company_id = $1 and q.id = $2),
    told as (insert into outbox.event (company_id, id, type, object, record_id, data, occurred_at,
        actor_kind, actor_id, actor_name, request_id, depth, bulk)
      select e.company_id, e.id, e.type, e.object, e.record_id, e.data, e.occurred_at, e.actor_kind,
        e.actor_id, e.actor_name, e.request_id, e.depth, e.bulk
      from jsonb_populate_record(null::outbox.event, $3::jsonb) e)
  insert into audit.entry
  select a.* from jsonb_populate_record(null::audit.entry, $4::jsonb) a`;

function repricesBarely(bare: Client, ctx: Ctx, id: string, rows: readonly object[]) {
  return async (seconds: number) => {
    const started = performance.now();
    let answers = 0;
    for (; performance.now() - started < seconds * 1000; answers += 1) {
      const anew = rows.map((row) => JSON.stringify({ ...row, id: newId() }));
      await bare.query({ name: 'reprice', text: REPRICE, values: [ctx.companyId, id, ...anew] });
    }
    return { answers, seconds: (performance.now() - started) / 1000 };
  };
}
