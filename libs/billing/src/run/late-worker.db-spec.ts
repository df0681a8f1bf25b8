import { connect } from '@quittance/database/host';
import type { Database } from '@quittance/database';
import { epochMs, instantFromEpochMs, newId, type Ctx, type ScheduleId } from '@quittance/kernel';
import type { BillingRunId } from './billing-run-id.js';
import { RateBooks } from '@quittance/tax/host';
import { TaxQuotes } from '@quittance/tax';
import { setTimeout as sleep } from 'node:timers/promises';
import { allEntities } from '../../../../apps/cli/src/assembly.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { scheduleNoun } from '../schedules/schedule.description.js';
import { day } from '../testing/a-schedule.js';
import { aBilledAccount, storeSchedules } from '../testing/a-stored-schedule.js';
import { findRun, insertRun, type NewRun } from './billing-run.repository.js';
import { billingRunFigures } from './run-figures.queries.js';
import { ExecuteRun } from './execute-run.js';
import { PreviewBillingRun } from '../previews/preview-billing-run.js';
import { plainModels } from '@quittance/receivables/testing';

const AS_OF = day('2026-01-31');

let t: TestDatabase;
/** With one connection, so that a test decides when its reads go on. */
let narrow: Database;

beforeAll(async () => {
  t = await testDatabase();
  narrow = await connect({ url: t.url, poolSize: 1, applicationName: 'late' }, allEntities);
});

afterAll(async () => {
  await narrow.close();
  await t.close();
});

describe('a worker that comes late to a run held against a preview', () => {
  it('joins it, though half of what was previewed is billed by now', async () => {
    const { ctx, ids } = await twoSchedules();
    const id = await queueAsPreviewed(ctx);
    const held = await hold(t.db, ctx, ids[1]);
    const late = work(narrow, ctx);
    // Takes the one connection between the look at the queued run and the check of the preview.
    const between = hold(narrow, ctx);
    const first = work(t.db, ctx);
    while ((await runOf(ctx, id)).invoiced < 1) await sleep(5);
    await (await between).release();
    // The late worker has nothing to bill: it waits for the schedule that is held, or has gone.
    await Promise.race([late, sleep(300)]);
    await held.release();
    await Promise.all([first, late]);
    expect(await runOf(ctx, id)).toMatchObject({ status: 'completed', invoiced: 2, error: null });
  });
});

describe('a schedule that a run names but that does not bill', () => {
  it('stays refused when somebody activates it while the run goes on', async () => {
    const { ctx, ids } = await twoSchedules();
    const [id, late] = ids as [ScheduleId, ScheduleId];
    const set = (status: string) =>
      t.db.write(ctx, (tx) => scheduleNoun.rows.update(tx, { id: late }, { status } as never));
    await set('paused');
    const runId = await queue(ctx, { scheduleIds: ids });
    const held = await hold(t.db, ctx, id);
    const worked = work(t.db, ctx);
    while ((await runOf(ctx, runId)).failed < 1) await sleep(5);
    await set('active');
    await sleep(250);
    await held.release();
    await worked;
    expect(await runOf(ctx, runId)).toMatchObject({
      status: 'completed_with_failures',
      scheduled: 2,
      invoiced: 1,
      failed: 1,
    });
  });
});

it('tells of runs that are open, failed and finished, whosever they are', async () => {
  const figures = async () => {
    const now = t.clock.now();
    const since = instantFromEpochMs(epochMs(now) - 86_400_000);
    const all = await billingRunFigures(t.db, since, now);
    return Object.fromEntries(all.map(({ kind, runs }) => [kind, runs]));
  };
  const before = await figures();
  const { ctx, ids } = await twoSchedules();
  await queue(ctx, { scheduleIds: ids });
  expect(await figures()).toEqual({ ...before, open: (before.open ?? 0) + 1 });
  await work(t.db, ctx);
  expect(await figures()).toEqual({ ...before, finished: (before.finished ?? 0) + 1 });
});

function work(db: Database, { companyId }: Ctx): Promise<boolean> {
  return new ExecuteRun(db, new TaxQuotes(db, new RateBooks()), plainModels()).execute(companyId, {
    clock: t.clock,
    batchSize: 10,
  });
}

async function runOf(ctx: Ctx, id: BillingRunId) {
  const run = await t.db.read(ctx, (tx) => findRun(tx, id));
  if (!run) throw new Error('The run is gone');
  return run;
}

async function twoSchedules(): Promise<{ ctx: Ctx; ids: readonly ScheduleId[] }> {
  const ctx = await t.newCompany();
  const ids = await t.db.write(ctx, async (tx) =>
    storeSchedules(tx, await aBilledAccount(tx), [{}, {}]),
  );
  return { ctx, ids };
}

async function queueAsPreviewed(ctx: Ctx): Promise<BillingRunId> {
  const shown = { asOf: AS_OF, catchUp: false, page: 1, pageSize: 10 };
  const { previewToken } = await new PreviewBillingRun(
    t.db,
    new TaxQuotes(t.db, new RateBooks()),
  ).execute(ctx, shown);
  return queue(ctx, { previewToken });
}

async function queue(ctx: Ctx, asked: Partial<NewRun>): Promise<BillingRunId> {
  const id = newId<'billing-run'>();
  const all = { asOf: AS_OF, catchUp: false, scheduleIds: null, previewToken: null };
  await t.db.write(ctx, (tx) => insertRun(tx, { id, key: `manual:${id}`, ...all, ...asked }));
  return id;
}

/** Keeps a connection, and a schedule as another worker does, until released. */
async function hold(db: Database, ctx: Ctx, id?: ScheduleId) {
  let free = () => {};
  const released = new Promise<void>((resolve) => (free = resolve));
  let done: Promise<void> = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    done = db.write(ctx, async (tx) => {
      const lock = `select 1 from billing.schedule where company_id = $1 and id = $2 for update`;
      await tx.run(lock, [ctx.companyId, id ?? null]);
      resolve();
      await released;
    });
    done.catch(reject);
  });
  return {
    release: (): Promise<void> => {
      free();
      return done;
    },
  };
}
