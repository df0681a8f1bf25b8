import type { EventEnvelope } from '@quittance/contracts';
import { bulkCtx, newId, type Ctx } from '@quittance/kernel';
import { Client } from 'pg';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { EventConsumers, type EventConsumer } from '../consumers.js';
import { emit } from '../events/emit.js';
import { eventBacklog } from './backlog.js';
import { OutboxDispatcher, type EventLane } from './outbox-dispatcher.js';

let t: TestDatabase;
let ctx: Ctx;
beforeAll(async () => {
  t = await testDatabase();
});
beforeEach(async () => {
  ctx = await t.newCompany();
});
afterEach(async () => {
  const dispatcher = new OutboxDispatcher(t.db, new EventConsumers());
  while ((await dispatcher.dispatchOnce(t.clock.now())) > 0);
});
afterAll(() => t?.close());

async function announce(by: Ctx, recordIds: readonly string[]): Promise<void> {
  await t.db.write(by, async (tx) => {
    for (const recordId of recordIds) {
      emit(tx, { type: 'record.updated', object: 'thing', recordId, data: { bulk: !!by.bulk } });
    }
  });
}

const records = (count: number) => Array.from({ length: count }, () => newId());

/** Hands events over one by one, or in sets, and notes which. */
function listening(how: 'one by one' | 'in sets') {
  const seen: EventEnvelope<'record.updated'>[] = [];
  const registry = new EventConsumers();
  const name = 'test.lanes';
  const types = ['record.updated'] as const;
  if (how === 'one by one') {
    registry.register({ name, types, handle: async (_, event) => void seen.push(event) });
  } else {
    const handle = async (_: unknown, events: readonly EventEnvelope<'record.updated'>[]) =>
      void seen.push(...events);
    registry.registerSet({ name, wanted: async () => types, handle });
  }
  const dispatcher = new OutboxDispatcher(t.db, registry);
  const round = (...lanes: EventLane[]) =>
    dispatcher.dispatchOnce(ctx.now, undefined, lanes.length > 0 ? lanes : undefined);
  const told = () =>
    seen.map(({ recordId, data }) => `${data.bulk ? 'bulk' : 'fresh'} ${recordId}`);
  return { seen, told, round };
}

describe.each(['one by one', 'in sets'] as const)('events that are handed over %s', (how) => {
  it('do not wait behind those of work on many records', async () => {
    const { told, round } = listening(how);
    await announce(bulkCtx(ctx), records(6000));
    await announce(ctx, ['fresh']);
    await round('fresh');
    expect(told()).toEqual(['fresh fresh']);
  });

  it('come in order where both lanes tell of one record', async () => {
    const { told, round } = listening(how);
    await announce(bulkCtx(ctx), [...records(1500), 'both', 'both']);
    await announce(ctx, ['both', 'other']);
    await round('fresh');
    const both = ['bulk both', 'bulk both', 'fresh both'];
    expect(told().filter((each) => each.endsWith('both'))).toEqual(both);
    expect(told()).toHaveLength(4);
  });

  it('wait while another process hands over an earlier one of their record', async () => {
    const { told, round } = listening(how);
    await announce(bulkCtx(ctx), ['held']);
    await announce(ctx, ['held', 'free']);
    const other = new Client({ connectionString: t.ownerUrl });
    await other.connect();
    await other.query('begin');
    await other.query(`select 1 from outbox.event where company_id = $1 and bulk for update`, [
      ctx.companyId,
    ]);
    await round('fresh');
    expect(told()).toEqual(['fresh free']);
    await other.end();
    await round('fresh');
    expect(told()).toEqual(['fresh free', 'bulk held', 'fresh held']);
  });

  it('are all handed over in the end, whatever their lane', async () => {
    const { seen, round } = listening(how);
    await announce(bulkCtx(ctx), records(30));
    await announce(ctx, records(5));
    while ((await round()) > 0);
    expect(seen).toHaveLength(35);
  });
});

it('what work on many records sets off waits with it', async () => {
  const lanes: string[] = [];
  const consumer: EventConsumer = {
    name: 'test.echo',
    types: ['record.updated', 'record.created'],
    handle: async (tx, event) => {
      if (event.type === 'record.created') return;
      lanes.push(tx.ctx.bulk ? 'bulk' : 'fresh');
      emit(tx, { type: 'record.created', object: 'copy', recordId: newId(), data: {} });
    },
  };
  const registry = new EventConsumers();
  registry.register(consumer);
  const dispatcher = new OutboxDispatcher(t.db, registry);
  await announce(bulkCtx(ctx), ['a']);
  await announce(ctx, ['b']);
  await dispatcher.dispatchOnce(ctx.now);
  expect(lanes).toEqual(['fresh', 'bulk']);
  const made = await t.db.read(ctx, (tx) =>
    tx.rows(`select bulk from outbox.event where type = 'record.created' order by seq`),
  );
  expect(made).toEqual([{ bulk: false }, { bulk: true }]);
});

it('tells how many wait in each lane, since when, and how many were given up', async () => {
  const other = await t.newCompany();
  await announce(bulkCtx(ctx), records(7));
  await announce(ctx, records(2));
  await announce(t.ctx(other.companyId, { now: '2026-03-02T08:59:00Z' }), records(3));
  await t.db.write(ctx, (tx) =>
    tx.run(`update outbox.event set state = 'dead', finished_at = now()
      where seq = (select max(seq) from outbox.event where bulk)`),
  );
  const backlog = async (most?: number) =>
    (await eventBacklog(t.db, ctx.now, most)).sort((a, b) => (a.kind < b.kind ? -1 : 1));
  expect(await backlog()).toEqual([
    { kind: 'bulk', waiting: 6, seconds: 0 },
    { kind: 'dead', waiting: 1, seconds: 0 },
    { kind: 'fresh', waiting: 5, seconds: 60 },
  ]);
  expect((await backlog(2)).map(({ waiting }) => waiting)).toEqual([2, 1, 4]);
  await t.db.write(ctx, (tx) => tx.run(`delete from outbox.event where state = 'dead'`));
});
