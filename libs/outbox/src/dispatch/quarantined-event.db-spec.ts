import type { Ctx } from '@quittance/kernel';
import { learn } from '@quittance/watchdog/host';
import { aStandstill } from '../../../../test/support/a-standstill.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { EventConsumers } from '../consumers.js';
import { emit } from '../events/emit.js';
import { OutboxDispatcher } from './outbox-dispatcher.js';

const UPDATED = 'record.updated';

let t: TestDatabase;
let seen: string[][];
beforeAll(async () => {
  t = await testDatabase();
});
beforeEach(() => {
  seen = [];
});
afterEach(() => learn([], t.clock.now()));
afterAll(() => t?.close());

interface Row {
  readonly id: string;
  readonly state: string;
  readonly attempts: number;
  readonly error: string | null;
}

async function announced(...recordIds: readonly string[]): Promise<Ctx> {
  const ctx = await t.newCompany();
  await t.db.write(ctx, async (tx) => {
    for (const recordId of recordIds) {
      emit(tx, { type: UPDATED, object: 'thing', recordId, data: {} });
    }
  });
  return ctx;
}

function events(ctx: Ctx): Promise<Row[]> {
  return t.db.read(ctx, (tx) =>
    tx.rows<Row>('select id, state, attempts, last_error as error from outbox.event order by seq'),
  );
}

/** What a process that starts now knows: this event of the company has ended two before it. */
function twice({ companyId }: Ctx, id: string): void {
  const end = aStandstill({ companyId, kind: 'event', id, set: 'event-set' }, t.clock.now());
  learn([end, end], t.clock.now());
}

function dispatcher(inSets = false): OutboxDispatcher {
  const registry = new EventConsumers();
  const note = (ids: readonly string[]) => {
    seen.push([...ids]);
    return Promise.resolve();
  };
  if (inSets) {
    registry.registerSet({
      name: 'test.sets',
      wanted: () => Promise.resolve([UPDATED]),
      handle: (_, all) => note(all.map(({ recordId }) => recordId)),
    });
  } else {
    const handle = (_: unknown, { recordId }: { readonly recordId: string }) => note([recordId]);
    registry.register({ name: 'test.single', types: [UPDATED], handle });
  }
  return new OutboxDispatcher(t.db, registry);
}

it('is dead without being handled; what is behind it, of its record too, goes on', async () => {
  const ctx = await announced('bad', 'bad', 'good');
  const [bad] = await events(ctx);
  twice(ctx, bad?.id ?? '');
  for (let round = 0; round < 2; round += 1) await dispatcher().dispatchOnce(t.clock.now());
  expect(seen.flat().sort()).toEqual(['bad', 'good']);
  expect(await events(ctx)).toMatchObject([
    { state: 'dead', attempts: 0, error: expect.stringContaining('standstill') },
    { state: 'dispatched', error: null },
    { state: 'dispatched', error: null },
  ]);
});

it('is handled when a person has it tried again', async () => {
  const ctx = await announced('bad');
  const [bad] = await events(ctx);
  twice(ctx, bad?.id ?? '');
  await dispatcher().dispatchOnce(t.clock.now());
  const again = `update outbox.event set state = 'pending', finished_at = null`;
  await t.db.write(ctx, (tx) => tx.run(again));
  await dispatcher().dispatchOnce(t.clock.now());
  expect([seen, (await events(ctx))[0]?.state]).toEqual([[['bad']], 'dispatched']);
});

it('is looked for one by one where a set has stood still, in that company alone', async () => {
  const ctx = await announced('a', 'b');
  const other = await announced('c', 'd');
  const set = { companyId: ctx.companyId, kind: 'event-set', id: '' };
  learn([aStandstill(set, t.clock.now())], t.clock.now());
  await dispatcher(true).dispatchOnce(t.clock.now());
  expect([...seen].sort()).toEqual([['a'], ['b'], ['c', 'd']]);
  expect(await events(other)).toMatchObject([{ state: 'dispatched' }, { state: 'dispatched' }]);
});
