import { exampleOf } from '@quittance/contracts';
import { keyRing } from '@quittance/config';
import { bulkCtx, newId, type Ctx } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { EventConsumers, OutboxDispatcher } from '@quittance/outbox/host';
import type { ServerResponse } from 'node:http';
import { startReceiver, type Received } from '../../../../test/support/receiver.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { CreateEndpoint } from '../endpoints/create-endpoint.js';
import { DeliverMessages } from './deliver-messages.js';
import { FanOutEvents } from './fan-out-events.js';
import { MessagePost } from './send-message.js';
import { SLOTS } from './slots.js';

const SETTINGS = {
  allowPrivate: true,
  ownHosts: [],
  keys: keyRing([{ id: 'test', key: Buffer.alloc(32, 7) }]),
  resolve: () => Promise.resolve([]),
};

/** What one process sends at once. */
const MOST = 400;

let t: TestDatabase;
let sender: MessagePost;
beforeAll(async () => {
  t = await testDatabase();
  sender = new MessagePost(SETTINGS);
});
afterAll(async () => {
  sender?.onApplicationShutdown();
  await t?.close();
});

async function subscribe(ctx: Ctx, url: string, endpoints: number): Promise<void> {
  const create = new CreateEndpoint(t.db, SETTINGS);
  const endpoint = { url, types: ['invoice.sent'] as const, description: null, active: true };
  for (let i = 0; i < endpoints; i += 1) await create.execute(ctx, endpoint);
}

async function announce(ctx: Ctx, events: number): Promise<void> {
  await t.db.write(ctx, async (tx) => {
    for (let i = 0; i < events; i += 1) {
      emit(tx, {
        type: 'invoice.sent',
        object: 'invoice',
        recordId: newId(),
        data: { ...exampleOf('invoice.sent'), bulk: ctx.bulk ?? false },
      });
    }
  });
  const consumers = new EventConsumers();
  consumers.registerSet(new FanOutEvents());
  await new OutboxDispatcher(t.db, consumers).dispatchOnce(t.clock.now());
}

test('no company waits until the receivers of others have hung long enough', async () => {
  const companies = [await t.newCompany(), await t.newCompany(), await t.newCompany()];
  const [first, second, last] = companies.sort((a, b) => (a.companyId < b.companyId ? -1 : 1));
  if (!first || !second || !last) throw new Error('There are three companies');
  const slow = await startReceiver();
  const hanging: ServerResponse[] = [];
  slow.answer((response) => void hanging.push(response));
  for (const ctx of [first, second]) {
    await subscribe(ctx, slow.url, 10);
    await t.db.write(ctx, (tx) => tx.run('update webhooks.endpoint set in_flight_limit = 24'));
    await announce(ctx, 25);
  }
  const deliveries = new DeliverMessages(t.db, sender, t.clock);
  const faults: unknown[] = [];
  const round = () => deliveries.deliverOnce((fault) => faults.push(fault));
  while (hanging.length < MOST) await round();
  const quick = await startReceiver();
  await subscribe(last, quick.url, 1);
  await announce(last, 1);
  for (let freed = 0; freed < 5; freed += 1) {
    hanging[freed]?.writeHead(500).end();
    while (hanging.length < MOST + 1 + freed && quick.received.length === 0) await round();
  }
  await Promise.all([slow.close(), quick.close()]);
  await deliveries.settle();
  expect(quick.received).toHaveLength(1);
  expect(faults).toEqual([]);
});

describe('a backlog', () => {
  test('of a hanging receiver delays no other; that of a quick one grows faster', async () => {
    const ctx = await t.newCompany();
    const [slow, quick] = [await startReceiver(), await startReceiver()];
    slow.answer(() => undefined);
    await subscribe(ctx, slow.url, 1);
    await subscribe(ctx, quick.url, 1);
    await announce(ctx, 400);
    const deliveries = new DeliverMessages(t.db, sender, t.clock);
    while (quick.received.length < 400) await deliveries.deliverOnce(() => undefined);
    expect(slow.received.length).toBeLessThanOrEqual(SLOTS.first);
    const limits = await t.db.read(ctx, (tx) =>
      tx.rows<{ limit: number; url: string }>(
        'select in_flight_limit as limit, url from webhooks.endpoint',
      ),
    );
    const limitOf = (url: string) => limits.find((each) => each.url === url)?.limit ?? 0;
    expect(limitOf(quick.url)).toBeGreaterThan(SLOTS.first);
    expect(limitOf(slow.url)).toBeLessThanOrEqual(SLOTS.first);
    await Promise.all([slow.close(), quick.close()]);
    await deliveries.settle();
  });

  test('of work on many records is overtaken by what is fresh, and both arrive whole', async () => {
    const ctx = await t.newCompany();
    const receiver = await startReceiver();
    await subscribe(ctx, receiver.url, 1);
    await announce(bulkCtx(ctx), 500);
    const deliveries = new DeliverMessages(t.db, sender, t.clock);
    const faults: unknown[] = [];
    const round = () => deliveries.deliverOnce((fault) => faults.push(fault));
    while (receiver.received.length < 20) await round();
    const before = receiver.received.length;
    await announce(ctx, 5);
    while ((await round()) > 0);
    await deliveries.settle();
    const arrived = receiver.received.map(({ body }) => JSON.parse(body).data.bulk as boolean);
    const last = arrived.lastIndexOf(false);
    // Between their announcement and the last of them at most two claims went out with them.
    expect(last - before).toBeLessThan(2 * SLOTS.most);
    expect(arrived.slice(last)).toContain(true);
    expect([arrived.length, new Set(receiver.received.map(idOf)).size]).toEqual([505, 505]);
    expect(faults).toEqual([]);
    await receiver.close();
  });
});

const idOf = ({ headers }: Received) => headers['webhook-id'];
