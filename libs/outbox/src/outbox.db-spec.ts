import type { EventEnvelope, EventType } from '@quittance/contracts';
import { databaseBusy, type Tx } from '@quittance/database';
import { addSeconds, newId, type Ctx } from '@quittance/kernel';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { EventConsumers, type EventConsumer } from './consumers.js';
import { OutboxDispatcher } from './dispatch/outbox-dispatcher.js';
import { readLag } from './dispatch/outbox-lag.js';
import { emit } from './events/emit.js';
import type { EventId, EventView } from './events/event.queries.js';
import { PurgeEvents } from './events/purge-events.js';
import { RetryEvent } from './events/retry-event.js';

type RecordEvent = EventType & `record.${string}`;

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterEach(() => dispatcherOf().dispatchOnce());
afterAll(() => t.close());

function dispatcherOf(...consumers: EventConsumer<RecordEvent>[]): OutboxDispatcher {
  const registry = new EventConsumers();
  for (const consumer of consumers) registry.register(consumer);
  return new OutboxDispatcher(t.db, registry);
}

/** Notes what it is handed; `work` may throw or wait. */
function recorder(
  name: string,
  work: (event: EventEnvelope<RecordEvent>, tx: Tx) => Promise<void> | void = () => undefined,
  types: readonly RecordEvent[] = ['record.updated'],
) {
  const seen: EventEnvelope<RecordEvent>[] = [];
  const consumer: EventConsumer<RecordEvent> = {
    name,
    types,
    handle: async (tx, event) => {
      await work(event, tx);
      seen.push(event);
    },
  };
  return { consumer, seen, steps: () => seen.map(({ data }) => data.step) };
}

async function announce(
  ctx: Ctx,
  recordId: string,
  steps: readonly number[],
  type: RecordEvent = 'record.updated',
) {
  await t.db.write(ctx, async (tx) => {
    for (const step of steps) emit(tx, { type, object: 'thing', recordId, data: { step } });
  });
}

const states = (ctx: Ctx) =>
  t.db.read(ctx, async (tx) =>
    Object.fromEntries(
      (
        await tx.rows<{ state: string; count: number }>(
          'select state, count(*)::int as count from outbox.event group by state',
        )
      ).map(({ state, count }) => [state, count]),
    ),
  );

describe('emit', () => {
  it('stores nothing when the transaction fails', async () => {
    const ctx = await t.newCompany();
    const failing = t.db.write(ctx, async (tx) => {
      emit(tx, { type: 'record.created', object: 'thing', recordId: 'a', data: {} });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await states(ctx)).toEqual({});
  });

  it('stores thousands of events in one statement, in the order of the calls', async () => {
    const ctx = await t.newCompany();
    const steps = Array.from({ length: 2000 }, (_, n) => n);
    await announce(ctx, 'a', steps);
    const rows = await t.db.read(ctx, (tx) =>
      tx.rows<{ step: number }>(
        `select (data->>'step')::int as step from outbox.event order by seq`,
      ),
    );
    expect(rows.map(({ step }) => step)).toEqual(steps);
  });
});

describe('OutboxDispatcher', () => {
  it('hands over the envelope as it was emitted', async () => {
    const ctx = await t.newCompany();
    const { consumer, seen } = recorder('first');
    await announce(ctx, 'a', [1]);
    expect(await dispatcherOf(consumer).dispatchOnce(ctx.now)).toBe(1);
    expect(seen).toEqual([
      {
        id: expect.any(String),
        type: 'record.updated',
        companyId: ctx.companyId,
        occurredAt: ctx.now,
        actor: { kind: 'system', id: null, name: 'system' },
        object: 'thing',
        recordId: 'a',
        data: { step: 1 },
        requestId: ctx.requestId,
        changed: null,
        before: null,
        depth: 0,
      },
    ]);
    expect(await states(ctx)).toEqual({ dispatched: 1 });
  });

  it('keeps each record’s order in four processes at once, hands nothing over twice', async () => {
    const ctx = await t.newCompany();
    const order = new Map<string, number[]>();
    const { consumer, seen } = recorder('slow', async ({ recordId, data }) => {
      await sleep(Math.random() * 3);
      order.set(recordId, [...(order.get(recordId) ?? []), Number(data.step)]);
    });
    const records = Array.from({ length: 12 }, () => newId());
    for (let step = 0; step < 8; step += 1) {
      await Promise.all(records.map((id) => announce(ctx, id, [step * 2, step * 2 + 1])));
    }
    const dispatchers = Array.from({ length: 4 }, () => dispatcherOf(consumer));
    for (let round = 0; round < 60 && (await states(ctx)).pending; round += 1) {
      await Promise.all(dispatchers.map((each) => each.dispatchOnce(ctx.now)));
    }
    const expected = Array.from({ length: 16 }, (_, step) => step);
    expect([...order.values()]).toEqual(records.map(() => expected));
    expect(seen).toHaveLength(records.length * 16);
  });

  it('commits what a consumer writes together with the note that it has', async () => {
    const ctx = await t.newCompany();
    let failures = 1;
    const { consumer } = recorder('writer', async (event, tx) => {
      emit(tx, { type: 'record.created', object: 'copy', recordId: event.recordId, data: {} });
      if (failures-- > 0) throw new Error('after the write');
    });
    await announce(ctx, 'a', [1]);
    const dispatcher = dispatcherOf(consumer);
    await dispatcher.dispatchOnce(ctx.now);
    const copies = () =>
      t.db.read(ctx, (tx) => tx.rows(`select 1 from outbox.event where object = 'copy'`));
    expect(await copies()).toHaveLength(0);
    await dispatcher.dispatchOnce(addSeconds(ctx.now, 5));
    expect(await copies()).toHaveLength(1);
  });

  it('holds back later events of a record whose event failed, and nobody else', async () => {
    const ctx = await t.newCompany();
    let broken = true;
    const { consumer, seen } = recorder('picky', ({ recordId }) => {
      if (recordId === 'bad' && broken) throw new Error('cannot');
    });
    await announce(ctx, 'bad', [1, 2]);
    await announce(ctx, 'good', [1, 2]);
    const dispatcher = dispatcherOf(consumer);
    await dispatcher.dispatchOnce(ctx.now);
    await dispatcher.dispatchOnce(ctx.now);
    expect(seen.map(({ recordId }) => recordId)).toEqual(['good', 'good']);
    broken = false;
    await dispatcher.dispatchOnce(addSeconds(ctx.now, 4));
    expect(seen).toHaveLength(2);
    await dispatcher.dispatchOnce(addSeconds(ctx.now, 5));
    expect(seen.slice(2).map(({ data }) => data.step)).toEqual([1, 2]);
  });

  it('calls only the consumer that failed again', async () => {
    const ctx = await t.newCompany();
    let failures = 2;
    const good = recorder('good');
    const bad = recorder('bad', () => {
      if (failures-- > 0) throw new Error('not yet');
    });
    await announce(ctx, 'a', [1]);
    const dispatcher = dispatcherOf(bad.consumer, good.consumer);
    for (let n = 0; n < 4; n += 1) await dispatcher.dispatchOnce(addSeconds(ctx.now, n * 60));
    expect([good.seen.length, bad.seen.length]).toEqual([1, 1]);
    expect(await states(ctx)).toEqual({ dispatched: 1 });
  });

  it('uses up no try where others hold records, however often, and calls the rest', async () => {
    const ctx = await t.newCompany();
    let contended = 12;
    const other = recorder('other');
    const { consumer, seen } = recorder('contended', () => {
      if (contended-- > 0) throw databaseBusy();
    });
    await announce(ctx, 'a', [1]);
    const dispatcher = dispatcherOf(consumer, other.consumer);
    const tries = () =>
      t.db.read(ctx, (tx) =>
        tx.one('select state, attempts, next_attempt_at as "nextAttemptAt" from outbox.event'),
      );
    for (let n = 0; n < 12; n += 1) {
      const now = addSeconds(ctx.now, n * 5);
      expect(await dispatcher.dispatchOnce(now)).toBe(0);
      const nextAttemptAt = addSeconds(now, 5);
      expect(await tries()).toEqual({ state: 'pending', attempts: 0, nextAttemptAt });
    }
    expect([seen.length, other.seen.length]).toEqual([0, 1]);
    expect(await dispatcher.dispatchOnce(addSeconds(ctx.now, 60))).toBe(1);
    expect([seen.length, other.seen.length]).toEqual([1, 1]);
  });

  it('counts a try when one consumer met others at its records and another failed', async () => {
    const ctx = await t.newCompany();
    const contended = recorder('contended', () => {
      throw databaseBusy();
    });
    const broken = recorder('broken', () => {
      throw new Error('cannot');
    });
    await announce(ctx, 'a', [1]);
    await dispatcherOf(broken.consumer, contended.consumer).dispatchOnce(ctx.now);
    const event = await t.db.read(ctx, (tx) =>
      tx.one('select attempts, last_error as error from outbox.event'),
    );
    expect(event).toEqual({ attempts: 1, error: 'cannot' });
  });

  it('lists a poison event as dead after ten tries, goes on, tries again when told', async () => {
    const ctx = await t.newCompany();
    let poisonous = true;
    let tries = 0;
    const { consumer, steps } = recorder('poisoned', ({ data }) => {
      if (data.step !== 1 || !poisonous) return;
      tries += 1;
      throw new Error('poison');
    });
    await announce(ctx, 'a', [1, 2]);
    const dispatcher = dispatcherOf(consumer);
    for (let n = 0; n < 15; n += 1) await dispatcher.dispatchOnce(addSeconds(ctx.now, n * 3600));
    expect([tries, steps()]).toEqual([10, [2]]);
    expect(await states(ctx)).toEqual({ dead: 1, dispatched: 1 });
    const [dead] = await t.db.read(ctx, (tx) =>
      tx.rows<{ id: EventId; last_error: string }>(
        `select id, last_error from outbox.event where state = 'dead'`,
      ),
    );
    expect(dead?.last_error).toBe('poison');
    poisonous = false;
    const noted: string[] = [];
    const log = {
      retried: (_: Tx, before: EventView, after: EventView) => {
        noted.push(`${before.state} ${before.attempts} > ${after.state} ${after.attempts}`);
      },
    };
    const retry = new RetryEvent(t.db, log);
    const id = dead?.id as EventId;
    expect(await retry.execute(ctx, id)).toMatchObject({ state: 'pending', attempts: 0 });
    await dispatcher.dispatchOnce(ctx.now);
    expect(steps()).toEqual([2, 1]);
    await expect(retry.execute(ctx, id)).rejects.toMatchObject({ code: 'event_not_dead' });
    await expect(retry.execute(await t.newCompany(), id)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(noted).toEqual(['dead 10 > pending 0']);
  });

  it('finishes what nobody listens to in sets', async () => {
    const ctx = await t.newCompany();
    const { consumer, seen } = recorder('deaf');
    const owner = new Client(t.ownerUrl);
    await owner.connect();
    await owner.query('analyze outbox.event'); // While the company has no events.
    await owner.end();
    for (let n = 0; n < 10; n += 1) {
      const steps = Array.from({ length: 2000 }, (_, step) => step);
      await announce(ctx, `r-${n}`, steps, 'record.created');
    }
    await announce(ctx, 'heard', [1]);
    let [finished, rounds] = [0, 0];
    for (let more = 1; more > 0; finished += more, rounds += 1) {
      more = await dispatcherOf(consumer).dispatchOnce(ctx.now);
    }
    expect(finished).toBe(20_001);
    expect(rounds).toBeLessThan(10);
    expect(seen).toHaveLength(1);
    expect(await states(ctx)).toEqual({ dispatched: 20_001 });
  });

  it('reaches what lies behind thousands of events that wait for their next try', async () => {
    const ctx = await t.newCompany();
    await t.db.write(ctx, async (tx) => {
      for (let n = 0; n < 5001; n += 1) {
        emit(tx, { type: 'record.updated', object: 'thing', recordId: `w${n}`, data: {} });
      }
    });
    await t.db.write(ctx, (tx) =>
      tx.run(`update outbox.event set next_attempt_at = now() + interval '1 day', attempts = 1`),
    );
    await announce(ctx, 'behind', [1]);
    const { consumer, steps } = recorder('late');
    expect(await dispatcherOf(consumer).dispatchOnce()).toBe(1);
    expect(steps()).toEqual([1]);
  });

  it('is not held up by an unheard event before a heard one of the same record', async () => {
    const ctx = await t.newCompany();
    const { consumer, seen } = recorder('listener');
    await t.db.write(ctx, async (tx) => {
      emit(tx, { type: 'record.deleted', object: 'thing', recordId: 'a', data: {} });
      emit(tx, { type: 'record.updated', object: 'thing', recordId: 'a', data: {} });
    });
    await dispatcherOf(consumer).dispatchOnce(ctx.now);
    expect(seen).toHaveLength(1);
  });
});

describe('the lag of the outbox', () => {
  it('is the age of the oldest pending event of any company', async () => {
    const [one, two] = [await t.newCompany(), await t.newCompany()];
    await announce(one, 'a', [1]);
    await announce(two, 'a', [1]);
    expect(await readLag(t.db, addSeconds(one.now, 90))).toEqual({ seconds: 90, companies: 2 });
    await dispatcherOf().dispatchOnce();
    expect(await readLag(t.db, one.now)).toEqual({ seconds: 0, companies: 0 });
  });
});

describe('PurgeEvents', () => {
  it('deletes delivered events over thirty days with notes, none dead or pending', async () => {
    const ctx = await t.newCompany();
    const { consumer } = recorder('noted');
    await announce(ctx, 'a', [1, 2, 3]);
    await dispatcherOf(consumer).dispatchOnce(ctx.now);
    await t.db.write(ctx, (tx) =>
      tx.run(`update outbox.event set state = 'dead' where data->>'step' = '2'`),
    );
    await announce(ctx, 'b', [4]);
    const later = t.ctx(ctx.companyId, { now: '2026-04-02T09:00:00Z' });
    expect(await new PurgeEvents(t.db).execute(ctx)).toBe(0);
    expect(await new PurgeEvents(t.db).execute(later)).toBe(2);
    expect(await states(ctx)).toEqual({ dead: 1, pending: 1 });
  });
});

describe('two companies', () => {
  it('never see each other events, in lists or as a consumer', async () => {
    const [one, two] = [await t.newCompany(), await t.newCompany()];
    await announce(one, 'shared', [1]);
    await announce(two, 'shared', [2]);
    const seen: string[] = [];
    const { consumer } = recorder('spy', async ({ companyId, data }, tx) => {
      const rows = await tx.rows<{ company_id: string }>('select company_id from outbox.event');
      const companies = new Set(rows.map(({ company_id: id }) => id));
      expect(companies).toEqual(new Set([companyId]));
      seen.push(`${companyId}:${data.step}`);
    });
    await dispatcherOf(consumer).dispatchOnce(one.now);
    expect(new Set(seen)).toEqual(new Set([`${one.companyId}:1`, `${two.companyId}:2`]));
  });
});

describe('a consumer of sets', () => {
  /** Asks for these types; `work` may throw. */
  function sets(wanted: readonly EventType[], work: (steps: readonly unknown[]) => void) {
    const registry = new EventConsumers();
    registry.registerSet({
      name: 'test.sets',
      wanted: () => Promise.resolve(wanted),
      handle: (_tx, events) => {
        work(events.map(({ data }) => (data as { step?: number }).step));
        return Promise.resolve();
      },
    });
    return new OutboxDispatcher(t.db, registry);
  }

  it('is handed many events at once, of the types asked for only', async () => {
    const ctx = await t.newCompany();
    await announce(ctx, newId(), [1, 2, 3]);
    await announce(ctx, newId(), [4], 'record.deleted');
    const seen: unknown[] = [];
    await sets(['record.updated'], (steps) => seen.push(steps)).dispatchOnce();
    expect(seen).toEqual([[1, 2, 3]]);
    expect(await states(ctx)).toEqual({ dispatched: 4 });
  });

  it('holds back only the event that it cannot handle', async () => {
    const ctx = await t.newCompany();
    for (const step of [1, 2, 3]) await announce(ctx, newId(), [step]);
    const seen: unknown[] = [];
    const dispatcher = sets(['record.updated'], (steps) => {
      if (steps.includes(2)) throw new Error('not this one');
      seen.push(...steps);
    });
    await dispatcher.dispatchOnce();
    expect(seen).toEqual([1, 3]);
    expect(await states(ctx)).toEqual({ dispatched: 2, pending: 1 });
  });
});
