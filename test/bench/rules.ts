import { bulkCtx, systemClock, type Ctx } from '@quittance/kernel';
import type { CompanyModels } from '@quittance/metadata';
import { createRecords } from '@quittance/objects';
import { CreateRule } from '@quittance/rules/host';
import { crmModels } from '@quittance/crm/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopCommands } from '../support/started-product.js';
import { startWorker } from '../support/worker-process.js';
import type { Bench, BenchResult } from './bench-result.js';
import { peakMemoryMb, withBench, type OpenBench } from './support/open-bench.js';

const ROWS = 5_000;
const ROWS_IN_FULL = 100_000;
const BATCH = 500;
const TITLE = { kind: 'set_field', field: 'title', formula: 'UPPER("x")' } as const;
/** Records of another object that are made meanwhile, one after the other. */
const SAMPLES = 60;
const PAUSE_MS = 100;
const LOOK_MS = 10;
/** What a rule may take from the commit of a change to its own. */
const TARGET_MS = 2_000;
const PATIENCE_MS = 60_000;

/**
 * After-save rules behind an import: each of its rows calls a rule, and so does a record of another
 * object that somebody makes meanwhile. Told is how long that one waits for its rule.
 */
export const bench: Bench = {
  name: 'rules',
  run: ({ full }) => withBench((open) => measure(open, full ? ROWS_IN_FULL : ROWS)),
};

async function measure(open: OpenBench, rows: number): Promise<BenchResult[]> {
  const models = crmModels();
  const ctx = await open.newCompany();
  for (const object of ['lead', 'contact']) {
    await new CreateRule(open.db, models).execute(ctx, 'workflow', {
      object,
      name: 'Title',
      definition: { trigger: 'create', field: null, condition: null, actions: [TITLE] },
    });
  }
  const worker = startWorker({ url: open.url });
  try {
    // A worker that is still starting says nothing about one that works.
    await timeOfRule(open, models, ctx, worker.output);
    const alone = await sampled(open, models, ctx, worker.output);
    await importLeads(open, models, ctx, rows);
    const behind = await sampled(open, models, ctx, worker.output);
    const left = await waiting(open, ctx);
    if (left === 0) throw new Error('The rows of the import were through before all samples');
    const memory = { unit: 'rules/s', peakMemoryMb: peakMemoryMb(), target: 0 };
    const [limit, rate] = [alone, behind].map((times) => 1000 / percentile(times, 50));
    return [
      {
        measure: `a rule behind an import of ${rows.toLocaleString('en')} rows (limit: alone)`,
        rate: rate ?? 0,
        limit: limit ?? 0,
        ratio: (rate ?? 0) / (limit ?? 1),
        ...memory,
        p50Ms: percentile(behind, 50),
        p95Ms: percentile(behind, 95),
        p95TargetMs: TARGET_MS,
        p99Ms: percentile(behind, 99),
      },
    ];
  } finally {
    await stopCommands();
  }
}

async function importLeads({ db }: OpenBench, models: CompanyModels, ctx: Ctx, rows: number) {
  for (let done = 0; done < rows; done += BATCH) {
    const inputs = Array.from({ length: BATCH }, (_, i) => ({ name: `Lead ${done + i}` }));
    await db.write(bulkCtx({ ...ctx, now: systemClock.now() }), async (tx) =>
      createRecords(tx, await models.object(tx, 'lead'), inputs),
    );
  }
}

async function sampled(
  open: OpenBench,
  models: CompanyModels,
  ctx: Ctx,
  output: () => string,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (let i = 0; i < SAMPLES; i += 1) {
    times.push(await timeOfRule(open, models, ctx, output));
    await sleep(PAUSE_MS);
  }
  return times;
}

const HAS_RUN = `
  select 1 from rules.workflow_run w where w.company_id = $1 and w.record_id = $2`;

/** Milliseconds from the commit of a contact until its rule has run. */
async function timeOfRule(
  { db, owner }: OpenBench,
  models: CompanyModels,
  ctx: Ctx,
  output: () => string,
): Promise<number> {
  const [made] = await db.write({ ...ctx, now: systemClock.now() }, async (tx) =>
    createRecords(tx, await models.object(tx, 'contact'), [{ lastName: 'Fresh' }]),
  );
  const started = performance.now();
  while ((await owner.query(HAS_RUN, [ctx.companyId, made?.id])).rowCount === 0) {
    if (performance.now() - started > PATIENCE_MS) throw new Error(`No rule ran: ${output()}`);
    await sleep(LOOK_MS);
  }
  return performance.now() - started;
}

async function waiting({ owner }: OpenBench, { companyId }: Ctx): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::int as count from outbox.event e
     where e.company_id = $1 and e.state = 'pending' and e.bulk`,
    [companyId],
  );
  return rows[0]?.count ?? 0;
}

function percentile(times: readonly number[], percent: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? 0);
}
