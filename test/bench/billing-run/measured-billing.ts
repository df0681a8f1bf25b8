import { CreateBillingRun } from '@quittance/billing/host';
import { parseLocalDate } from '@quittance/calendar';
import { connect } from '@quittance/database/host';
import type { Ctx } from '@quittance/kernel';
import { TaxQuotes } from '@quittance/tax';
import { RateBooks } from '@quittance/tax/host';
import { join } from 'node:path';
import { Client } from 'pg';
import { allEntities } from '../../../apps/cli/src/assembly.js';
import { benchDatabase } from '../support/bench-database.js';
import { startMeasured } from '../support/measured-process.js';
import { directoryOf, processorSeconds } from '../support/processor-time.js';
import { AS_OF, BENCH_SCHEMA, dueCompany } from './due-company.js';
import type { WorkOrder } from './run-worker.js';

const WORKER = join(__dirname, 'run-worker.js');

/** Seconds on the clock and of processors, PostgreSQL's among them. */
export interface Cost {
  seconds: number;
  processor: number;
  peakMemoryMb: number;
}

export const nothing = (): Cost => ({ seconds: 0, processor: 0, peakMemoryMb: 0 });

/** Adds what more has cost. */
export function addTo(sum: Cost, { seconds, processor, peakMemoryMb }: Cost): void {
  sum.seconds += seconds;
  sum.processor += processor;
  sum.peakMemoryMb = Math.max(sum.peakMemoryMb, peakMemoryMb);
}

/** Of an invoice, of which a bench tells some digits. */
export const milliseconds = (seconds: number): number => Math.round(seconds * 1e6) / 1000;

/** A database whose companies a worker of its own bills. */
export interface MeasuredBilling {
  /** Owns the tables and sees every company. */
  readonly owner: Client;
  /** A company with so many due schedules; nothing is measured of it. */
  newCompany(due: number): Promise<Ctx>;
  /** Bills a company, whose invoices are expected to have so many lines each. */
  bill(ctx: Ctx, lines: number): Promise<Cost>;
}

/** A database and its worker for the time of the work. */
export async function withBilling<T>(work: (billing: MeasuredBilling) => Promise<T>): Promise<T> {
  const database = await benchDatabase();
  const settings = { url: database.url, poolSize: 4, applicationName: 'quittance-bench' };
  const db = await connect(settings, allEntities);
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query(BENCH_SCHEMA);
  const worker = await startMeasured<WorkOrder>(WORKER, database.url);
  const directory = await directoryOf(database.ownerUrl);
  const create = new CreateBillingRun(db, new TaxQuotes(db, new RateBooks()));
  try {
    return await work({
      owner,
      newCompany: (due) => dueCompany(db, owner, due),
      bill: async (ctx, lines) => {
        await create.execute(ctx, { asOf: parseLocalDate(AS_OF) });
        const before = processorSeconds([directory]);
        const done = await worker.work({ companies: [ctx.companyId] });
        const processor = done.processorSeconds + processorSeconds([directory]) - before;
        await expectBilled(owner, ctx, lines);
        return { ...done, processor };
      },
    });
  } finally {
    await worker.stop();
    await owner.end();
    await db.close();
    await database.close();
  }
}

async function expectBilled(owner: Client, { companyId }: Ctx, perInvoice: number): Promise<void> {
  const { rows } = await owner.query<{ due: number; lines: number }>(
    `select (select count(*)::int from billing.schedule where company_id = $1) as due,
       (select count(*)::int from receivables.invoice_line where company_id = $1) as lines`,
    [companyId],
  );
  const { due, lines } = rows[0] ?? { due: 0, lines: 0 };
  if (lines === perInvoice * due) return;
  throw new Error(`${lines} lines instead of ${perInvoice} of each of ${due} invoices`);
}
