import {
  CreateBillingRun,
  ExecuteRun,
  ForecastSchedule,
  PreviewBillingRun,
} from '@quittance/billing/host';
import { parseLocalDate } from '@quittance/calendar';
import type { ScheduleId } from '@quittance/kernel';
import { setTimeout as sleep } from 'node:timers/promises';
import { aScheduleLine, storeSchedules } from '@quittance/billing/testing';
import { expectInvariants } from '../support/invariants.js';
import { ended } from './due-schedules.js';
import { taxScene, type TaxScene, type TaxStory } from './support/tax-scene.js';
import { plainModels } from '@quittance/receivables/testing';

/** Billing runs of companies whose tax an external engine computes. */

const AS_OF = parseLocalDate('2026-02-10');

let scene: TaxScene;

beforeAll(async () => {
  scene = await taxScene();
});
afterAll(async () => {
  await expectInvariants(scene.t);
  await scene.close();
});
afterEach(() => {
  scene.avatax.failAlways(null);
  scene.taxjar.failAlways(null);
});

/** Schedules of one line over 100.00 USD, monthly from 31 January 2026. */
function schedules(story: TaxStory, count: number, taxRate: string | null = null) {
  const one = () => ({
    schedule: { currency: 'USD' },
    lines: [aScheduleLine({ quantity: '1', unitPrice: '100.00', taxRate })],
  });
  return scene.t.db.write(story.ctx, (tx) =>
    storeSchedules(tx, story.accountId, Array.from({ length: count }, one)),
  );
}

const preview = ({ ctx, engines }: TaxStory) =>
  new PreviewBillingRun(scene.t.db, engines.quotes).execute(ctx, {
    asOf: AS_OF,
    catchUp: false,
    page: 1,
    pageSize: 100,
  });

async function run(story: TaxStory, request: object = {}, batchSize = 10) {
  const { ctx, engines } = story;
  const create = new CreateBillingRun(scene.t.db, engines.quotes);
  const { id } = await create.execute(ctx, { asOf: AS_OF, allowFuture: true, ...request });
  const worker = new ExecuteRun(scene.t.db, engines.quotes, plainModels());
  await worker.execute(ctx.companyId, { clock: scene.t.clock, batchSize });
  return ended(scene.t, ctx, id);
}

interface Billed {
  readonly tax: bigint;
  readonly fallback: boolean;
  readonly reason: string | null;
}

const billed = ({ ctx }: TaxStory) =>
  scene.t.db.read(ctx, (tx) =>
    tx.rows<Billed>(
      `select tax, tax_fallback as fallback, tax_fallback_reason as reason
       from receivables.invoice_line order by invoice_id, position`,
    ),
  );

const GIVEN = { tax: 825n, fallback: false, reason: null };

/** Estimates that the fake was asked for. */
const estimates = ({ fake }: TaxStory) =>
  fake.requests.filter(({ path }) => /transactions\/create$|\/taxes$/.test(path)).length;

/** The provider has one more request than before. */
async function asked({ fake }: TaxStory, before: number): Promise<void> {
  while (fake.requests.length === before) await sleep(5);
}

describe.each(['avatax', 'taxjar'] as const)('%s', (name) => {
  test('taxes what a run bills, asked once per invoice and as previewed', async () => {
    const story = await scene.story(name);
    await schedules(story, 25);
    const shown = await preview(story);
    expect(shown.totals).toMatchObject([{ invoices: 25, taxTotal: '206.25', total: '2706.25' }]);
    const before = estimates(story);
    const done = await run(story);
    expect(done).toMatchObject({ status: 'completed', invoiced: 25, failed: 0 });
    expect(await billed(story)).toEqual(Array.from({ length: 25 }, () => GIVEN));
    // Every invoice is the same document but for its schedule: one question serves a batch.
    expect(estimates(story) - before).toBeLessThanOrEqual(5);
  });

  test('is asked about every period that a run catches up on', async () => {
    const story = await scene.story(name);
    await schedules(story, 3);
    const done = await run(story, { asOf: parseLocalDate('2026-04-30'), catchUp: true }, 5);
    expect(done).toMatchObject({ status: 'completed', invoiced: 12, failed: 0 });
    expect(await billed(story)).toEqual(Array.from({ length: 12 }, () => GIVEN));
  });

  test('that is away leaves the run to the rates of the lines, and marks them', async () => {
    const story = await scene.story(name);
    await schedules(story, 12, '7');
    story.fake.failAlways('error');
    const done = await run(story);
    expect(done).toMatchObject({ status: 'completed', invoiced: 12 });
    const reasons = (await billed(story)).map(({ tax, fallback, reason }) => {
      expect([tax, fallback]).toEqual([700n, true]);
      return reason;
    });
    expect(reasons.every((reason) => reason === 'unavailable' || reason === 'circuit_open')).toBe(
      true,
    );
  });

  test('that hangs holds no transaction and no lock open', async () => {
    const story = await scene.story(name, { estimateMs: 2_500 });
    const [id] = await schedules(story, 1, '7');
    story.fake.failAlways('hang');
    const before = story.fake.requests.length;
    const running = run(story);
    await asked(story, before);
    const locked = await scene.t.db.write(story.ctx, (tx) =>
      tx.rows('select id from billing.schedule where id = $1 for update nowait', [id]),
    );
    expect(locked).toHaveLength(1);
    expect(await running).toMatchObject({ status: 'completed', invoiced: 1 });
    expect(await billed(story)).toEqual([{ tax: 700n, fallback: true, reason: 'timeout' }]);
  });

  test('taxes what a schedule is forecast to bill', async () => {
    const story = await scene.story(name);
    const [id] = await schedules(story, 1);
    const forecast = new ForecastSchedule(scene.t.db, story.engines.quotes);
    const { data } = await forecast.execute(story.ctx, id as ScheduleId, 3);
    expect(data.map(({ taxTotal }) => taxTotal)).toEqual(['8.25', '8.25', '8.25']);
  });
});

test('a run held against its preview refuses when the provider says otherwise', async () => {
  const story = await scene.story('avatax', { breakAfter: 1_000_000 });
  await schedules(story, 3, '7');
  const { previewToken } = await preview(story);
  story.fake.failAlways('error');
  const refused = await run(story, { previewToken }).catch((error: { code: string }) => error);
  expect(refused).toMatchObject({ code: 'preview_changed' });
  story.fake.failAlways(null);
  expect(await run(story, { previewToken })).toMatchObject({ status: 'completed', invoiced: 3 });
});

test('a schedule that changes while the provider is asked is billed as it is then', async () => {
  const story = await scene.story('avatax');
  const ids = await schedules(story, 4);
  // The first estimate hangs long enough for somebody to raise a price.
  story.fake.fail('hang');
  const before = story.fake.requests.length;
  const running = run(story);
  await asked(story, before);
  await scene.t.db.write(story.ctx, (tx) =>
    tx.run('update billing.schedule_line set unit_price = 200 where schedule_id = $1', [ids[0]]),
  );
  expect(await running).toMatchObject({ status: 'completed', invoiced: 4, failed: 0 });
  const taxes = (await billed(story)).map(({ tax }) => tax);
  expect(taxes.filter((tax) => tax === 1_650n)).toHaveLength(1);
});

test('two workers share a run, and nothing is billed twice or not at all', async () => {
  const story = await scene.story('avatax');
  await schedules(story, 40);
  const { ctx, engines } = story;
  const create = new CreateBillingRun(scene.t.db, engines.quotes);
  const { id } = await create.execute(ctx, { asOf: AS_OF });
  const workers = [1, 2].map(() =>
    new ExecuteRun(scene.t.db, engines.quotes, plainModels()).execute(ctx.companyId, {
      clock: scene.t.clock,
      batchSize: 7,
    }),
  );
  await Promise.all(workers);
  expect(await ended(scene.t, ctx, id)).toMatchObject({ invoiced: 40, failed: 0 });
  expect(await billed(story)).toEqual(Array.from({ length: 40 }, () => GIVEN));
});
