import type { Ctx } from '@quittance/kernel';
import { QueueSweep } from '@quittance/billing';
import { setTimeout as sleep } from 'node:timers/promises';
import { expectInvariants } from '../support/invariants';
import { testDatabase, type TestDatabase } from '../support/test-database';
import { asAdmin, testServer } from '../support/test-server';
import { startWorker, stopWorkers, type WorkerProcess } from '../support/worker-process';
import { ended, givenDueSchedules, queueRun, traceOf } from './due-schedules';

const DUE = 500;
const BATCH = 40;

const POINTS = [
  'run.before_claim',
  'run.after_claim',
  'run.after_counter',
  'run.after_invoices',
  'run.after_lines',
  'run.after_advance',
  'run.after_commit',
  'run.between_batches',
] as const;

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterEach(async () => {
  await stopWorkers();
  await expectInvariants(t);
});
afterAll(() => t.close());

const worker = (env: Record<string, string> = {}): WorkerProcess =>
  startWorker(t, { BILLING_BATCH_SIZE: String(BATCH), WORKER_CONCURRENCY: '1', ...env });

/** Every schedule has its invoices, the run counts them, and the numbers have no gap. */
async function expectAllBilled(ctx: Ctx, runId: string, periods = 1): Promise<void> {
  const run = await ended(t, ctx, runId);
  expect(run).toMatchObject({ status: 'completed', scheduled: DUE, invoiced: DUE * periods });
  expect(await traceOf(t, ctx)).toEqual({
    invoices: DUE * periods,
    periods: DUE * periods,
    lines: DUE * periods * 2,
    lastNumber: `INV-${String(DUE * periods).padStart(6, '0')}`,
    advanced: DUE,
    createdEvents: DUE * periods,
    billedEvents: DUE * periods,
    completedRuns: 1,
  });
}

describe('a worker that is killed', () => {
  it.each(POINTS)(
    'at %s leaves nothing half done, and the next one ends the run',
    async (point) => {
      const { ctx } = await givenDueSchedules(t, DUE);
      const runId = await queueRun(t, ctx, { asOf: '2026-02-01' });
      const first = worker({ FAILPOINT: `${point}:kill@4` });
      expect(await first.ended()).toBe('SIGKILL');
      await expectInvariants(t);
      worker();
      await expectAllBilled(ctx, runId);
    },
  );

  it('leaves its part of the run to a worker that runs already', async () => {
    const { ctx } = await givenDueSchedules(t, DUE);
    const runId = await queueRun(t, ctx, { asOf: '2026-02-01' });
    worker();
    const doomed = POINTS.map((point) => worker({ FAILPOINT: `${point}:kill@2` }));
    await expectAllBilled(ctx, runId);
    await Promise.race([Promise.all(doomed.map((each) => each.ended())), sleep(1)]);
  });

  it('again and again while it catches up still bills every period once', async () => {
    const { ctx } = await givenDueSchedules(t, DUE);
    const runId = await queueRun(t, ctx, { asOf: '2026-03-31', catchUp: true });
    for (const point of POINTS) {
      const doomed = worker({ FAILPOINT: `${point}:kill@5` });
      expect(await doomed.ended()).toBe('SIGKILL');
    }
    worker();
    await expectAllBilled(ctx, runId, 3);
  });
});

describe('a worker that meets a fault', () => {
  it.each(['run.after_counter', 'run.after_lines', 'run.after_advance'])(
    'at %s tries the batch schedule by schedule and bills them all',
    async (point) => {
      const { ctx } = await givenDueSchedules(t, DUE);
      const runId = await queueRun(t, ctx, { asOf: '2026-02-01' });
      worker({ FAILPOINT: `${point}:error@3` });
      await expectAllBilled(ctx, runId);
    },
  );

  it('whose connections are cut goes on by itself', async () => {
    const { ctx } = await givenDueSchedules(t, DUE);
    const runId = await queueRun(t, ctx, { asOf: '2026-03-31', catchUp: true });
    worker({ BILLING_BATCH_SIZE: '10' });
    for (let cuts = 0; cuts < 3;) {
      await sleep(300);
      if (await cutWorkers(ctx)) cuts += 1;
    }
    await expectAllBilled(ctx, runId, 3);
  });
});

/** Cuts every connection of the workers once a run is under way; false before that. */
async function cutWorkers(ctx: Ctx): Promise<boolean> {
  const { running } = await t.db.read(ctx, (tx) =>
    tx.one<{ running: boolean }>(
      `select exists (select from billing.billing_run
         where company_id = $1 and started_at is not null) as running`,
      [ctx.companyId],
    ),
  );
  if (!running) return false;
  await asAdmin(testServer().adminUrl, (admin) =>
    admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'quittance-worker' and datname = $1`,
      [new URL(t.url).pathname.slice(1)],
    ),
  );
  return true;
}

describe('several at once', () => {
  it('three workers on one run come to the same as one', async () => {
    const { ctx } = await givenDueSchedules(t, DUE);
    const runId = await queueRun(t, ctx, { asOf: '2026-03-31', catchUp: true });
    for (let i = 0; i < 3; i += 1) worker({ WORKER_CONCURRENCY: '2' });
    await expectAllBilled(ctx, runId, 3);
  });

  it('five schedulers at the same second, and somebody by hand, bill once', async () => {
    const { ctx } = await givenDueSchedules(t, DUE);
    const at = t.ctx(ctx.companyId, { now: '2026-02-02T02:00:00Z' });
    const schedulers = Array.from({ length: 5 }, () => new QueueSweep(t.db).execute(at));
    const byHand = queueRun(t, ctx, { asOf: '2026-02-02' });
    expect((await Promise.all(schedulers)).filter(Boolean)).toHaveLength(1);
    worker();
    worker();
    const run = await ended(t, ctx, await byHand);
    const { completedRuns, ...trace } = await traceOf(t, ctx, 2);
    expect(completedRuns).toBe(2);
    expect(trace).toMatchObject({ invoices: DUE, periods: DUE, lastNumber: 'INV-000500' });
    expect([0, DUE]).toContain((run as { invoiced: number }).invoiced);
  });
});
