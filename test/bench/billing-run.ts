import { CreateBillingRun } from '@quittance/billing/host';
import { BILLING_BATCH_SIZE } from '@quittance/config/host';
import { connect } from '@quittance/database/host';
import type { Database } from '@quittance/database';
import { parseLocalDate } from '@quittance/calendar';
import type { Ctx } from '@quittance/kernel';
import { RateBooks } from '@quittance/tax/host';
import { TaxQuotes } from '@quittance/tax';
import { join } from 'node:path';
import { Client } from 'pg';
import { allEntities } from '../../apps/cli/src/assembly.js';
import type { Bench, BenchOptions, BenchResult } from './bench-result.js';
import { AS_OF, BENCH_SCHEMA, dueCompany } from './billing-run/due-company.js';
import { copyUnbilled, keepRows, writeKept } from './billing-run/limit.js';
import type { WorkOrder } from './billing-run/run-worker.js';
import { benchDatabase } from './support/bench-database.js';
import { startMeasured, type MeasuredProcess, type WorkDone } from './support/measured-process.js';

const LARGE = 100_000;
const SMALL = 10_000;
const HUGE = 1_000_000;
const COMPANIES = 10;
const WORKER = join(__dirname, 'billing-run/run-worker.js');
const UNIT = 'invoices/s';
/** 300 MB, which a worker stays below throughout. */
const MOST_MEMORY_MB = Math.floor(300_000_000 / 2 ** 20);

/** A month's billing: every invoice with three taxed lines, its events and its log entry. */
export const bench: Bench = {
  name: 'billing-run',
  async run(options) {
    const database = await benchDatabase();
    const settings = { url: database.url, poolSize: 4, applicationName: 'quittance-bench' };
    const db = await connect(settings, allEntities);
    const owner = new Client({ connectionString: database.ownerUrl });
    await owner.connect();
    await owner.query(BENCH_SCHEMA);
    const start = () => startMeasured<WorkOrder>(WORKER, database.url);
    const workers = [await start(), await start()];
    try {
      return await new BillingRunBench(db, database.ownerUrl, owner, workers).measure(options);
    } finally {
      await Promise.all(workers.map((worker) => worker.stop()));
      await owner.end();
      await db.close();
      await database.close();
    }
  },
};

class BillingRunBench {
  constructor(
    private readonly db: Database,
    private readonly ownerUrl: string,
    private readonly owner: Client,
    private readonly workers: readonly MeasuredProcess<WorkOrder>[],
  ) {}

  async measure({ full }: BenchOptions): Promise<BenchResult[]> {
    await this.warmUp();
    const large = await this.oneLarge();
    const small = await this.oneSmall();
    const flat = this.flatness('100,000 beside 10,000 schedules', large, small);
    const results = [large, flat, ...(await this.manyCompanies())];
    if (full) results.push(await this.oneHuge(small));
    return results;
  }

  /** Both processes have compiled and prepared everything before anything is measured. */
  private async warmUp(): Promise<void> {
    for (const worker of this.workers) await bill(worker, [await this.queued(5000)]);
  }

  private async queued(count: number): Promise<Ctx> {
    const ctx = await dueCompany(this.db, this.owner, count);
    await this.queue(ctx);
    return ctx;
  }

  private async queue(ctx: Ctx): Promise<void> {
    const create = new CreateBillingRun(this.db, new TaxQuotes(this.db, new RateBooks()));
    await create.execute(ctx, { asOf: parseLocalDate(AS_OF) });
  }

  /** One company, one worker, beside the same rows written by plain SQL in the same batches. */
  private async oneLarge(): Promise<BenchResult> {
    const ours = await this.queued(LARGE);
    const plain = await this.unbilledCopies(ours, 1);
    await this.settle();
    const done = await bill(this.worker(0), [ours]);
    await this.expectBilled(ours, LARGE);
    await this.settle();
    await keepRows(this.owner, ours, BILLING_BATCH_SIZE);
    await this.settle();
    return result('100,000 schedules of one company, one worker', {
      rate: LARGE / done.seconds,
      limit: LARGE / (await this.write(plain, LARGE)),
      target: 0.7,
      peakMemoryMb: done.peakMemoryMb,
    });
  }

  private async unbilledCopies(of: Ctx, count: number): Promise<Ctx[]> {
    const copies: Ctx[] = [];
    for (let i = 0; i < count; i += 1) {
      const copy = await dueCompany(this.db, this.owner, 0);
      await copyUnbilled(this.owner, of, copy);
      copies.push(copy);
    }
    return copies;
  }

  /** Seconds in which the kept rows are written into these companies, a connection for each. */
  private async write(into: readonly Ctx[], count: number): Promise<number> {
    const clients = into.map(() => new Client({ connectionString: this.ownerUrl }));
    await Promise.all(clients.map((client) => client.connect()));
    try {
      const started = performance.now();
      await Promise.all(
        clients.map((client, i) => writeKept(client, into[i] as Ctx, BILLING_BATCH_SIZE)),
      );
      const seconds = (performance.now() - started) / 1000;
      for (const ctx of into) await this.expectBilled(ctx, count);
      return seconds;
    } finally {
      await Promise.all(clients.map((client) => client.end()));
    }
  }

  private async oneSmall(): Promise<BenchResult> {
    const ours = await this.queued(SMALL);
    await this.settle();
    const { seconds, peakMemoryMb } = await bill(this.worker(0), [ours]);
    return result('10,000', { rate: SMALL / seconds, limit: 1, target: 0, peakMemoryMb });
  }

  private async oneHuge(small: BenchResult): Promise<BenchResult> {
    const ours = await this.queued(HUGE);
    await this.settle();
    const { seconds, peakMemoryMb } = await bill(this.worker(1), [ours]);
    const huge = { rate: HUGE / seconds, limit: 1, target: 0, peakMemoryMb };
    return this.flatness('1,000,000 beside 10,000 schedules', result('', huge), small);
  }

  private flatness(measure: string, large: BenchResult, small: BenchResult): BenchResult {
    const { rate, peakMemoryMb } = large;
    return result(measure, { rate, limit: small.rate, target: 0.85, peakMemoryMb });
  }

  /** Ten companies by one worker and ten like them by two, each beside as many connections. */
  private async manyCompanies(): Promise<BenchResult[]> {
    const all: Ctx[] = [];
    for (let i = 0; i < 2 * COMPANIES; i += 1) all.push(await this.queued(SMALL));
    const ofOne = all.slice(0, COMPANIES);
    const plain: Ctx[][] = [];
    for (const ctx of ofOne) plain.push(await this.unbilledCopies(ctx, 3));
    await this.settle();
    const one = await bill(this.worker(0), ofOne);
    const limit = await this.writeEach(ofOne, plain);
    await this.settle();
    const started = performance.now();
    const half = COMPANIES + COMPANIES / 2;
    const two = await Promise.all([
      bill(this.worker(0), all.slice(COMPANIES, half)),
      bill(this.worker(1), all.slice(half)),
    ]);
    const seconds = (performance.now() - started) / 1000;
    for (const ctx of all) await this.expectBilled(ctx, SMALL);
    return [
      result('10 companies of 10,000, one worker', {
        rate: (COMPANIES * SMALL) / one.seconds,
        limit: limit.one,
        target: 0.7,
        peakMemoryMb: one.peakMemoryMb,
      }),
      result('10 companies of 10,000, two workers beside two connections', {
        rate: (COMPANIES * SMALL) / seconds,
        limit: limit.two,
        target: 0.65,
        peakMemoryMb: Math.max(...two.map((done) => done.peakMemoryMb)),
      }),
    ];
  }

  /**
   * What one connection writes in a second, and two, of what was billed of each company: into one
   * copy of it, then into two at once.
   */
  private async writeEach(billed: readonly Ctx[], copies: readonly Ctx[][]) {
    const seconds = { one: 0, two: 0 };
    for (const [i, ctx] of billed.entries()) {
      await keepRows(this.owner, ctx, BILLING_BATCH_SIZE);
      const [alone, ...together] = copies[i] as [Ctx, Ctx, Ctx];
      await this.settle();
      seconds.one += await this.write([alone], SMALL);
      await this.settle();
      seconds.two += await this.write(together, SMALL);
    }
    const written = billed.length * SMALL;
    return { one: written / seconds.one, two: (2 * written) / seconds.two };
  }

  private worker(n: number): MeasuredProcess<WorkOrder> {
    const worker = this.workers[n];
    if (!worker) throw new RangeError(`There is no worker ${n}`);
    return worker;
  }

  /** Nothing of the preparation is left to do for the database while it is measured. */
  private async settle(): Promise<void> {
    await this.owner.query('vacuum analyze');
  }

  private async expectBilled({ companyId }: Ctx, count: number): Promise<void> {
    const { rows } = await this.owner.query<{ invoices: number; numbers: number }>(
      `select count(*)::int as invoices, count(distinct number_seq)::int as numbers
       from receivables.invoice where company_id = $1`,
      [companyId],
    );
    if (rows[0]?.invoices === count && rows[0].numbers === count) return;
    throw new Error(`${JSON.stringify(rows[0])} instead of ${count} invoices`);
  }
}

function bill(worker: MeasuredProcess<WorkOrder>, companies: readonly Ctx[]): Promise<WorkDone> {
  return worker.work({ companies: companies.map(({ companyId }) => companyId) });
}

function result(
  measure: string,
  figures: Pick<BenchResult, 'rate' | 'limit' | 'target' | 'peakMemoryMb'>,
): BenchResult {
  const judged = figures.peakMemoryMb > 0 && { peakMemoryTargetMb: MOST_MEMORY_MB };
  return { measure, ...figures, ratio: figures.rate / figures.limit, unit: UNIT, ...judged };
}
