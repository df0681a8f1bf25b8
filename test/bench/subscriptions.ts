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
import { subscribeAll, type Subscribed } from './billing-run/due-subscriptions.js';
import type { WorkOrder } from './billing-run/run-worker.js';
import { benchDatabase } from './support/bench-database.js';
import { directoryOf, processorSeconds } from './support/processor-time.js';
import { startMeasured } from './support/measured-process.js';

const USUAL = 10_000;
const LARGE = 100_000;
const WARM_UP = 2000;
const WORKER = join(__dirname, 'billing-run/run-worker.js');

/** How often each kind is billed, in turns: what else the machine does meets all of them. */
const ROUNDS = 4;

/** What is billed, and how many lines an invoice of it has. */
interface Kind {
  readonly subscribed: Subscribed | null;
  readonly lines: number;
}

const WITH_USAGE: Kind = { subscribed: { items: 2, usage: true }, lines: 3 };

/** What subscriptions with usage are measured beside. */
const BESIDE = {
  'the same without usage, with as many lines': {
    kind: { subscribed: { items: 3, usage: false }, lines: 3 },
    target: 0.8,
  },
  'the same without usage, with its line less': {
    kind: { subscribed: { items: 2, usage: false }, lines: 2 },
    target: 0.8,
  },
  'schedules with as many lines': { kind: { subscribed: null, lines: 3 }, target: 0 },
} as const satisfies Record<string, { readonly kind: Kind; readonly target: number }>;

/** Seconds on the clock and of processors, PostgreSQL's among them. */
interface Cost {
  seconds: number;
  processor: number;
  peakMemoryMb: number;
}

/** A month's billing of subscriptions with usage, beside the run without. */
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
    const directory = await directoryOf(database.ownerUrl);
    const bill = async (kind: Kind, due: number): Promise<Cost> => {
      const ctx = await dueCompany(db, owner, due);
      if (kind.subscribed) await subscribeAll(owner, ctx, due, kind.subscribed);
      await owner.query('vacuum analyze');
      await queue(db, ctx);
      const before = processorSeconds([directory]);
      const done = await worker.work({ companies: [ctx.companyId] });
      const processor = done.processorSeconds + processorSeconds([directory]) - before;
      await expectBilled(owner, ctx, kind);
      return { ...done, processor };
    };
    const kinds: readonly Kind[] = [WITH_USAGE, ...Object.values(BESIDE).map(({ kind }) => kind)];
    try {
      for (const kind of kinds) await bill(kind, WARM_UP);
      const costs = new Map(kinds.map((kind) => [kind, nothing()]));
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [kind, cost] of costs) addTo(cost, await bill(kind, count / ROUNDS));
      }
      const own = costs.get(WITH_USAGE) ?? nothing();
      return Object.entries(BESIDE).map(([name, { kind, target }]) => {
        const other = costs.get(kind) ?? nothing();
        return {
          measure: `${count.toLocaleString('en')} subscriptions with usage, beside ${name}`,
          rate: count / own.seconds,
          limit: count / other.seconds,
          // By the clock it tells as much of what else the machine does.
          ratio: other.processor / own.processor,
          target,
          unit: 'invoices/s',
          processorMs: milliseconds(own.processor / count),
          limitProcessorMs: milliseconds(other.processor / count),
          peakMemoryMb: own.peakMemoryMb,
        };
      });
    } finally {
      await worker.stop();
      await owner.end();
      await db.close();
      await database.close();
    }
  },
};

const nothing = (): Cost => ({ seconds: 0, processor: 0, peakMemoryMb: 0 });

function addTo(sum: Cost, { seconds, processor, peakMemoryMb }: Cost): void {
  sum.seconds += seconds;
  sum.processor += processor;
  sum.peakMemoryMb = Math.max(sum.peakMemoryMb, peakMemoryMb);
}

const milliseconds = (seconds: number): number => Math.round(seconds * 1e6) / 1000;

async function queue(db: Database, ctx: Ctx): Promise<void> {
  const create = new CreateBillingRun(db, new TaxQuotes(db, new RateBooks()));
  await create.execute(ctx, { asOf: parseLocalDate(AS_OF) });
}

async function expectBilled(owner: Client, { companyId }: Ctx, kind: Kind): Promise<void> {
  const { rows } = await owner.query<{ due: number; lines: number }>(
    `select (select count(*)::int from billing.schedule where company_id = $1) as due,
       (select count(*)::int from receivables.invoice_line where company_id = $1) as lines`,
    [companyId],
  );
  const { due, lines } = rows[0] ?? { due: 0, lines: 0 };
  if (lines === kind.lines * due) return;
  throw new Error(`${lines} lines instead of ${kind.lines} of each of ${due} invoices`);
}
