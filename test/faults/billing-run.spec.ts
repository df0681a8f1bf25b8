import { QueueSweep } from '@quittance/billing/host';
import type { Ctx } from '@quittance/kernel';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expectInvariants } from '../support/invariants';
import { stopCommands, type Command } from '../support/started-product';
import { testDatabase, type TestDatabase } from '../support/test-database';
import { asAdmin, testServer } from '../support/test-server';
import { startWorker } from '../support/worker-process';
import { DoomedProcess } from './support/doomed-process';
import { inTurn, sampled } from '../support/tier';
import { FULL, sample } from './support/kill-cases';
import { ended, givenDueSchedules, queueRun, traceOf, type Trace } from './due-schedules';

/** As many as the catalogue of faults says, or enough for every point to be passed. */
const DUE = FULL ? 500 : 200;
const BATCH = 40;

const POINTS = [
  'transaction.begun(schedule-set)',
  'lock.billing.schedule',
  'insert.numbering.counter',
  'insert.receivables.invoice',
  'insert.receivables.invoice_line',
  'update.billing.schedule',
  'transaction.committed(schedule-set)',
] as const;

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterEach(async () => {
  await stopCommands();
  await expectInvariants(t);
});
afterAll(() => t.close());

const worker = (env: Record<string, string> = {}): Command =>
  startWorker(t, { BILLING_BATCH_SIZE: String(BATCH), WORKER_CONCURRENCY: '1', ...env });

/** Starts a worker that dies at a fail point, and says what ended it. */
async function killed(failpoint: string): Promise<string | null> {
  const doomed = worker({ FAILPOINT: failpoint });
  await doomed.ended();
  return doomed.process.signalCode;
}

type Outcome = Trace & { status: string; scheduled: number; invoiced: number; failed: number };

async function outcomeOf(ctx: Ctx, runId: string): Promise<Outcome> {
  const { status, scheduled, invoiced, failed } = await ended(t, ctx, runId);
  return { status, scheduled, invoiced, failed, ...(await traceOf(t, ctx)) };
}

/** Every schedule has its invoices, the run counts them, and the numbers have no gap. */
function everything(periods = 1): Outcome {
  const invoices = DUE * periods;
  return {
    status: 'completed',
    scheduled: DUE,
    invoiced: invoices,
    failed: 0,
    invoices,
    periods: invoices,
    lines: invoices * 2,
    lastNumber: `INV-${String(invoices).padStart(6, '0')}`,
    advanced: DUE,
    createdEvents: invoices,
    billedEvents: invoices,
    completedRuns: 1,
  };
}

describe('a worker that is killed', () => {
  // In short runs the last of these tests passes some of the points.
  it.each(sample(POINTS, (_, i) => i === 1))(
    'at %s leaves nothing half done, and the next one ends the run',
    async (point) => {
      const { ctx } = await givenDueSchedules(t, DUE);
      const runId = await queueRun(t, ctx, { asOf: '2026-02-01' });
      expect(await killed(`${point}:kill@4`)).toBe('SIGKILL');
      await expectInvariants(t);
      worker();
      expect(await outcomeOf(ctx, runId)).toEqual(everything());
    },
  );

  it('leaves its part of the run to a worker that runs already', inTurn(0, 2), async () => {
    const { ctx } = await givenDueSchedules(t, DUE);
    const runId = await queueRun(t, ctx, { asOf: '2026-03-31', catchUp: true });
    worker({ BILLING_BATCH_SIZE: '10' });
    worker({ FAILPOINT: 'lock.billing.schedule:kill@2' });
    worker({ FAILPOINT: 'insert.receivables.invoice_line:kill@2' });
    expect(await outcomeOf(ctx, runId)).toEqual(everything(3));
  });

  it(
    'again and again while it catches up still bills every period once',
    inTurn(1, 2),
    async () => {
      const { ctx } = await givenDueSchedules(t, DUE);
      const runId = await queueRun(t, ctx, { asOf: '2026-03-31', catchUp: true });
      for (const point of sampled(POINTS)) {
        expect(await killed(`${point}:kill@3`)).toBe('SIGKILL');
        await expectInvariants(t);
      }
      worker();
      expect(await outcomeOf(ctx, runId)).toEqual(everything(3));
    },
  );
});

describe('a worker that meets a fault', () => {
  it(
    'at any of these points tries the batch schedule by schedule and bills them all',
    inTurn(0, 2),
    async () => {
      const faulty = worker({ FAILPOINT: 'told' });
      const armed = new DoomedProcess(faulty.process);
      await once(faulty.process, 'message');
      for (const point of [
        'insert.numbering.counter',
        'insert.receivables.invoice_line',
        'update.billing.schedule',
      ]) {
        const { ctx } = await givenDueSchedules(t, DUE);
        await armed.arm(`${point}:error@3`);
        const runId = await queueRun(t, ctx, { asOf: '2026-02-01' });
        expect({ point, ...(await outcomeOf(ctx, runId)) }).toEqual({ point, ...everything() });
      }
    },
  );

  it('whose connections are cut goes on by itself', inTurn(1, 2), async () => {
    const { ctx } = await givenDueSchedules(t, DUE);
    const runId = await queueRun(t, ctx, { asOf: '2026-03-31', catchUp: true });
    worker({ BILLING_BATCH_SIZE: '5' });
    await cutWorkers(ctx, 3);
    expect(await outcomeOf(ctx, runId)).toEqual(everything(3));
  });
});

/** Cuts every connection of the workers, again and again while a run is under way. */
async function cutWorkers(ctx: Ctx, times: number): Promise<void> {
  const [name] = new URL(t.url).pathname.split('/').slice(1);
  for (let cuts = 0; cuts < times; await sleep(200)) {
    const { started } = await t.db.read(ctx, (tx) =>
      tx.one<{ started: boolean }>(
        `select exists (select from billing.billing_run
           where company_id = $1 and started_at is not null) as started`,
        [ctx.companyId],
      ),
    );
    if (!started) continue;
    cuts += 1;
    await asAdmin(testServer().adminUrl, (admin) =>
      admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'quittance-worker' and datname = $1`,
        [name],
      ),
    );
  }
}

describe('several at once', () => {
  it('three workers on one run come to the same as one', inTurn(0, 2), async () => {
    const { ctx } = await givenDueSchedules(t, DUE);
    const runId = await queueRun(t, ctx, { asOf: '2026-03-31', catchUp: true });
    for (let i = 0; i < 3; i += 1) worker({ WORKER_CONCURRENCY: '2' });
    expect(await outcomeOf(ctx, runId)).toEqual(everything(3));
  });

  it(
    'five schedulers at the same second, and somebody by hand, bill once',
    inTurn(1, 2),
    async () => {
      const { ctx } = await givenDueSchedules(t, DUE);
      const at = t.ctx(ctx.companyId, { now: '2026-02-02T02:00:00Z' });
      const schedulers = Array.from({ length: 5 }, () => new QueueSweep(t.db).execute(at));
      const byHand = queueRun(t, ctx, { asOf: '2026-02-02' });
      expect((await Promise.all(schedulers)).filter(Boolean)).toHaveLength(1);
      worker();
      worker();
      const { invoiced } = await ended(t, ctx, await byHand);
      const trace = await traceOf(t, ctx, 2);
      expect(trace).toMatchObject({ completedRuns: 2, invoices: DUE, periods: DUE, advanced: DUE });
      expect([0, DUE]).toContain(invoiced);
    },
  );
});
