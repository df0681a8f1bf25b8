import { RateBooks } from '@quittance/tax/host';
import { TaxQuotes } from '@quittance/tax';
import { type Ctx, type Instant, type ScheduleId, newId } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import type { ScheduleLine } from '../schedules/schedule-line.description.js';
import type { Schedule } from '../schedules/schedule.js';
import { aScheduleLine, day } from '../testing/a-schedule.js';
import { aBilledAccount, storeSchedules } from '../testing/a-stored-schedule.js';
import type { BillingRun, RunScope } from './billing-run.js';
import { findRun, insertRun } from './billing-run.repository.js';
import { ExecuteRun, type RunWork } from './execute-run.js';
import { plainModels } from '@quittance/receivables/testing';

const REACHED = '2026-02-10T08:00:00.000Z' as Instant;

let t: TestDatabase;
let executeRun: ExecuteRun;

beforeAll(async () => {
  t = await testDatabase();
  executeRun = new ExecuteRun(t.db, new TaxQuotes(t.db, new RateBooks()), plainModels());
});

afterAll(() => t.close());

type Given = { readonly schedule?: Partial<Schedule>; readonly lines?: ScheduleLine[] };

async function given(...all: Given[]): Promise<{ ctx: Ctx; ids: ScheduleId[] }> {
  const ctx = await t.newCompany();
  const ids = await t.db.write(ctx, async (tx) =>
    storeSchedules(tx, await aBilledAccount(tx), all),
  );
  return { ctx, ids };
}

/** Queues a run and works on it until it ends. */
async function run(
  ctx: Ctx,
  scope: Partial<RunScope> & { asOf: RunScope['asOf'] },
  work: Partial<RunWork> = {},
): Promise<BillingRun> {
  const id = newId<'billing-run'>();
  await t.db.write(ctx, (tx) =>
    insertRun(tx, {
      id,
      key: `manual:${id}`,
      catchUp: false,
      scheduleIds: null,
      previewToken: null,
      ...scope,
    }),
  );
  await executeRun.execute(ctx.companyId, { clock: t.clock, batchSize: 1000, ...work });
  const ended = await t.db.read(ctx, (tx) => findRun(tx, id));
  if (!ended) throw new Error('The run is gone');
  return ended;
}

const invoicesOf = (ctx: Ctx) =>
  t.db.read(ctx, (tx) =>
    tx.rows<Record<string, unknown>>(
      `select number, schedule_id as "scheduleId", period_start as start, due_date as due, status,
         total from receivables.invoice where company_id = $1 order by number_seq`,
      [ctx.companyId],
    ),
  );

const failuresOf = (ctx: Ctx) =>
  t.db.read(ctx, (tx) =>
    tx.rows<{ scheduleId: string; code: string; detail: string }>(
      `select schedule_id as "scheduleId", code, detail from billing.billing_run_failure
       where company_id = $1 order by created_at`,
      [ctx.companyId],
    ),
  );

const scheduleOf = (ctx: Ctx, id: ScheduleId | undefined) =>
  t.db.read(ctx, (tx) =>
    tx.one<Record<string, unknown>>(
      `select status, next_billing_date as next, next_period as period, version
       from billing.schedule where company_id = $1 and id = $2`,
      [ctx.companyId, id],
    ),
  );

const change = (ctx: Ctx, text: string, params: unknown[]) =>
  t.db.write(ctx, (tx) => tx.run(text, params));

describe('a billing run', () => {
  it('makes one numbered draft invoice per due schedule and moves the schedule on', async () => {
    const { ctx, ids } = await given({}, { schedule: { startDate: day('2026-02-15') } });
    const ended = await run(ctx, { asOf: day('2026-01-31') });
    expect(ended).toMatchObject({
      status: 'completed',
      scheduled: 1,
      invoiced: 1,
      skipped: 0,
      failed: 0,
    });
    expect(await invoicesOf(ctx)).toEqual([
      {
        number: 'INV-000001',
        scheduleId: ids[0],
        start: '2026-01-31',
        due: '2026-03-02',
        status: 'draft',
        total: 30_000n,
      },
    ]);
    expect(await scheduleOf(ctx, ids[0])).toMatchObject({ next: '2026-02-28', period: 1 });
    expect(await scheduleOf(ctx, ids[1])).toMatchObject({ next: '2026-02-15', period: 0 });
  });

  it('bills one period of a schedule unless it catches up', async () => {
    const { ctx, ids } = await given({});
    await run(ctx, { asOf: day('2026-04-30') });
    expect(await invoicesOf(ctx)).toHaveLength(1);
    const caughtUp = await run(ctx, { asOf: day('2026-04-30'), catchUp: true });
    expect(caughtUp).toMatchObject({ status: 'completed', scheduled: 1, invoiced: 3 });
    expect((await invoicesOf(ctx)).map(({ start }) => start)).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
    ]);
    expect(await scheduleOf(ctx, ids[0])).toMatchObject({ next: '2026-05-31' });
  });

  it('goes through its schedules in batches, catching up included', async () => {
    const { ctx } = await given(...Array.from({ length: 23 }, () => ({})));
    const ended = await run(ctx, { asOf: day('2026-06-01'), catchUp: true }, { batchSize: 4 });
    expect(ended).toMatchObject({ status: 'completed', scheduled: 23, invoiced: 115 });
    const numbers = (await invoicesOf(ctx)).map(({ number }) => number);
    expect(numbers).toEqual(numbers.map((_, i) => `INV-${String(i + 1).padStart(6, '0')}`));
  });

  it('reports a recurring period with nothing billable as skipped and moves on', async () => {
    const line = aScheduleLine({ trigger: 'milestone', milestone: 'Go-live' });
    const { ctx, ids } = await given({ lines: [line] });
    const ended = await run(ctx, { asOf: day('2026-01-31') });
    expect(ended).toMatchObject({ status: 'completed', scheduled: 1, invoiced: 0, skipped: 1 });
    expect(await scheduleOf(ctx, ids[0])).toMatchObject({ next: '2026-02-28', status: 'active' });
    await change(ctx, `update billing.schedule_line set reached_at = $2 where company_id = $1`, [
      ctx.companyId,
      REACHED,
    ]);
    const next = await run(ctx, { asOf: day('2026-04-01'), catchUp: true });
    expect(next).toMatchObject({ invoiced: 1, skipped: 1 });
  });

  it('leaves a one-time schedule alone until its lines are all ready, then ends it', async () => {
    const lines = [aScheduleLine(), aScheduleLine({ trigger: 'manual' })];
    const { ctx, ids } = await given({ schedule: { frequency: 'one_time' }, lines });
    expect(await run(ctx, { asOf: day('2026-03-01') })).toMatchObject({ scheduled: 0 });
    await change(ctx, `update billing.schedule_line set released_at = $2 where company_id = $1`, [
      ctx.companyId,
      REACHED,
    ]);
    expect(await run(ctx, { asOf: day('2026-03-01') })).toMatchObject({ invoiced: 1 });
    expect(await scheduleOf(ctx, ids[0])).toMatchObject({ status: 'completed' });
  });

  it('refuses a second billing even if the status is reset', async () => {
    const { ctx, ids } = await given({ schedule: { frequency: 'one_time' } });
    await run(ctx, { asOf: day('2026-03-01') });
    await change(ctx, `update billing.schedule set status = 'active' where company_id = $1`, [
      ctx.companyId,
    ]);
    expect(await run(ctx, { asOf: day('2026-03-01') })).toMatchObject({
      status: 'completed_with_failures',
      scheduled: 1,
      invoiced: 0,
      failed: 1,
    });
    expect(await failuresOf(ctx)).toMatchObject([
      { scheduleId: ids[0], code: 'schedule_already_billed' },
    ]);
    expect(await invoicesOf(ctx)).toHaveLength(1);
  });

  it('refuses it by the unique rule when every trace on the schedule is gone', async () => {
    const { ctx, ids } = await given({}, {});
    await run(ctx, { asOf: day('2026-01-31'), scheduleIds: [ids[0] as ScheduleId] });
    await change(
      ctx,
      `update billing.schedule set next_period = 0, next_billing_date = start_date,
         billed_through = null, last_run_id = null where company_id = $1 and id = $2`,
      [ctx.companyId, ids[0]],
    );
    const faults: unknown[] = [];
    const onFault = (error: unknown) => faults.push(error);
    expect(await run(ctx, { asOf: day('2026-01-31') }, { onFault })).toMatchObject({
      status: 'completed_with_failures',
      scheduled: 2,
      invoiced: 1,
      failed: 1,
    });
    expect(await failuresOf(ctx)).toMatchObject([{ code: 'schedule_already_billed' }]);
    expect((await invoicesOf(ctx)).map(({ number }) => number)).toEqual([
      'INV-000001',
      'INV-000002',
    ]);
    expect(faults).toHaveLength(1);
  });

  it('lists the guilty schedule of a batch with code and sentence, and bills others', async () => {
    const guilty = [aScheduleLine({ quantity: '999999999', unitPrice: '999999999' })];
    const negative = [aScheduleLine({ quantity: '-1' })];
    const { ctx, ids } = await given({}, { lines: guilty }, { lines: negative }, {});
    expect(await run(ctx, { asOf: day('2026-01-31') })).toMatchObject({
      status: 'completed_with_failures',
      scheduled: 4,
      invoiced: 2,
      failed: 2,
    });
    const failures = await failuresOf(ctx);
    expect(new Map(failures.map(({ scheduleId, code }) => [scheduleId, code]))).toEqual(
      new Map([
        [ids[1], 'validation_failed'],
        [ids[2], 'invoice_total_negative'],
      ]),
    );
    expect(failures.every(({ detail }) => detail.length > 20)).toBe(true);
    expect(await scheduleOf(ctx, ids[1])).toMatchObject({ next: '2026-01-31', version: 2 });
  });

  it('finds the one schedule that the database refuses among those of its batch', async () => {
    const { ctx, ids } = await given(...Array.from({ length: 12 }, () => ({})));
    await blockBySchema(ids[5] as ScheduleId);
    const ended = await run(ctx, { asOf: day('2026-04-30'), catchUp: true });
    await unblock();
    expect(ended).toMatchObject({
      status: 'completed_with_failures',
      scheduled: 12,
      invoiced: 44,
      failed: 1,
    });
    expect(await failuresOf(ctx)).toMatchObject([
      { scheduleId: ids[5], code: 'schedule_not_billed' },
    ]);
    const again = await run(ctx, { asOf: day('2026-04-30'), catchUp: true });
    expect(again).toMatchObject({ status: 'completed', scheduled: 1, invoiced: 4 });
  });

  it('bills at most sixty periods of a schedule and lists the rest as failed', async () => {
    const { ctx, ids } = await given({ schedule: { frequency: 'weekly' } }, {});
    const asOf = day('2027-06-01');
    const ended = await run(ctx, { asOf, catchUp: true }, { batchSize: 7 });
    expect(ended).toMatchObject({ scheduled: 2, invoiced: 60 + 17, failed: 1 });
    expect(await failuresOf(ctx)).toMatchObject([{ scheduleId: ids[0], code: 'too_many_periods' }]);
    const rest = await run(ctx, { asOf, catchUp: true }, { batchSize: 7 });
    expect(rest).toMatchObject({ status: 'completed', scheduled: 1, invoiced: 10 });
  });

  it('bills only the schedules it names, and says which of them do not bill', async () => {
    const { ctx, ids } = await given({}, {}, { schedule: { status: 'paused' } });
    const scheduleIds = [ids[1], ids[2]] as ScheduleId[];
    const ended = await run(ctx, { asOf: day('2026-01-31'), scheduleIds });
    expect(ended).toMatchObject({ scheduled: 2, invoiced: 1, failed: 1 });
    expect((await invoicesOf(ctx)).map(({ scheduleId }) => scheduleId)).toEqual([ids[1]]);
    expect(await failuresOf(ctx)).toMatchObject([
      { scheduleId: ids[2], code: 'schedule_status_conflict' },
    ]);
  });

  it('stops behind the batches in hand, and goes on later', async () => {
    const { ctx } = await given(...Array.from({ length: 30 }, () => ({})));
    const stop = new AbortController();
    let asked = 0;
    const now = () => {
      asked += 1;
      if (asked === 6) stop.abort();
      return t.clock.now();
    };
    const work = { batchSize: 3, clock: { ...t.clock, now }, signal: stop.signal };
    const stopped = await run(ctx, { asOf: day('2026-02-01') }, work);
    const billed = (await invoicesOf(ctx)).length;
    expect(stopped).toMatchObject({ status: 'running', invoiced: billed });
    expect([3, 6, 9, 12, 15]).toContain(billed);
    while (await executeRun.execute(ctx.companyId, { clock: t.clock, batchSize: 3 }));
    expect(await invoicesOf(ctx)).toHaveLength(30);
  });

  it('is shared by workers without a second invoice, a gap or a wrong count', async () => {
    const { ctx } = await given(...Array.from({ length: 60 }, () => ({})));
    const work = { clock: t.clock, batchSize: 7 };
    const first = run(ctx, { asOf: day('2026-03-31'), catchUp: true }, work);
    const others = Array.from({ length: 3 }, () => executeRun.execute(ctx.companyId, work));
    const ended = await first;
    await Promise.all(others);
    while (await executeRun.execute(ctx.companyId, work));
    const after = await t.db.read(ctx, (tx) => findRun(tx, ended.id));
    expect(after).toMatchObject({ status: 'completed', scheduled: 60, invoiced: 180 });
    const made = await invoicesOf(ctx);
    expect(made.at(-1)?.number).toBe('INV-000180');
    expect(new Set(made.map(({ scheduleId, start }) => `${scheduleId} ${start}`)).size).toBe(180);
  });

  it('waits for the run before it', async () => {
    const { ctx } = await given({});
    const runs = await Promise.all([
      run(ctx, { asOf: day('2026-01-31') }),
      run(ctx, { asOf: day('2026-01-31') }),
    ]);
    while (await executeRun.execute(ctx.companyId, { clock: t.clock, batchSize: 10 }));
    const after = await Promise.all(runs.map(({ id }) => t.db.read(ctx, (tx) => findRun(tx, id))));
    expect(after.map((each) => each?.status)).toEqual(['completed', 'completed']);
    expect(await invoicesOf(ctx)).toHaveLength(1);
  });

  it('announces what it did, as work on many records', async () => {
    const { ctx } = await given({ schedule: { frequency: 'one_time' } });
    await run(ctx, { asOf: day('2026-02-01') });
    const events = await t.db.read(ctx, (tx) =>
      tx.rows<{ type: string; bulk: boolean }>(
        `select type, bulk from outbox.event where company_id = $1 and object <> 'account'
          order by seq`,
        [ctx.companyId],
      ),
    );
    expect(events.map(({ type }) => type)).toEqual([
      'invoice.created',
      'schedule.billed',
      'schedule.completed',
      'billing_run.completed',
    ]);
    expect(events.map(({ bulk }) => bulk)).toEqual([true, true, true, true]);
  });
});

/** Makes the database refuse the invoices of one schedule. */
const blockBySchema = (id: ScheduleId) =>
  asOwner(
    `alter table receivables.invoice add constraint blocked check (schedule_id <> '${id}')
      not valid`,
  );

const unblock = () => asOwner('alter table receivables.invoice drop constraint blocked');

async function asOwner(text: string): Promise<void> {
  const { Client } = await import('pg');
  const owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
  await owner.query(text);
  await owner.end();
}
