import { addAccount } from '@quittance/crm/host';
import { PutDunningSchedule } from '@quittance/dunning/host';
import { parseLocalDate } from '@quittance/calendar';
import type { Ctx } from '@quittance/kernel';
import { join } from 'node:path';
import type { Bench, BenchResult } from './bench-result.js';
import type { DunningOrder } from './dunning/run-dunning.js';
import { writeCopies } from './support/copied-rows.js';
import { startMeasured, type MeasuredProcess, type WorkDone } from './support/measured-process.js';
import { withBench, type OpenBench } from './support/open-bench.js';

const LARGE = 100_000;
const SMALL = 10_000;
const BATCH = 200;
const ACCOUNTS = 200;
const WORKER = join(__dirname, 'dunning/run-dunning.js');
const UNIT = 'invoices/s';
const AS_OF = parseLocalDate('2026-03-02');

/** A reminder of each of a company's overdue invoices: attempt, event, a letter to each customer. */
export const bench: Bench = {
  name: 'dunning',
  run: () => withBench(measure),
};

async function measure(open: OpenBench): Promise<BenchResult[]> {
  const worker = await startMeasured<DunningOrder>(WORKER, open.url);
  try {
    await pursue(open, worker, await overdueCompany(open, 2000));
    const small = SMALL / (await pursue(open, worker, await overdueCompany(open, SMALL))).seconds;
    const ours = await overdueCompany(open, LARGE);
    const done = await pursue(open, worker, ours);
    return await besideLimit(open, ours, { ...done, small });
  } finally {
    await worker.stop();
  }
}

async function besideLimit(
  open: OpenBench,
  ours: Ctx,
  { seconds: taken, peakMemoryMb, small }: WorkDone & { readonly small: number },
): Promise<BenchResult[]> {
  const rate = LARGE / taken;
  const plain = await emptyCopy(open, ours);
  const seconds = await writeCopies(open.owner, ours, plain, [
    { table: 'notifications.email', order: 'r.created_at, r.id', perBatch: BATCH },
    { table: 'dunning.attempt', order: 'r.created_at, r.id', perBatch: BATCH },
    { table: 'outbox.event', order: 'r.seq', perBatch: BATCH },
  ]);
  const limit = LARGE / seconds;
  const memory = { unit: UNIT, peakMemoryMb };
  return [
    {
      measure: '100,000 overdue invoices of 200 customers (limit: the same rows by plain SQL)',
      rate,
      limit,
      ratio: rate / limit,
      target: 0.3,
      ...memory,
    },
    {
      measure: '100,000 beside 10,000 invoices (flatness)',
      rate,
      limit: small,
      ratio: rate / small,
      target: 0.85,
      ...memory,
    },
  ];
}

async function pursue(
  { owner }: OpenBench,
  worker: MeasuredProcess<DunningOrder>,
  { companyId }: Ctx,
): Promise<WorkDone> {
  await owner.query('vacuum analyze');
  return worker.work({ companyId, asOf: AS_OF });
}

async function overdueCompany(open: OpenBench, count: number): Promise<Ctx> {
  const { db, owner, newCompany } = open;
  const ctx = await newCompany();
  const steps = [{ daysAfterDue: 3, action: 'reminder' }] as const;
  const schedule = { steps, autoRun: false, requireIssued: false, minimumBalance: '0' };
  await new PutDunningSchedule(db).execute(ctx, schedule, null);
  const accounts = await db.write(ctx, async (tx) => {
    const made: string[] = [];
    for (let i = 0; i < ACCOUNTS; i += 1) {
      made.push((await addAccount(tx, { name: `Customer ${i}`, email: `c${i}@example.com` })).id);
    }
    return made;
  });
  await owner.query(INVOICES, [ctx.companyId, accounts, count]);
  return ctx;
}

/** Ids in the order of their making, as those of the product are. */
const INVOICES = `
  insert into receivables.invoice (company_id, id, number, number_period, number_seq, status,
    unsent_status, account_id, currency, issue_date, due_date, bill_to, subtotal, tax_total, total,
    paid_amount, credited_amount, balance, sent_at, created_at, updated_at)
  select $1::uuid, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
  'INV-' || lpad(n::text, 6, '0'), '', n, 'overdue', 'draft',
    ($2::uuid[])[1 + n % cardinality($2::uuid[])], 'EUR', date '2025-12-01' + n % 30,
    date '2026-01-01' + n % 30, '{"name": "Customer", "address": {}}', 10000 + n % 997, 0,
    10000 + n % 997, 0, 0, 10000 + n % 997, now(), now(), now()
  from generate_series(1, $3::int) n`;

/** Another company with the same accounts, invoices and run, and nothing done. */
async function emptyCopy({ owner, newCompany }: OpenBench, from: Ctx): Promise<Ctx> {
  const to = await newCompany();
  // Accounts and their ledger accounts refer to each other.
  await owner.query('begin');
  for (const table of ['crm.account', 'crm.ledger_account', 'receivables.invoice', 'dunning.run']) {
    const { rows } = await owner.query<{ columns: string }>(
      `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped
         and attname <> 'company_id' and attgenerated = ''`,
      [table],
    );
    const columns = rows[0]?.columns ?? '';
    await owner.query(
      `insert into ${table} (company_id, ${columns}) select $1, ${columns} from ${table}
       where company_id = $2`,
      [to.companyId, from.companyId],
    );
  }
  await owner.query('commit');
  return to;
}
