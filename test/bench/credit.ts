import { CreditControl, CreditPorts } from '@quittance/credit';
import { addAccount } from '@quittance/crm/host';
import { newId, type AccountId, type Ctx } from '@quittance/kernel';
import { Client } from 'pg';
import { invoiceExposure } from '../../libs/receivables/src/exposure/invoice-exposure.js';
import type { Bench, BenchResult } from './bench-result.js';
import { peakMemoryMb, withBench, type OpenBench } from './support/open-bench.js';

const INVOICES = 10_000;
const WARM_UP = 50;
const CHECKS = 300;
/** Ours and the limit take turns, so that what else the machine does falls on both. */
const ROUNDS = 4;

/**
 * A check of a customer with many open documents, beside the least that decides and keeps the same:
 * one transaction that locks the ledger account, sums what is open, and writes the rows that a
 * check leaves, one round trip for the statement that decides and one for the rest.
 */
export const bench: Bench = {
  name: 'credit',
  run: () => withBench(async (open) => [await checks(open)]),
};

async function checks(open: OpenBench): Promise<BenchResult> {
  const ctx = await open.newCompany();
  const accountId = await aDebtor(open, ctx);
  const ports = new CreditPorts();
  ports.registerExposure(invoiceExposure);
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
    const limit = () => decideBarely(bare, ctx, accountId);
    await timed(limit, WARM_UP);
    let [seconds, limitSeconds] = [0, 0];
    for (let round = 0; round < ROUNDS; round += 1) {
      seconds += await timed(ours, CHECKS / ROUNDS);
      limitSeconds += await timed(limit, CHECKS / ROUNDS);
    }
    const [rate, limitRate] = [CHECKS / seconds, CHECKS / limitSeconds];
    return {
      measure: `check of an account with ${INVOICES.toLocaleString('en')} open invoices`,
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

async function timed(work: () => Promise<void>, times: number): Promise<number> {
  const started = process.hrtime.bigint();
  for (let i = 0; i < times; i += 1) await work();
  return Number(process.hrtime.bigint() - started) / 1e9;
}

const DECIDE = `
  select l.credit_limit, (select coalesce(sum(i.balance), 0) from receivables.invoice i
    where i.company_id = $1 and i.account_id = $2 and i.balance > 0) as exposure
  from crm.ledger_account l
  where l.company_id = $1 and l.account_id = $2 for no key update`;

/** Writes the rows that the last check has left once more. */
const KEEP = `
  with made as (
    insert into credit.credit_check
    select (jsonb_populate_record(c, jsonb_build_object('id', $2::uuid))).*
    from credit.credit_check c where c.company_id = $1 and c.id = $3::uuid
    returning id),
  told as (
    insert into outbox.event (company_id, id, type, object, record_id, data, occurred_at, actor_kind,
      actor_id, actor_name, request_id, depth, bulk)
    select e.company_id, $4::uuid, e.type, e.object, $2::uuid::text, e.data, e.occurred_at,
      e.actor_kind, e.actor_id, e.actor_name, e.request_id, e.depth, e.bulk
    from outbox.event e where e.company_id = $1 and e.type = 'credit_check.decided'
    limit 1 returning id)
  insert into audit.entry
  select (jsonb_populate_record(a, jsonb_build_object('id', $5::uuid))).*
  from audit.entry a where a.company_id = $1 and a.action = 'credit_check.decided' limit 1`;

let template: string | undefined;

async function decideBarely(bare: Client, ctx: Ctx, accountId: AccountId): Promise<void> {
  const { companyId } = ctx;
  if (template === undefined) {
    const found = await bare.query<{ id: string }>(
      `select id from credit.credit_check where company_id = $1 limit 1`,
      [companyId],
    );
    template = found.rows[0]?.id;
  }
  await bare.query('begin');
  await bare.query({ name: 'decide', text: DECIDE, values: [companyId, accountId] });
  const values = [companyId, newId(), template, newId(), newId()];
  await bare.query({ name: 'keep', text: KEEP, values });
  await bare.query('commit');
}

/** A customer with open invoices and without a limit, so that each check is approved. */
async function aDebtor({ db, owner }: OpenBench, ctx: Ctx): Promise<AccountId> {
  const { id } = await db.write(ctx, (tx) => addAccount(tx, { name: 'Acme Ltd' }));
  await owner.query(INVOICE_ROWS, [ctx.companyId, id, INVOICES]);
  await owner.query('vacuum analyze receivables.invoice');
  return id;
}

const INVOICE_ROWS = `
  insert into receivables.invoice (company_id, id, number, number_period, number_seq, status,
    account_id, currency, issue_date, due_date, bill_to, subtotal, tax_total, total, balance,
    sent_at, created_at, updated_at)
  select $1::uuid, gen_random_uuid(), 'INV-' || n, '', n, 'sent', $2::uuid, 'EUR',
    date '2026-01-01', date '2026-01-31', '{}', 10000, 1900, 11900, 11900, now(), now(), now()
  from generate_series(1, $3::int) n`;
