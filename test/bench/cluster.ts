import { connect } from '@quittance/database/host';
import type { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allEntities } from '../../apps/cli/src/assembly.js';
import { citusPrograms } from '../support/cluster/citus-programs.js';
import type { Bench, BenchResult } from './bench-result.js';
import type { WorkOrder } from './billing-run/run-worker.js';
import { dueCompany, newCompany } from './cluster/cluster-company.js';
import { casesOf, openSide, type HttpCase, type HttpSide } from './cluster/http-cases.js';
import { COSTS, costOf } from './cluster/statement-costs.js';
import { clusterDatabase, plainDatabase, type ComparedDatabase } from './cluster/two-servers.js';
import { httpLoad } from './support/http-load.js';
import { startMeasured, type MeasuredProcess } from './support/measured-process.js';

const COMPANIES = 10;
const SCHEDULES = 2000;
const WORKER = join(__dirname, 'billing-run/run-worker.js');
const CONNECTIONS = 16;
const WARM_UP_SECONDS = 2;
/** Both take turns, so that what else the machine does falls on both. */
const ROUNDS = 3;
const ROUND_SECONDS = 4;

/**
 * The same build on a coordinator and two workers beside PostgreSQL of the same programs by itself,
 * all on this machine: what distribution costs, not what more machines bring.
 */
export const bench: Bench = {
  name: 'cluster',
  async run() {
    const programs = await citusPrograms(join(tmpdir(), 'quittance-citus'));
    if ('missing' in programs) {
      process.stderr.write(`\n*** SKIPPED: nothing was measured. ${programs.missing}\n\n`);
      return [];
    }
    const plain = await openCompared(await plainDatabase(programs.binaries));
    try {
      const cluster = await openCompared(await clusterDatabase(programs.binaries));
      try {
        return await measureAll({ plain, cluster });
      } finally {
        await cluster.close();
      }
    } finally {
      await plain.close();
    }
  },
};

/** One of the two, ready to work. */
interface Compared {
  readonly database: ComparedDatabase;
  readonly db: Database;
  close(): Promise<void>;
}

interface Both<T = Compared> {
  readonly plain: T;
  readonly cluster: T;
}

async function openCompared(database: ComparedDatabase): Promise<Compared> {
  const settings = { url: database.url, poolSize: 4, applicationName: 'quittance-bench' };
  const db = await connect(settings, allEntities);
  const close = async () => {
    await db.close();
    await database.close();
  };
  return { database, db, close };
}

async function measureAll(both: Both): Promise<BenchResult[]> {
  return [...(await costs(both)), await billingRun(both), ...(await http(both))];
}

/** Here less is better: the ratio says how many times as much the cluster takes. */
async function costs({ plain, cluster }: Both): Promise<BenchResult[]> {
  const companies = { plain: await newCompany(plain.db), cluster: await newCompany(cluster.db) };
  const results: BenchResult[] = [];
  for (const cost of COSTS) {
    const limit = await costOf(plain.database, companies.plain, cost);
    const rate = await costOf(cluster.database, companies.cluster, cost);
    const tell = (what: string, ours: number, theirs: number) =>
      result(`${cost.measure}: ${what}`, { rate: ours, limit: theirs, target: 0, unit: 'µs' });
    results.push(
      tell('elapsed', rate.elapsed, limit.elapsed),
      tell('processor of the coordinator', rate.server, limit.server),
      tell('processor of the nodes', rate.others, limit.server),
    );
  }
  return results;
}

/** A month's run of ten companies by one worker; a first one of each side warms it up. */
async function billingRun(both: Both): Promise<BenchResult> {
  const start = ({ database }: Compared) => startMeasured<WorkOrder>(WORKER, database.url);
  const workers = { plain: await start(both.plain), cluster: await start(both.cluster) };
  try {
    const seconds = { plain: 0, cluster: 0 };
    let peakMemoryMb = 0;
    for (let round = 0; round <= 2; round += 1) {
      for (const side of ['plain', 'cluster'] as const) {
        const ran = await bill(both[side].db, workers[side]);
        if (round > 0) seconds[side] += ran.seconds;
        peakMemoryMb = Math.max(peakMemoryMb, ran.peakMemoryMb);
      }
    }
    const invoices = 2 * COMPANIES * SCHEDULES;
    return result(`billing run of ${COMPANIES} companies × 2,000 schedules`, {
      rate: invoices / seconds.cluster,
      limit: invoices / seconds.plain,
      target: 0.8,
      unit: 'invoices/s',
      peakMemoryMb,
    });
  } finally {
    await Promise.all([workers.plain.stop(), workers.cluster.stop()]);
  }
}

async function bill(db: Database, worker: MeasuredProcess<WorkOrder>) {
  const due: Ctx[] = [];
  for (let i = 0; i < COMPANIES; i += 1) due.push(await dueCompany(db, SCHEDULES));
  const done = await worker.work({ companies: due.map(({ companyId }) => companyId) });
  for (const ctx of due) {
    const { count } = await db.read(ctx, (tx) =>
      tx.one<{ count: number }>(
        'select count(*)::int as count from receivables.invoice where company_id = $1',
        [ctx.companyId],
      ),
    );
    if (count !== SCHEDULES) throw new Error(`${count} invoices instead of ${SCHEDULES}`);
  }
  return done;
}

async function http({ plain, cluster }: Both): Promise<BenchResult[]> {
  const sides = { plain: await openSide(plain), cluster: await openSide(cluster) };
  try {
    const results: BenchResult[] = [];
    for (const each of casesOf()) results.push(await measure(each, sides));
    return results;
  } finally {
    await Promise.all([sides.plain.server.stop(), sides.cluster.server.stop()]);
  }
}

async function measure(each: HttpCase, sides: Both<HttpSide>): Promise<BenchResult> {
  const answers = { plain: 0, cluster: 0 };
  const seconds = { plain: 0, cluster: 0 };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const side of ['plain', 'cluster'] as const) {
      const { server, authorization } = sides[side];
      const done = await httpLoad({
        port: server.port,
        headers: { authorization },
        connections: CONNECTIONS,
        seconds: round === 0 ? WARM_UP_SECONDS : ROUND_SECONDS,
        next: () => each.next(sides[side]),
        expect: each.expect,
      });
      if (round === 0) continue;
      answers[side] += done.answers;
      seconds[side] += done.seconds;
    }
  }
  return result(each.measure, {
    rate: answers.cluster / seconds.cluster,
    limit: answers.plain / seconds.plain,
    target: each.target,
    unit: 'requests/s',
    peakMemoryMb: sides.cluster.server.peakMemoryMb(),
  });
}

function result(
  measure: string,
  told: Omit<BenchResult, 'measure' | 'ratio' | 'peakMemoryMb'> & { peakMemoryMb?: number },
): BenchResult {
  const ratio = Math.round((told.rate / told.limit) * 100) / 100;
  return { measure, ratio, peakMemoryMb: 0, ...told };
}
