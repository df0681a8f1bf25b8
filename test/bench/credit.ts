import { CreditControl, CreditPorts } from '@quittance/credit';
import { newId, type AccountId, type Ctx } from '@quittance/kernel';
import { Client } from 'pg';
import { invoiceExposure } from '@quittance/receivables/testing';
import { OrderPorts } from '@quittance/sales';
import { orderExposure } from '@quittance/sales/testing';
import type { Bench, BenchResult } from './bench-result.js';
import { aDebtor } from './credit/a-debtor.js';
import { peakMemoryMb, withBench, type OpenBench } from './support/open-bench.js';

const OPEN = { invoices: 10_000, orders: 2000 };
/** What each of them is open by, in minor units. */
const EACH = 11_900;
const WHAT_IS_OPEN = `${told(OPEN.invoices)} open invoices and ${told(OPEN.orders)} orders`;
const WARM_UP = 50;
const CHECKS = 300;
/** Ours and the limit take turns, so that what else the machine does falls on both. */
const ROUNDS = 4;

/**
 * A check of a customer with many open documents, beside the least that decides and keeps the same:
 * one statement that locks the ledger account, sums what is open of invoices and orders, and writes
 * the rows that a check leaves.
 */
export const bench: Bench = {
  name: 'credit',
  run: () => withBench(async (open) => [await checks(open)]),
};

async function checks(open: OpenBench): Promise<BenchResult> {
  const ctx = await open.newCompany();
  const accountId = await aDebtor(open, ctx, OPEN);
  const ports = new CreditPorts();
  ports.registerExposure(invoiceExposure);
  ports.registerExposure(orderExposure(new OrderPorts()));
  const control = new CreditControl(ports);
  const ours = async () => {
    const { check } = await open.db.write(ctx, (tx) =>
      control.check(tx, { accountId, amount: 100n, currency: 'EUR' }),
    );
    if (check.outcome !== 'approved') throw new Error(`The check is ${check.outcome}`);
  };
  const bare = new Client({ connectionString: open.ownerUrl });
  await bare.connect();
  try {
    await timed(ours, WARM_UP);
    const limit = decidesBarely(bare, ctx, accountId, await rowsOfACheck(bare, ctx));
    await timed(limit, WARM_UP);
    let [seconds, limitSeconds] = [0, 0];
    for (let round = 0; round < ROUNDS; round += 1) {
      seconds += await timed(ours, CHECKS / ROUNDS);
      limitSeconds += await timed(limit, CHECKS / ROUNDS);
    }
    await expectCounted(bare, ctx);
    const [rate, limitRate] = [CHECKS / seconds, CHECKS / limitSeconds];
    return {
      measure: `check of an account with ${WHAT_IS_OPEN}`,
      rate,
      limit: limitRate,
      ratio: rate / limitRate,
      target: 0.5,
      unit: 'checks/s',
      peakMemoryMb: peakMemoryMb(),
    };
  } finally {
    await bare.end();
  }
}

function told(count: number): string {
  return count.toLocaleString('en');
}

/** Ours and the limit have summed the same, each time. */
async function expectCounted(bare: Client, { companyId }: Ctx): Promise<void> {
  const { rows } = await bare.query<{ exposure: string }>(
    `select distinct c.exposure::text from credit.credit_check c where c.company_id = $1`,
    [companyId],
  );
  const open = String((OPEN.invoices + OPEN.orders) * EACH);
  if (rows.length === 1 && rows[0]?.exposure === open) return;
  throw new Error(`${rows.map(({ exposure }) => exposure).join(', ')} was summed, not ${open}`);
}

async function timed(work: () => Promise<void>, times: number): Promise<number> {
  const started = process.hrtime.bigint();
  for (let i = 0; i < times; i += 1) await work();
  return Number(process.hrtime.bigint() - started) / 1e9;
}

/**
 * Locks, sums and writes the rows that a check leaves: one statement, one round trip, one commit.
 * The sums are materialized, or they would be taken once for each column of what is written.
 */
const DECIDE_AND_KEEP = `
  with l as (select l.credit_limit from crm.ledger_account l
      where l.company_id = $1 and l.account_id = $2 for no key update),
    e as materialized (select (select coalesce(sum(i.balance), 0) from receivables.invoice i
        where i.company_id = $1 and i.account_id = $2 and i.balance > 0)
      + (select coalesce(sum(o.value), 0) from sales.sales_order o
        where o.company_id = $1 and o.account_id = $2
          and o.status in ('pending','pending_approval','confirmed','in_production','shipped'))
      as exposure),
    made as (insert into credit.credit_check
      select c.* from l cross join e cross join lateral jsonb_populate_record(
        null::credit.credit_check, $3::jsonb || jsonb_build_object('exposure', e.exposure)) c),
    told as (insert into outbox.event (company_id, id, type, object, record_id, data, occurred_at,
        actor_kind, actor_id, actor_name, request_id, depth, bulk)
      select e.company_id, e.id, e.type, e.object, e.record_id, e.data, e.occurred_at, e.actor_kind,
        e.actor_id, e.actor_name, e.request_id, e.depth, e.bulk
      from jsonb_populate_record(null::outbox.event, $4::jsonb) e)
  insert into audit.entry
  select a.* from jsonb_populate_record(null::audit.entry, $5::jsonb) a`;

/** The rows that a check has left, to be written again under other ids. */
async function rowsOfACheck(bare: Client, { companyId }: Ctx): Promise<readonly object[]> {
  const decided = `= 'credit_check.decided' limit 1`;
  const texts = [
    'select to_jsonb(c) as row from credit.credit_check c where c.company_id = $1 limit 1',
    `select to_jsonb(e) as row from outbox.event e where e.company_id = $1 and e.type ${decided}`,
    `select to_jsonb(a) as row from audit.entry a where a.company_id = $1 and a.action ${decided}`,
  ];
  const rows: object[] = [];
  for (const text of texts) {
    const found = await bare.query<{ row: object }>(text, [companyId]);
    rows.push(found.rows[0]?.row ?? {});
  }
  return rows;
}

function decidesBarely(bare: Client, ctx: Ctx, accountId: AccountId, rows: readonly object[]) {
  return async (): Promise<void> => {
    const anew = rows.map((row) => JSON.stringify({ ...row, id: newId() }));
    const values = [ctx.companyId, accountId, ...anew];
    await bare.query({ name: 'decide', text: DECIDE_AND_KEEP, values });
  };
}
