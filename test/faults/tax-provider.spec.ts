import type { InvoiceView } from '@quittance/receivables/host';
import type { FakeFault } from '@quittance/tax/testing';
import { learn } from '@quittance/watchdog/host';
import { setTimeout as sleep } from 'node:timers/promises';
import { aStandstill } from '../support/a-standstill.js';
import { expectInvariants } from '../support/invariants.js';
import { taxScene, type TaxScene } from './support/tax-scene.js';

/** F18: the tax provider hangs, errs on a line, adds up wrongly, refuses us, comes and goes. */

const RUNS = 30;
/** Quick enough to hang often; where nothing hangs nobody is hurried. */
const IMPATIENT = { estimateMs: 60, breakAfter: 1_000_000, recordPausesMs: [1, 1] };
const PATIENT = { ...IMPATIENT, estimateMs: 60_000 };
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

const stageWith = (name: 'avatax' | 'taxjar', times: object = IMPATIENT) =>
  scene.story(name, times);

const taxesOf = ({ lines }: InvoiceView) => lines.map(({ tax }) => tax);
const GIVEN = '8.25';
const OWN = '7.00';

/** Whether any transaction is open: one that waits for the provider would be. */
const openTransactions = () =>
  scene.t.db.pool.query<{ open: number }>(
    `select count(*)::int as open from pg_stat_activity where datname = current_database()
      and state like 'idle in transaction%'`,
  );

describe.each(['avatax', 'taxjar'] as const)('%s', (name) => {
  test('that hangs for more than 3 s is given up after 3 s, with no transaction open', async () => {
    const stage = await stageWith(name, {});
    stage.fake.failAlways('hang');
    const began = performance.now();
    const before = stage.fake.requests.length;
    let isOver = false;
    const invoice = stage.create().finally(() => (isOver = true));
    while (stage.fake.requests.length === before) await sleep(5);
    while ((await openTransactions()).rows[0]?.open !== 0) expect(isOver).toBe(false);
    expect(isOver).toBe(false);
    expect(taxesOf(await invoice)).toEqual([OWN, OWN, OWN, OWN, OWN]);
    expect(performance.now() - began).toBeGreaterThan(2_900);
    expect(stage.fake.requests.length - before).toBe(1);
  });

  test(`that hangs falls back, ${RUNS} times`, async () => {
    const stage = await stageWith(name);
    stage.fake.failAlways('hang');
    for (let run = 0; run < RUNS; run += 1) {
      expect(taxesOf(await stage.create())).toEqual([OWN, OWN, OWN, OWN, OWN]);
    }
    const { told } = stage.engines.watch;
    expect(told.map(({ reason, lines }) => [reason, lines])).toEqual(
      Array.from({ length: RUNS }, () => ['timeout', 5]),
    );
  });

  test(`that leaves out line 2 of 5 falls back on that line only, ${RUNS} times`, async () => {
    const stage = await stageWith(name, PATIENT);
    stage.fake.failAlways('missing');
    for (let run = 0; run < RUNS; run += 1) {
      expect(taxesOf(await stage.create())).toEqual([GIVEN, OWN, GIVEN, GIVEN, GIVEN]);
    }
    expect(new Set(stage.engines.watch.told.map(({ lines }) => lines))).toEqual(new Set([1]));
  });

  test.each([
    ['adds up wrongly', 'wrong_sum', 'bad_answer'],
    ['does not accept us', 'unauthorised', 'unauthorised'],
    ['answers no JSON', 'malformed', 'bad_answer'],
    ['turns us away', 'too_many', 'throttled'],
  ] as const)(`that %s falls back, ${RUNS} times`, async (_, fault, reason) => {
    const stage = await stageWith(name, PATIENT);
    stage.fake.failAlways(fault);
    for (let run = 0; run < RUNS; run += 1) {
      expect(taxesOf(await stage.create())).toEqual([OWN, OWN, OWN, OWN, OWN]);
    }
    expect(new Set(stage.engines.watch.told.map((each) => each.reason))).toEqual(new Set([reason]));
  });

  test('that does not accept us is shown on the connector, until it does', async () => {
    const stage = await stageWith(name, PATIENT);
    const failing = async () =>
      scene.t.db.read(stage.ctx, async (tx) => {
        const row = await tx.one<{ since: string | null }>(
          'select failing_since as since from tax.connector',
        );
        return row.since !== null;
      });
    stage.fake.fail('unauthorised');
    await stage.create();
    expect(await failing()).toBe(true);
    await stage.create();
    expect(await failing()).toBe(false);
  });

  test('that comes and goes is left alone while it fails, and asked again after', async () => {
    const quick = { ...PATIENT, breakAfter: 5, brokenMs: 1_500 };
    const stage = await stageWith(name, quick);
    for (let round = 0; round < 2; round += 1) {
      stage.fake.failAlways('error');
      const before = stage.fake.requests.length;
      const told = stage.engines.watch.told.length;
      const began = performance.now();
      for (let run = 0; run < 20; run += 1) await stage.create();
      // Five failures of two tries each, and one look of two tries after each pause.
      const pauses = Math.ceil((performance.now() - began) / quick.brokenMs);
      expect(stage.fake.requests.length - before).toBeLessThanOrEqual(10 + 2 * pauses);
      const reasons = stage.engines.watch.told.slice(told).map(({ reason }) => reason);
      expect(reasons).toContain('circuit_open');
      stage.fake.failAlways(null);
      await sleep(1_600);
      expect(taxesOf(await stage.create())).toEqual([GIVEN, GIVEN, GIVEN, GIVEN, GIVEN]);
    }
  });

  test('is told of every invoice once, whatever fails on the way', async () => {
    const stage = await stageWith(name, { recordPausesMs: [1, 1] });
    const faults: (FakeFault | null)[] = ['error', 'error_after', 'drop_after', 'too_many', null];
    const invoices: InvoiceView[] = [];
    for (const fault of [...faults, ...faults]) {
      const sent = await stage.send(await stage.create());
      invoices.push(sent);
      stage.fake.fail(fault);
      await stage.engines.sweep.execute(scene.t.clock.now());
    }
    const states = await scene.t.db.read(stage.ctx, (tx) =>
      tx.rows<{ state: string }>('select distinct state from tax.transaction'),
    );
    expect(states).toEqual([{ state: 'committed' }]);
    const final = invoices.map((invoice) =>
      name === 'avatax'
        ? stage.atAvatax(invoice)?.status
        : scene.taxjar.orders.has(invoice.id) && 'Committed',
    );
    expect(final).toEqual(invoices.map(() => 'Committed'));
  });
});

test('AvaTax refusing line 2 of 5 leaves the other four to it', async () => {
  const stage = await stageWith('avatax', PATIENT);
  for (let run = 0; run < RUNS; run += 1) {
    stage.fake.fail('line');
    expect(taxesOf(await stage.create())).toEqual([GIVEN, OWN, GIVEN, GIVEN, GIVEN]);
  }
  expect(stage.engines.watch.told.map(({ reason, lines }) => [reason, lines])).toEqual(
    Array.from({ length: RUNS }, () => ['refused', 1]),
  );
});

test('tax that ended its process twice has failed until a person retries, other not', async () => {
  const stage = await stageWith('avatax', PATIENT);
  const [bad, good] = [await stage.create(), await stage.create()];
  for (const invoice of [bad, good]) await stage.send(invoice);
  type Row = { readonly id: string; readonly state: string; readonly lastError: string | null };
  const taxOf = (invoice: InvoiceView) =>
    scene.t.db.read(stage.ctx, (tx) =>
      tx.one<Row>(
        `select id, state, last_error as "lastError" from tax.transaction where invoice_id = $1`,
        [invoice.id],
      ),
    );
  const { companyId } = stage.ctx;
  const work = { companyId, kind: 'tax-transaction', id: (await taxOf(bad)).id };
  const now = scene.t.clock.now();
  learn([aStandstill(work, now), aStandstill(work, now)], now);
  try {
    await stage.engines.sweep.execute(now);
    const why = expect.stringContaining('standstill');
    expect(await taxOf(bad)).toMatchObject({ state: 'failed', lastError: why });
    expect([stage.atAvatax(bad)?.status, stage.atAvatax(good)?.status]).toEqual([
      undefined,
      'Committed',
    ]);
    await scene.t.db.write(stage.ctx, (tx) =>
      tx.run(`update tax.transaction set state = 'pending', next_sweep_at = $2 where id = $1`, [
        work.id,
        now,
      ]),
    );
    await stage.engines.sweep.execute(now);
    expect(await taxOf(bad)).toMatchObject({ state: 'committed', lastError: null });
  } finally {
    learn([], now);
  }
});
