import { exampleOf } from '@quittance/contracts';
import { keyRing } from '@quittance/config';
import { addSeconds, bulkCtx, type Ctx, type Instant } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { EventConsumers, OutboxDispatcher } from '@quittance/outbox/host';
import { Client } from 'pg';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { CreateEndpoint } from '../endpoints/create-endpoint.js';
import type { WebhookId } from '../endpoints/endpoint.js';
import { claimMessages, type Claim, type ClaimTerms } from './claim-messages.js';
import { FanOutEvents } from './fan-out-events.js';
import { messageBacklog } from './message-backlog.js';
import { storeOutcomes } from './store-outcomes.js';

const SETTINGS = {
  allowPrivate: true,
  ownHosts: [],
  keys: keyRing([{ id: 'test', key: Buffer.alloc(32, 7) }]),
  resolve: () => Promise.resolve([]),
};
const PLENTY = { all: 1000, bulk: 1000 };

let t: TestDatabase;
let ctx: Ctx;
beforeAll(async () => {
  t = await testDatabase();
});
beforeEach(async () => {
  ctx = await t.newCompany();
});
afterEach(() => t.db.write(ctx, (tx) => tx.run('delete from webhooks.endpoint')));
afterAll(() => t?.close());

const at = (seconds = 0): Ctx => ({ ...ctx, now: addSeconds(ctx.now, seconds) });

async function subscribe(limit: number): Promise<WebhookId> {
  const endpoint = { url: 'http://127.0.0.1:9/', types: ['*'] as const, description: null };
  const { id } = await new CreateEndpoint(t.db, SETTINGS).execute(ctx, {
    ...endpoint,
    active: true,
  });
  // Its own making is nothing that the tests count.
  await t.db.write(ctx, (tx) => tx.run('delete from outbox.event'));
  await t.db.write(ctx, (tx) =>
    tx.run('update webhooks.endpoint set in_flight_limit = $1 where id = $2', [limit, id]),
  );
  return id;
}

async function announce(by: Ctx, recordIds: readonly string[]): Promise<void> {
  await t.db.write(by, async (tx) => {
    for (const recordId of recordIds) {
      const data = exampleOf('invoice.sent');
      emit(tx, { type: 'invoice.sent', object: 'invoice', recordId, data });
    }
  });
}

async function fanOut(now: Instant = ctx.now): Promise<void> {
  const consumers = new EventConsumers();
  consumers.registerSet(new FanOutEvents());
  while ((await new OutboxDispatcher(t.db, consumers).dispatchOnce(now)) > 0);
}

const records = (count: number, name = 'r') =>
  Array.from({ length: count }, (_, i) => `${name}-${i}`);

const NO_PACE: ClaimTerms['pace'] = { limitAfter: () => null };

function claim(by: Ctx = at(), terms: Partial<ClaimTerms> = {}): Promise<Claim> {
  const leaseUntil = addSeconds(by.now, 30);
  return t.db.write(by, (tx) =>
    claimMessages(tx, { leaseUntil, room: PLENTY, pace: NO_PACE, ...terms }),
  );
}

const recordsOf = ({ messages }: Claim) =>
  messages.map(({ body }) => (JSON.parse(body) as { record_id: string }).record_id);

const lanesOf = ({ messages }: Claim) => ({
  fresh: messages.filter(({ bulk }) => !bulk).length,
  bulk: messages.filter(({ bulk }) => bulk).length,
});

async function arrive({ messages }: Pick<Claim, 'messages'>, by: Ctx = at()): Promise<void> {
  const sent = { statusCode: 204, error: null, answer: '', retryAfter: null };
  const attempted = messages.map((message) => ({ message, sent, at: by.now, durationMs: 1 }));
  await t.db.write(by, (tx) => storeOutcomes(tx, attempted));
}

describe('a claim', () => {
  test('takes what is fresh before what belongs to work on many, and some of that', async () => {
    await subscribe(16);
    await announce(bulkCtx(ctx), records(300, 'bulk'));
    await announce(ctx, records(30, 'fresh'));
    await fanOut();
    expect(lanesOf(await claim())).toEqual({ fresh: 14, bulk: 2 });
    expect(lanesOf(await claim())).toEqual({ fresh: 0, bulk: 0 });
  });

  test('keeps slots for what comes while many wait', async () => {
    await subscribe(16);
    await announce(bulkCtx(ctx), records(300, 'bulk'));
    await fanOut();
    expect(lanesOf(await claim())).toEqual({ fresh: 0, bulk: 12 });
    await announce(ctx, records(3, 'fresh'));
    await fanOut();
    expect(lanesOf(await claim())).toEqual({ fresh: 3, bulk: 0 });
  });

  test('never exceeds the limit of an endpoint, however many processes claim at once', async () => {
    const [narrow, wide] = [await subscribe(8), await subscribe(40)];
    await announce(ctx, records(200));
    await announce(bulkCtx(ctx), records(200, 'bulk'));
    await fanOut();
    const claims: Claim[] = [];
    for (let round = 0; round < 3; round += 1) {
      claims.push(...(await Promise.all(Array.from({ length: 8 }, () => claim()))));
    }
    const taken = claims.flatMap(({ messages }) => messages);
    expect(new Set(taken.map(({ id }) => id)).size).toBe(taken.length);
    const of = (id: WebhookId) => taken.filter(({ endpointId }) => endpointId === id).length;
    expect([of(narrow), of(wide)]).toEqual([8, 40]);
  });

  test('goes no further than the room of its process, and shares it among endpoints', async () => {
    const ids = [await subscribe(100), await subscribe(100)];
    await announce(ctx, records(100));
    await fanOut();
    const { messages, full } = await claim(at(), { room: { all: 20, bulk: 20 } });
    const counts = ids.map((id) => messages.filter(({ endpointId }) => endpointId === id).length);
    expect(counts).toEqual([10, 10]);
    expect(full).toEqual([]);
  });

  test('takes the messages of one record one after another', async () => {
    await subscribe(40);
    await announce(ctx, ['a', 'b', 'a', 'a', 'c']);
    await fanOut();
    const order: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      const claimed = await claim();
      order.push(recordsOf(claimed).sort().join(''));
      // While it is under way nothing else of its record is taken.
      expect(recordsOf(await claim())).toEqual([]);
      await arrive(claimed);
    }
    expect(order).toEqual(['abc', 'a', 'a', '']);
  });

  test('does not let a message that is tried again hold back those behind it', async () => {
    await subscribe(40);
    await announce(ctx, ['a', 'a']);
    await fanOut();
    const { messages } = await claim();
    const sent = { statusCode: 500, error: 'http_status', answer: '', retryAfter: null } as const;
    await t.db.write(at(), (tx) =>
      storeOutcomes(
        tx,
        messages.map((message) => ({ message, sent, at: ctx.now, durationMs: 1 })),
      ),
    );
    const [first] = messages;
    const next = await claim();
    expect(next.messages).toHaveLength(1);
    expect(next.messages[0]?.id).not.toBe(first?.id);
  });

  test('takes what waits of a record together with what is fresh about it, in order', async () => {
    await subscribe(16);
    await announce(bulkCtx(ctx), [...records(100, 'bulk'), 'both']);
    await fanOut();
    await announce(ctx, ['both']);
    await fanOut();
    const claimed = await claim();
    expect(lanesOf(claimed).fresh).toBe(1);
    expect(recordsOf(claimed)).toContain('both');
    await arrive(claimed);
    const types = await t.db.read(ctx, (tx) =>
      tx.rows(`select bulk, status from webhooks.message where record_id = 'both' order by id`),
    );
    expect(types).toEqual([
      { bulk: false, status: 'delivered' },
      { bulk: false, status: 'pending' },
    ]);
    expect(recordsOf(await claim())).toContain('both');
  });

  test('takes up what a dead process had, and its late outcome changes nothing', async () => {
    await subscribe(16);
    await announce(ctx, ['a']);
    await fanOut();
    const dead = await claim();
    expect((await claim(at(29))).messages).toEqual([]);
    const again = await claim(at(31));
    expect(again.messages).toMatchObject([{ attempts: 2 }]);
    await arrive(dead, at(32));
    expect((await claim(at(33))).messages).toEqual([]);
    await arrive(again, at(34));
    const stored = await t.db.read(ctx, (tx) =>
      tx.rows(`select m.status, (select count(*)::int from webhooks.attempt a) as attempts
        from webhooks.message m`),
    );
    expect(stored).toEqual([{ status: 'delivered', attempts: 2 }]);
  });

  test('keeps the limit that was found for all processes', async () => {
    const id = await subscribe(8);
    await announce(ctx, records(50));
    await fanOut();
    const grown = await claim(at(), { pace: { limitAfter: () => 24 } });
    expect(grown.judged).toMatchObject([{ id, halved: false }]);
    expect(grown.messages).toHaveLength(21);
    const fallen = await claim(at(), { pace: { limitAfter: () => 4 } });
    expect(fallen).toMatchObject({ messages: [], judged: [{ id, halved: true }] });
    const [stored] = await t.db.read(ctx, (tx) =>
      tx.rows('select in_flight_limit as limit, served_at as "servedAt" from webhooks.endpoint'),
    );
    expect(stored).toEqual({ limit: 4, servedAt: ctx.now });
  });

  test('passes by an endpoint that somebody holds, and waits for nobody', async () => {
    const [held, free] = [await subscribe(8), await subscribe(8)];
    await announce(ctx, records(3));
    await fanOut();
    const owner = new Client({ connectionString: t.ownerUrl });
    await owner.connect();
    await owner.query('begin');
    const lock = 'select 1 from webhooks.endpoint where company_id = $1 and id = $2 for update';
    await owner.query(lock, [ctx.companyId, held]);
    const { messages } = await claim();
    await owner.end();
    expect(new Set(messages.map(({ endpointId }) => endpointId))).toEqual(new Set([free]));
  });
});

test('what waits is counted by lane, and apart where the receiver does not answer', async () => {
  const [up, down] = [await subscribe(8), await subscribe(8)];
  await announce(ctx, records(5));
  await announce(bulkCtx(ctx), records(20, 'bulk'));
  await fanOut();
  await t.db.write(ctx, (tx) =>
    tx.run('update webhooks.endpoint set failing_since = $1, failures = 1 where id = $2', [
      ctx.now,
      down,
    ]),
  );
  const kinds = async (most?: number) =>
    Object.fromEntries(
      (await messageBacklog(t.db, addSeconds(ctx.now, 90), most)).map(
        ({ kind, waiting, seconds }) => [kind, [waiting, seconds]],
      ),
    );
  const before = await kinds();
  const others = { fresh: before.fresh?.[0] ?? 0, bulk: before.bulk?.[0] ?? 0 };
  expect(before).toMatchObject({ held: [25, 90] });
  const { messages } = await claim();
  await arrive({ messages: messages.filter(({ endpointId }) => endpointId === up) });
  const after = await kinds();
  expect(after.fresh?.[0]).toBeLessThan(others.fresh);
  expect(after.bulk?.[0]).toBeLessThan(others.bulk);
  expect((await kinds(2)).held).toEqual([2, 90]);
});
