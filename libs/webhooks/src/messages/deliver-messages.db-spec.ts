import { keyRing } from '@quittance/config';
import { newId, type Ctx } from '@quittance/kernel';
import { emit, EventConsumers, OutboxDispatcher } from '@quittance/outbox';
import type { ServerResponse } from 'node:http';
import { startReceiver } from '../../../../test/support/receiver.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { CreateEndpoint } from '../endpoints/create-endpoint.js';
import { DeliverMessages } from './deliver-messages.js';
import { FanOutEvents } from './fan-out-events.js';
import { SendMessage } from './send-message.js';

const SETTINGS = {
  allowPrivate: true,
  ownHosts: [],
  keys: keyRing([{ id: 'test', key: Buffer.alloc(32, 7) }]),
  resolve: () => Promise.resolve([]),
};

let t: TestDatabase;
let sender: SendMessage;
beforeAll(async () => {
  t = await testDatabase({ poolSize: 20 });
  sender = new SendMessage(t.db, SETTINGS);
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
      emit(tx, { type: 'invoice.sent', object: 'invoice', recordId: newId(), data: {} });
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
    await announce(ctx, 15);
  }
  const deliveries = new DeliverMessages(t.db, sender, t.clock);
  const faults: unknown[] = [];
  const round = () => deliveries.deliverOnce((fault) => faults.push(fault));
  while (hanging.length < 100) await round();
  const quick = await startReceiver();
  await subscribe(last, quick.url, 1);
  await announce(last, 1);
  for (let freed = 0; freed < 5; freed += 1) {
    hanging[freed]?.writeHead(500).end();
    while (hanging.length < 101 + freed && quick.received.length === 0) await round();
  }
  await Promise.all([slow.close(), quick.close()]);
  await deliveries.settle();
  expect(quick.received).toHaveLength(1);
  expect(faults).toEqual([]);
});
