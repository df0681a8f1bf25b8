import {
  type BillingRunId,
  CreateBillingRun,
  readRun,
  type RunWithFailures,
} from '@quittance/billing/host';
import type { Ctx } from '@quittance/kernel';
import { parseLocalDate } from '@quittance/calendar';
import { RateBooks } from '@quittance/tax/host';
import { TaxQuotes } from '@quittance/tax';
import { setTimeout as sleep } from 'node:timers/promises';
import { aScheduleLine, aBilledAccount, storeSchedules } from '@quittance/billing/testing';
import type { TestDatabase } from '../support/test-database';

/** A fresh company with schedules of two lines each, monthly from 31 January 2026. */
export async function givenDueSchedules(t: TestDatabase, count: number): Promise<{ ctx: Ctx }> {
  const ctx = await t.newCompany();
  await t.db.write(ctx, async (tx) => {
    const accountId = await aBilledAccount(tx);
    const lines = () => [
      aScheduleLine({ taxRate: '19' }),
      aScheduleLine({ description: 'Support', quantity: '0.5', unitPrice: '33.33', taxRate: '19' }),
    ];
    const all = Array.from({ length: count }, () => ({ lines: lines() }));
    await storeSchedules(tx, accountId, all);
  });
  return { ctx };
}

export async function queueRun(
  t: TestDatabase,
  ctx: Ctx,
  { asOf, catchUp = false }: { readonly asOf: string; readonly catchUp?: boolean },
): Promise<BillingRunId> {
  const create = new CreateBillingRun(t.db, new TaxQuotes(t.db, new RateBooks()));
  return (await create.execute(ctx, { asOf: parseLocalDate(asOf), catchUp, allowFuture: true })).id;
}

const PATIENCE_MS = 120_000;

/** The run when it is over. */
export async function ended(t: TestDatabase, ctx: Ctx, id: string): Promise<RunWithFailures> {
  for (let waited = 0; ; waited += 100) {
    const run = await t.db.read(ctx, (tx) => readRun(tx, id as BillingRunId));
    if (run.status !== 'queued' && run.status !== 'running') return run;
    if (waited > PATIENCE_MS) throw new Error(`The run hangs: ${JSON.stringify(run)}`);
    await sleep(100);
  }
}

/** What a run left behind in a company. */
export interface Trace {
  readonly invoices: number;
  /** Different pairs of schedule and period among them. */
  readonly periods: number;
  readonly lines: number;
  readonly lastNumber: string;
  /** Schedules that were moved on. */
  readonly advanced: number;
  readonly createdEvents: number;
  readonly billedEvents: number;
  readonly completedRuns: number;
}

const TRACE = `select
  (select count(*)::int from receivables.invoice where company_id = $1) as invoices,
  (select count(distinct (schedule_id, period_start))::int from receivables.invoice
    where company_id = $1) as periods,
  (select count(*)::int from receivables.invoice_line where company_id = $1) as lines,
  (select max(number) from receivables.invoice where company_id = $1) as "lastNumber",
  (select count(*)::int from billing.schedule
    where company_id = $1 and next_period > 0) as advanced,
  (select count(*)::int from outbox.event
    where company_id = $1 and type = 'invoice.created') as "createdEvents",
  (select coalesce(sum(jsonb_array_length(data->'invoiceIds')), 0)::int from outbox.event
    where company_id = $1 and type = 'schedule.billed') as "billedEvents",
  (select count(*)::int from outbox.event
    where company_id = $1 and type = 'billing_run.completed') as "completedRuns"`;

/** Waits for as many runs to be over. */
export async function traceOf(t: TestDatabase, ctx: Ctx, runs = 1): Promise<Trace> {
  for (let waited = 0; ; waited += 100) {
    const trace = await t.db.read(ctx, (tx) => tx.one<Trace>(TRACE, [ctx.companyId]));
    if (trace.completedRuns >= runs || waited > PATIENCE_MS) return trace;
    await sleep(100);
  }
}
