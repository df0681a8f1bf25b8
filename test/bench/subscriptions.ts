import { CreateBillingRun } from '@quittance/billing/host';
import { parseLocalDate } from '@quittance/calendar';
import { connect } from '@quittance/database/host';
import type { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { RateBooks } from '@quittance/tax/host';
import { TaxQuotes } from '@quittance/tax';
import { join } from 'node:path';
import { Client } from 'pg';
import { allEntities } from '../../apps/cli/src/assembly.js';
import type { Bench } from './bench-result.js';
import { AS_OF, BENCH_SCHEMA, dueCompany } from './billing-run/due-company.js';
import { subscribeAll } from './billing-run/due-subscriptions.js';
import type { WorkOrder } from './billing-run/run-worker.js';
import { benchDatabase } from './support/bench-database.js';
import { startMeasured } from './support/measured-process.js';

const USUAL = 10_000;
const LARGE = 100_000;
const WORKER = join(__dirname, 'billing-run/run-worker.js');

/** A month's billing of subscriptions with usage beside that of schedules with as many lines. */
export const bench: Bench = {
  name: 'subscriptions',
  async run({ full }) {
    const count = full ? LARGE : USUAL;
    const database = await benchDatabase();
    const settings = { url: database.url, poolSize: 4, applicationName: 'quittance-bench' };
    const db = await connect(settings, allEntities);
    const owner = new Client({ connectionString: database.ownerUrl });
    await owner.connect();
    await owner.query(BENCH_SCHEMA);
    const worker = await startMeasured<WorkOrder>(WORKER, database.url);
    const bill = async (ctx: Ctx) => {
      await owner.query('vacuum analyze');
      await queue(db, ctx);
      const done = await worker.work({ companies: [ctx.companyId] });
      await expectBilled(owner, ctx);
      return done;
    };
    try {
      await bill(await subscribed(db, owner, 2000));
      await bill(await dueCompany(db, owner, 2000));
      const lines = await bill(await dueCompany(db, owner, count));
      const usage = await bill(await subscribed(db, owner, count));
      const [rate, limit] = [count / usage.seconds, count / lines.seconds];
      return [
        {
          measure: `${count.toLocaleString('en')} subscriptions with usage, beside schedules`,
          rate,
          limit,
          ratio: rate / limit,
          target: 0.8,
          unit: 'invoices/s',
          peakMemoryMb: usage.peakMemoryMb,
        },
      ];
    } finally {
      await worker.stop();
      await owner.end();
      await db.close();
      await database.close();
    }
  },
};

async function subscribed(db: Database, owner: Client, count: number): Promise<Ctx> {
  const ctx = await dueCompany(db, owner, count);
  await subscribeAll(owner, ctx, count);
  return ctx;
}

async function queue(db: Database, ctx: Ctx): Promise<void> {
  const create = new CreateBillingRun(db, new TaxQuotes(db, new RateBooks()));
  await create.execute(ctx, { asOf: parseLocalDate(AS_OF) });
}

async function expectBilled(owner: Client, { companyId }: Ctx): Promise<void> {
  const { rows } = await owner.query<{ due: number; lines: number }>(
    `select (select count(*)::int from billing.schedule where company_id = $1) as due,
       (select count(*)::int from receivables.invoice_line where company_id = $1) as lines`,
    [companyId],
  );
  const { due, lines } = rows[0] ?? { due: 0, lines: 0 };
  if (lines !== 3 * due) throw new Error(`${lines} lines instead of three of ${due} invoices`);
}
