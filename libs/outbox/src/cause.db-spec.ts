import type { EventEnvelope } from '@quittance/contracts';
import type { Ctx } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { EventConsumers, type EventConsumer } from './consumers.js';
import { OutboxDispatcher } from './dispatch/outbox-dispatcher.js';
import { emit } from './events/emit.js';
import { findEvent, type EventId } from './events/event.queries.js';

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t.close());

function dispatcherOf(consumer: EventConsumer): OutboxDispatcher {
  const registry = new EventConsumers();
  registry.register(consumer);
  return new OutboxDispatcher(t.db, registry);
}

const thing = { type: 'record.updated', object: 'thing', recordId: 'a', data: {} } as const;

function announce(ctx: Ctx, changed?: readonly string[]): Promise<void> {
  return t.db.write(ctx, async (tx) => {
    emit(tx, { ...thing, ...(changed && { changed }) });
  });
}

it('says how many events led to an event, and what an update changed', async () => {
  const ctx = await t.newCompany();
  const seen: EventEnvelope[] = [];
  const dispatcher = dispatcherOf({
    name: 'test.echo',
    types: ['record.updated'],
    handle: async (tx, event) => {
      seen.push(event);
      if (event.depth < 2) emit(tx, { ...thing, before: { b: 1, c: null } });
    },
  });
  await announce(ctx, ['a']);
  for (let round = 0; round < 3; round += 1) await dispatcher.dispatchOnce();
  expect(seen.map(({ depth, changed, before }) => [depth, changed, before])).toEqual([
    [0, ['a'], null],
    [1, ['b', 'c'], { b: 1, c: null }],
    [2, ['b', 'c'], { b: 1, c: null }],
  ]);
});

it('says of each of many events in one transaction what it changed', async () => {
  const ctx = await t.newCompany();
  const seen: EventEnvelope[] = [];
  const dispatcher = dispatcherOf({
    name: 'test.notes',
    types: ['record.updated'],
    handle: async (_, event) => void seen.push(event),
  });
  await t.db.write(ctx, async (tx) => {
    emit(tx, { ...thing, changed: ['x'] });
    emit(tx, thing);
    emit(tx, { ...thing, changed: ['x', 'y'], before: { y: ['a', 'b'] } });
  });
  await dispatcher.dispatchOnce();
  expect(seen.map(({ changed, before }) => [changed, before])).toEqual([
    [['x'], null],
    [null, null],
    [['x', 'y'], { y: ['a', 'b'] }],
  ]);
});

it('shows of what was before no more than of what is', async () => {
  const ctx = await t.newCompany();
  const data = { shown: 'now', same: 1 };
  await t.db.write(ctx, async (tx) => {
    emit(tx, { ...thing, data, before: { shown: 'then', hidden: 'secret' } });
    emit(tx, { ...thing, data, before: { hidden: 'secret' } });
    emit(tx, { ...thing, data });
  });
  const events = await t.db.read(ctx, async (tx) => {
    const ids = await tx.rows<{ id: EventId }>('select id from outbox.event order by seq');
    return Promise.all(ids.map(({ id }) => findEvent(tx, id)));
  });
  expect(events.map(({ before }) => before)).toEqual([{ shown: 'then' }, null, null]);
});

it('finishes unread what a consumer does not ask for now', async () => {
  const ctx = await t.newCompany();
  const seen: EventEnvelope[] = [];
  let asks = false;
  const dispatcher = dispatcherOf({
    name: 'test.choosy',
    types: ['record.updated'],
    wanted: async () => (asks ? ['record.updated'] : []),
    handle: async (_, event) => void seen.push(event),
  });
  await announce(ctx);
  await dispatcher.dispatchOnce();
  asks = true;
  await announce(ctx, ['later']);
  await dispatcher.dispatchOnce();
  expect(seen.map(({ changed }) => changed)).toEqual([['later']]);
});
