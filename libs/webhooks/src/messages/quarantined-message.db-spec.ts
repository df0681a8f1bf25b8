import { exampleOf } from '@quittance/contracts';
import { keyRing } from '@quittance/config';
import { newId, type Ctx } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { EventConsumers, OutboxDispatcher } from '@quittance/outbox/host';
import { learn } from '@quittance/watchdog/host';
import { aStandstill } from '../../../../test/support/a-standstill.js';
import { startReceiver, type Receiver } from '../../../../test/support/receiver.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { CreateEndpoint } from '../endpoints/create-endpoint.js';
import type { WebhookId } from '../endpoints/endpoint.js';
import { findEndpoint } from '../endpoints/endpoint.repository.js';
import { EndpointUsage } from '../endpoints/endpoint-usage.js';
import { DeliverMessages } from './deliver-messages.js';
import { FanOutEvents } from './fan-out-events.js';
import type { MessageId } from './message.js';
import { readMessage } from './message.repository.js';
import { ReplayMessages } from './replay-messages.js';
import { MessagePost } from './send-message.js';

const SETTINGS = {
  allowPrivate: true,
  ownHosts: [],
  keys: keyRing([{ id: 'test', key: Buffer.alloc(32, 7) }]),
  resolve: () => Promise.resolve([]),
};

let t: TestDatabase;
let sender: MessagePost;
let receiver: Receiver;
beforeAll(async () => {
  t = await testDatabase();
  sender = new MessagePost(SETTINGS);
});
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  learn([], t.clock.now());
  await receiver.close();
});
afterAll(async () => {
  sender?.onApplicationShutdown();
  await t?.close();
});

interface Waiting {
  readonly ctx: Ctx;
  readonly endpointId: WebhookId;
  /** In the order of their records. */
  readonly ids: readonly MessageId[];
}

/** Messages to one endpoint, one about each of these records. */
async function waiting(...records: readonly string[]): Promise<Waiting> {
  const ctx = await t.newCompany();
  const { id: endpointId } = await new CreateEndpoint(t.db, SETTINGS).execute(ctx, {
    url: receiver.url,
    types: ['invoice.sent'],
    description: null,
    active: true,
  });
  await t.db.write(ctx, async (tx) => {
    for (const recordId of records) {
      const data = exampleOf('invoice.sent');
      emit(tx, { type: 'invoice.sent', object: 'invoice', recordId, data });
    }
  });
  const consumers = new EventConsumers();
  consumers.registerSet(new FanOutEvents());
  await new OutboxDispatcher(t.db, consumers).dispatchOnce(t.clock.now());
  const rows = await t.db.read(ctx, (tx) =>
    tx.rows<{ id: MessageId }>('select id from webhooks.message order by id'),
  );
  return { ctx, endpointId, ids: rows.map(({ id }) => id) };
}

/** What a process that starts now knows: this message has ended two before it. */
function twice({ companyId }: Ctx, id = ''): void {
  const end = aStandstill({ companyId, kind: 'webhook-message', id }, t.clock.now());
  learn([end, end], t.clock.now());
}

async function deliver(): Promise<void> {
  const deliveries = new DeliverMessages(t.db, sender, t.clock);
  const faults: unknown[] = [];
  while ((await deliveries.deliverOnce((fault) => faults.push(fault))) > 0);
  await deliveries.settle();
  expect(faults).toEqual([]);
}

const message = ({ ctx, endpointId }: Waiting, id = '') =>
  t.db.read(ctx, (tx) => readMessage(tx, endpointId, id as MessageId));

const arrived = () =>
  receiver.received.map(({ body }) => (JSON.parse(body) as { record_id: string }).record_id);

it('has failed without being sent; what is behind it, of its record too, arrives', async () => {
  const [bad, good] = [newId(), newId()];
  const sent = await waiting(bad, bad, good);
  twice(sent.ctx, sent.ids[0]);
  await deliver();
  expect(arrived().sort()).toEqual([bad, good].sort());
  expect(await message(sent, sent.ids[0])).toMatchObject({
    status: 'failed',
    error: 'work_quarantined',
    log: [{ number: 1, error: 'work_quarantined', statusCode: null }],
  });
  expect(await message(sent, sent.ids[1])).toMatchObject({ status: 'delivered', error: null });
});

it('says nothing about its endpoint', async () => {
  const sent = await waiting(newId());
  twice(sent.ctx, sent.ids[0]);
  await deliver();
  const endpoint = await t.db.read(sent.ctx, (tx) => findEndpoint(tx, sent.endpointId));
  expect(endpoint).toMatchObject({ active: true, failures: 0, failingSince: null });
});

it('is sent when a person replays it, and only then', async () => {
  const sent = await waiting('bad');
  twice(sent.ctx, sent.ids[0]);
  await deliver();
  await deliver();
  expect(receiver.received).toHaveLength(0);
  await new ReplayMessages(t.db, new EndpointUsage()).one(
    sent.ctx,
    sent.endpointId,
    sent.ids[0] as MessageId,
  );
  await deliver();
  expect(await message(sent, sent.ids[0])).toMatchObject({ status: 'delivered', error: null });
});

it('of another company is not held', async () => {
  const [held, other] = [await waiting('a'), await waiting('b')];
  twice(held.ctx, other.ids[0]);
  await deliver();
  expect(arrived().sort()).toEqual(['a', 'b']);
});

it('is known by its own name, however many are under way', async () => {
  const { ctx, ids } = await waiting('a', 'b', 'c');
  const ends = [ids[0], ids[2]].flatMap((id) => {
    const unit = { companyId: ctx.companyId, kind: 'webhook-message', id: String(id) };
    const end = aStandstill(unit, t.clock.now());
    return [end, end];
  });
  learn(ends, t.clock.now());
  await deliver();
  expect(arrived()).toEqual(['b']);
});
