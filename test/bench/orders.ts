import { addAccount } from '@quittance/crm/host';
import { newId, type AccountId, type Ctx } from '@quittance/kernel';
import { Client } from 'pg';
import type { Bench, BenchResult } from './bench-result.js';
import type { ChildServer } from './support/child-server.js';
import { httpLoad } from './support/http-load.js';
import { withBench, type OpenBench } from './support/open-bench.js';
import { startStaffHost } from './support/staff-host.js';

const CLIENTS = 16;
const POOL_SIZE = 10;
const ACCOUNTS = 200;
/** Of each case and side: more than ours confirms in the time. The limit ends with them. */
const ORDERS = 6000;
/** Ours and the limit take turns, so that what else the machine does falls on both. */
const ROUNDS = 3;
const ROUND_SECONDS = 2;
const WARM_UP_SECONDS = 1;

/**
 * Orders confirmed by 16 clients at once, of one customer, behind whose lock they wait, and of
 * many. The limit is as many clients of a database that send one statement for each: it locks the
 * customer and the order, sums what is open and writes the rows that a confirmation leaves.
 */
export const bench: Bench = {
  name: 'orders',
  run: () =>
    withBench(async (open) => [await confirmations(open, 1), await confirmations(open, ACCOUNTS)]),
};

async function confirmations(open: OpenBench, accounts: number): Promise<BenchResult> {
  const ctx = await open.newCompany();
  const ids = await customers(open, ctx, accounts);
  const [ours, bare] = [await plant(open, ctx, ids), await plant(open, ctx, ids)];
  const host = await startStaffHost(open, POOL_SIZE);
  const { server } = host;
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => client(open)));
  try {
    const authorization = await host.administrator(ctx);
    const latencies: number[] = [];
    const confirm = (seconds: number) =>
      confirmOurs(server, authorization, ours, seconds, latencies);
    await confirm(WARM_UP_SECONDS);
    latencies.length = 0;
    const rows = await rowsOfAConfirmation(open, ctx);
    const limit = (seconds: number) => confirmBarely(clients, ctx, { orders: bare, rows, seconds });
    await limit(WARM_UP_SECONDS);
    const sums = { ours: 0, oursSeconds: 0, bare: 0, bareSeconds: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const mine = await confirm(ROUND_SECONDS);
      const theirs = await limit(ROUND_SECONDS);
      sums.ours += mine.answers;
      sums.oursSeconds += mine.seconds;
      sums.bare += theirs.answers;
      sums.bareSeconds += theirs.seconds;
    }
    const [rate, limitRate] = [sums.ours / sums.oursSeconds, sums.bare / sums.bareSeconds];
    const sorted = latencies.sort((a, b) => a - b);
    const within = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
    return {
      measure: `confirm orders of ${accounts} account${accounts === 1 ? '' : 's'}, 16 clients`,
      rate,
      limit: limitRate,
      ratio: rate / limitRate,
      target: 0,
      unit: 'orders/s',
      p50Ms: within(0.5),
      p95Ms: within(0.95),
      p99Ms: within(0.99),
      peakMemoryMb: server.peakMemoryMb(),
    };
  } finally {
    await Promise.all([server.stop(), ...clients.map((each) => each.end())]);
  }
}

async function client({ ownerUrl }: OpenBench): Promise<Client> {
  const made = new Client({ connectionString: ownerUrl });
  await made.connect();
  return made;
}

async function customers({ db }: OpenBench, ctx: Ctx, count: number): Promise<AccountId[]> {
  const ids: AccountId[] = [];
  for (let i = 0; i < count; i += 1) {
    const { id } = await db.write(ctx, (tx) => addAccount(tx, { name: `Customer ${i}` }));
    ids.push(id);
  }
  return ids;
}

let planted = 0;

/** Pending orders of a line, shared out among the accounts; their ids, in turn by account. */
async function plant(
  { owner }: OpenBench,
  { companyId }: Ctx,
  accounts: readonly AccountId[],
): Promise<string[]> {
  const from = planted;
  planted += ORDERS;
  const ids = Array.from({ length: ORDERS }, () => newId());
  await owner.query(ORDER_ROWS, [companyId, ids, accounts, from]);
  await owner.query(LINE_ROWS, [companyId, ids]);
  await owner.query('vacuum analyze sales.sales_order, sales.sales_order_line');
  return ids;
}

const ORDER_ROWS = `
  insert into sales.sales_order (company_id, id, number, number_period, number_seq, status,
    account_id, currency, pricing_date, bill_to, ship_to, issue_date, subtotal, tax_total, total,
    value, figures, placed_at, created_at, updated_at)
  select $1::uuid, o.id, 'SO-' || ($4::int + o.n), '', $4::int + o.n, 'pending',
    ($3::uuid[])[1 + (o.n - 1) % cardinality($3::uuid[])], 'EUR', date '2026-01-01', '{"name":"X"}',
    '{}', date '2026-01-01', 10000, 1900, 11900, 11900, '{}', now(), now(), now()
  from unnest($2::uuid[]) with ordinality o (id, n)`;

const LINE_ROWS = `
  insert into sales.sales_order_line (company_id, order_id, id, position, description, ordered,
    invoicing, unit_price, net, tax, total)
  select $1::uuid, o.id, gen_random_uuid(), 1, 'Work', 1, 'on_order', 100, 10000, 1900, 11900
  from unnest($2::uuid[]) o (id)`;

interface Done {
  readonly answers: number;
  readonly seconds: number;
}

function confirmOurs(
  { port }: ChildServer,
  authorization: string,
  orders: string[],
  seconds: number,
  latencies: number[],
): Promise<Done> {
  return httpLoad({
    port,
    headers: { authorization },
    connections: CLIENTS,
    seconds,
    expect: 200,
    onAnswer: (milliseconds) => latencies.push(milliseconds),
    next: () => ({ method: 'POST', path: `/sales-orders/${nextOf(orders)}/confirm`, body: '{}' }),
  });
}

function nextOf(orders: string[]): string {
  const id = orders.pop();
  if (id === undefined) throw new Error('There are no more orders to confirm');
  return id;
}

/** What a confirmation has left beside the order, to be written again under other ids. */
interface Left {
  readonly check: object;
  readonly events: readonly object[];
  readonly entries: readonly object[];
}

async function rowsOfAConfirmation({ owner }: OpenBench, { companyId }: Ctx): Promise<Left> {
  const rowsOf = async (text: string): Promise<object[]> => {
    const { rows } = await owner.query<{ row: object }>(text, [companyId]);
    return rows.map(({ row }) => row);
  };
  const [check = {}] = await rowsOf(
    'select to_jsonb(c) as row from credit.credit_check c where c.company_id = $1 limit 1',
  );
  const events = ['credit_check.decided', 'order.confirmed'].map(
    (type) => `(select to_jsonb(e) - 'seq' as row from outbox.event e
      where e.company_id = $1 and e.type = '${type}' limit 1)`,
  );
  const entries = ['credit_check.decided', 'order.confirmed'].map(
    (action) => `(select to_jsonb(a) as row from audit.entry a
      where a.company_id = $1 and a.action = '${action}' limit 1)`,
  );
  return {
    check,
    events: await rowsOf(events.join(' union all ')),
    entries: await rowsOf(entries.join(' union all ')),
  };
}

/** One statement, one round trip, one commit. */
const CONFIRM = `
  with o as (select o.account_id, o.value from sales.sales_order o
      where o.company_id = $1 and o.id = $2),
    l as (select l.credit_limit from crm.ledger_account l, o
      where l.company_id = $1 and l.account_id = o.account_id for no key update of l),
    e as (select coalesce(sum(s.value), 0) as exposure from sales.sales_order s, o
      where s.company_id = $1 and s.account_id = o.account_id and s.id <> $2
        and s.status in ('pending','pending_approval','confirmed','in_production','shipped')),
    moved as (update sales.sales_order s set status = 'confirmed', confirmed_at = now(),
        version = s.version + 1 from l where s.company_id = $1 and s.id = $2),
    made as (insert into credit.credit_check
      select (jsonb_populate_record(null::credit.credit_check, $3::jsonb
        || jsonb_build_object('exposure', e.exposure, 'document_id', $2::uuid))).* from l, e),
    told as (insert into outbox.event (company_id, id, type, object, record_id, data, occurred_at,
        actor_kind, actor_id, actor_name, request_id, depth, bulk)
      select e.company_id, e.id, e.type, e.object, e.record_id, e.data, e.occurred_at, e.actor_kind,
        e.actor_id, e.actor_name, e.request_id, e.depth, e.bulk
      from jsonb_populate_recordset(null::outbox.event, $4::jsonb) e)
  insert into audit.entry
  select a.* from jsonb_populate_recordset(null::audit.entry, $5::jsonb) a`;

async function confirmBarely(
  clients: readonly Client[],
  { companyId }: Ctx,
  { orders, rows, seconds }: { orders: string[]; rows: Left; seconds: number },
): Promise<Done> {
  const started = performance.now();
  const anew = (each: object) => ({ ...each, id: newId() });
  const work = async (on: Client): Promise<number> => {
    let done = 0;
    for (; orders.length > 0 && performance.now() - started < seconds * 1000; done += 1) {
      const values = [
        companyId,
        nextOf(orders),
        JSON.stringify(anew(rows.check)),
        JSON.stringify(rows.events.map(anew)),
        JSON.stringify(rows.entries.map(anew)),
      ];
      await on.query({ name: 'confirm', text: CONFIRM, values });
    }
    return done;
  };
  const counts = await Promise.all(clients.map(work));
  const answers = counts.reduce((sum, count) => sum + count, 0);
  return { answers, seconds: (performance.now() - started) / 1000 };
}
