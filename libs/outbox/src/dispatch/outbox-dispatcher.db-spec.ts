import type { EventType } from '@quittance/contracts';
import { databaseBusy } from '@quittance/database';
import { addSeconds } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { EventConsumers, type EventConsumer } from '../consumers.js';
import { emit } from '../events/emit.js';
import { OutboxDispatcher } from './outbox-dispatcher.js';

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t?.close());

const TYPES: readonly EventType[] = ['record.updated'];

test('the other companies are served although one of them cannot be served', async () => {
  const companies = [await t.newCompany(), await t.newCompany(), await t.newCompany()];
  for (const ctx of companies) {
    await t.db.write(ctx, async (tx) =>
      emit(tx, { type: 'record.updated', object: 'thing', recordId: 'a', data: {} }),
    );
  }
  const [first, broken, last] = companies.map(({ companyId }) => companyId).sort();
  const seen: string[] = [];
  const consumer: EventConsumer = {
    name: 'recorder',
    types: TYPES,
    wanted: async ({ ctx }) => {
      if (ctx.companyId === broken) throw databaseBusy();
      return TYPES;
    },
    handle: async (_, { companyId }) => void seen.push(companyId),
  };
  const registry = new EventConsumers();
  registry.register(consumer);
  const dispatcher = new OutboxDispatcher(t.db, registry);
  const faults: unknown[] = [];
  const now = t.clock.now();
  await dispatcher.dispatchOnce(now, (error, companyId) => faults.push([error, companyId]));
  expect(seen).toEqual([first, last]);
  expect(faults).toEqual([[expect.objectContaining({ code: 'database_busy' }), broken]]);
  await expect(dispatcher.dispatchOnce(now)).rejects.toMatchObject({ code: 'database_busy' });
});

test('an event that its consumer never finishes with in time is dead in the end', async () => {
  const ctx = await t.newCompany();
  const other = await t.newCompany();
  for (const each of [ctx, other]) {
    await t.db.write(each, async (tx) =>
      emit(tx, { type: 'record.created', object: 'thing', recordId: 'b', data: {} }),
    );
  }
  const seen: string[] = [];
  const consumer = {
    name: 'slow',
    types: ['record.created'],
    handle: async (tx, { companyId }) => {
      if (companyId === ctx.companyId) {
        await tx.run(`set local statement_timeout = '20ms'`, []);
        await tx.run('select pg_sleep(10)', []);
      }
      seen.push(companyId);
    },
  } as const satisfies EventConsumer;
  const registry = new EventConsumers();
  registry.register(consumer);
  const dispatcher = new OutboxDispatcher(t.db, registry);
  for (let round = 0; round < 10; round += 1) {
    await dispatcher.dispatchOnce(addSeconds(t.clock.now(), round * 3600));
  }
  expect(seen).toEqual([other.companyId]);
  const events = await t.db.read(ctx, (tx) =>
    tx.rows('select state, attempts from outbox.event order by seq'),
  );
  expect(events).toEqual([{ state: 'dead', attempts: 10 }]);
});
