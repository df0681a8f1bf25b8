import { keyRing } from '@quittance/config';
import { exampleOf } from '@quittance/contracts';
import { addSeconds, newId, type Ctx } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { EventConsumers, OutboxDispatcher } from '@quittance/outbox/host';
import type { LookupAddress } from 'node:dns';
import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { CreateEndpoint } from './endpoints/create-endpoint.js';
import { DeleteEndpoint } from './endpoints/delete-endpoint.js';
import type { EventSubscription } from './endpoints/endpoint.js';
import type { EndpointWithSecret } from './endpoints/endpoint.view.js';
import { findEndpoint } from './endpoints/endpoint.repository.js';
import { EndpointUsage } from './endpoints/endpoint-usage.js';
import { RotateEndpointSecret } from './endpoints/rotate-secret.js';
import { UpdateEndpoint } from './endpoints/update-endpoint.js';
import { DeliverMessages } from './messages/deliver-messages.js';
import { FanOutEvents } from './messages/fan-out-events.js';
import { PurgeMessages } from './messages/purge-messages.js';
import { ReplayMessages } from './messages/replay-messages.js';
import { MessagePost } from './messages/send-message.js';
import { startReceiver, type Received, type Receiver } from '../../../test/support/receiver.js';
import type { WebhooksSettings } from './webhooks.settings.js';

const USAGE = new EndpointUsage();
const SETTINGS: WebhooksSettings = {
  allowPrivate: true,
  ownHosts: [],
  keys: keyRing([{ id: 'test', key: Buffer.alloc(32, 7) }]),
  resolve: () => Promise.resolve([]),
};

let t: TestDatabase;
let ctx: Ctx;
let receiver: Receiver;
const senders: MessagePost[] = [];
beforeAll(async () => {
  t = await testDatabase();
});
beforeEach(async () => {
  ctx = await t.newCompany();
  receiver = await startReceiver();
});
afterEach(async () => {
  // What a test leaves waiting is nobody else's.
  await t.db.write(at(), (tx) => tx.run('delete from webhooks.endpoint'));
  await receiver.close();
  for (const sender of senders.splice(0)) sender.onApplicationShutdown();
});
afterAll(() => t.close());

const now = () => t.clock.now();
const at = () => ({ ...ctx, now: now() });

function subscribe(
  types: readonly EventSubscription[] = ['*'],
  url = receiver.url,
): Promise<EndpointWithSecret> {
  const create = new CreateEndpoint(t.db, SETTINGS);
  return create.execute(at(), { url, types, description: null, active: true });
}

async function announce(
  count: number,
  type: 'invoice.sent' | 'invoice.voided' = 'invoice.sent',
): Promise<void> {
  await t.db.write(at(), async (tx) => {
    for (let i = 0; i < count; i += 1) {
      emit(tx, { type, object: 'invoice', recordId: newId(), data: { ...exampleOf(type), n: i } });
    }
  });
}

async function dispatch(): Promise<void> {
  const consumers = new EventConsumers();
  consumers.registerSet(new FanOutEvents());
  await new OutboxDispatcher(t.db, consumers).dispatchOnce(now());
}

function worker(settings: WebhooksSettings = SETTINGS): DeliverMessages {
  const sender = new MessagePost(settings);
  senders.push(sender);
  return new DeliverMessages(t.db, sender, t.clock);
}

/** Sends until nothing is due. */
async function deliver(deliveries: DeliverMessages = worker()): Promise<void> {
  const faults: unknown[] = [];
  while ((await deliveries.deliverOnce((fault) => faults.push(fault))) > 0);
  await deliveries.settle();
  expect(faults).toEqual([]);
}

interface Stored {
  readonly status: string;
  readonly attempts: number;
  readonly error: string | null;
  readonly logged: number;
}

const stored = () =>
  t.db.read(at(), (tx) =>
    tx.rows<Stored>(`select m.status, m.attempts, m.error, (select count(*)::int
       from webhooks.attempt a 
       where a.company_id = m.company_id and a.message_id = m.id) as logged
     from webhooks.message m order by m.created_at, m.id`),
  );
const eventStates = () =>
  t.db.read(at(), (tx) =>
    tx.rows<{ state: string; count: number }>(
      `select state, count(*)::int as count from outbox.event where type <> 'record.created'
       group by state order by state`,
    ),
  );
const endpoint = ({ id }: EndpointWithSecret) => t.db.read(at(), (tx) => findEndpoint(tx, id));
const idOf = (body: string) => (JSON.parse(body) as { event_id: string }).event_id;

describe('events that a company has sent to it', () => {
  it('arrive once each, signed, at every endpoint that asks for them', async () => {
    const all = await subscribe(['invoice.sent', 'invoice.paid']);
    const other = await startReceiver();
    await subscribe(['payment.received'], other.url);
    await announce(3);
    await announce(2, 'invoice.voided');
    await dispatch();
    await deliver();
    expect(receiver.received).toHaveLength(3);
    expect(new Set(receiver.received.map(({ body }) => idOf(body))).size).toBe(3);
    const [{ body, headers }] = receiver.received as [Received];
    expect(JSON.parse(body)).toMatchObject({
      type: 'invoice.sent',
      company_id: ctx.companyId,
      object: 'invoice',
    });
    const sentAt = new Date(Number(headers['webhook-timestamp']) * 1000);
    expect(sentAt.toISOString()).toBe(now());
    const id = String(headers['webhook-id']);
    expect(headers['webhook-signature']).toBe(new Webhook(all.secret).sign(id, sentAt, body));
    expect(other.received).toEqual([]);
    await other.close();
    expect(await eventStates()).toEqual([{ state: 'dispatched', count: 5 }]);
    expect(await stored()).toEqual(
      Array.from({ length: 3 }, () => ({
        status: 'delivered',
        attempts: 1,
        error: null,
        logged: 1,
      })),
    );
  });

  it('become messages by the thousand, once, however many processes dispatch', async () => {
    await subscribe(['invoice.sent']);
    await announce(2500);
    const rounds = Array.from({ length: 8 }, () => dispatch());
    await Promise.all(rounds);
    await dispatch();
    expect((await stored()).length).toBe(2500);
    expect(await eventStates()).toEqual([{ state: 'dispatched', count: 2500 }]);
  });

  it('of one company never reach another', async () => {
    const other = await t.newCompany();
    await subscribe(['*']);
    await t.db.write({ ...other, now: now() }, async (tx) =>
      emit(tx, {
        type: 'invoice.sent',
        object: 'invoice',
        recordId: 'x',
        data: exampleOf('invoice.sent'),
      }),
    );
    await dispatch();
    await deliver();
    expect(receiver.received.map(({ body }) => JSON.parse(body).company_id)).toEqual([
      ctx.companyId,
    ]);
  });

  it('carry the signatures of both secrets while a rotation overlaps', async () => {
    const made = await subscribe(['invoice.sent']);
    const rotated = await new RotateEndpointSecret(t.db, SETTINGS, USAGE).execute(
      at(),
      made.id,
      24,
    );
    expect(rotated.secret).not.toBe(made.secret);
    await announce(1);
    await dispatch();
    await deliver();
    const signatures = (n: number) =>
      String(receiver.received[n]?.headers['webhook-signature']).split(' ');
    expect(signatures(0)).toHaveLength(2);
    t.clock.set(addSeconds(now(), 25 * 3600));
    await announce(1);
    await dispatch();
    await deliver();
    expect(signatures(1)).toHaveLength(1);
  });
});

describe('a message that does not arrive', () => {
  it('is sent again under the same id until it does', async () => {
    const made = await subscribe(['invoice.sent']);
    await announce(1);
    await dispatch();
    receiver.answer((response) => response.writeHead(500).end('down for repairs'));
    await deliver();
    expect(await stored()).toEqual([
      { status: 'pending', attempts: 1, error: 'http_status', logged: 1 },
    ]);
    expect(await endpoint(made)).toMatchObject({ failures: 1, active: true });
    await deliver();
    expect(receiver.received).toHaveLength(1);
    receiver.answer((response) => response.writeHead(200).end());
    t.clock.set(addSeconds(now(), 7));
    await deliver();
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(1);
    expect(await stored()).toEqual([{ status: 'delivered', attempts: 2, error: null, logged: 2 }]);
    expect(await endpoint(made)).toMatchObject({ failures: 0, failingSince: null });
  });

  it('fails after ten attempts, its endpoint is switched off, and it can be replayed', async () => {
    const made = await subscribe(['invoice.sent', 'webhook.disabled']);
    await announce(1);
    await dispatch();
    receiver.answer((response) => response.writeHead(500).end());
    for (let i = 0; i < 10; i += 1) {
      await deliver();
      t.clock.set(addSeconds(now(), 30 * 3600));
    }
    expect(receiver.received).toHaveLength(10);
    expect(await stored()).toMatchObject([{ status: 'failed', attempts: 10, logged: 10 }]);
    expect(await endpoint(made)).toMatchObject({ active: false, disabledReason: 'failing' });
    receiver.answer((response) => response.writeHead(200).end());
    await new UpdateEndpoint(t.db, SETTINGS, USAGE).execute(at(), made.id, { active: true }, null);
    const period = { from: addSeconds(now(), -100 * 86_400), to: addSeconds(now(), 1) };
    const replayed = await new ReplayMessages(t.db, USAGE).failed(at(), made.id, period);
    expect(replayed).toEqual({ messages: 1 });
    await deliver();
    expect(await stored()).toMatchObject([{ status: 'delivered', attempts: 1, logged: 11 }]);
  });

  it('ends at once where the receiver is gone, with all that waits', async () => {
    const made = await subscribe(['invoice.sent']);
    await announce(8);
    await dispatch();
    receiver.answer((response) => response.writeHead(410).end());
    await deliver();
    expect(await endpoint(made)).toMatchObject({ active: false, disabledReason: 'gone' });
    expect((await stored()).map(({ status }) => status)).toEqual(Array(8).fill('failed'));
    expect(receiver.received.length).toBeLessThanOrEqual(5);
  });

  it('waits no longer when its endpoint is switched off while it is under way', async () => {
    const made = await subscribe(['invoice.sent']);
    await announce(4);
    await dispatch();
    const waiting: ServerResponse[] = [];
    receiver.answer((response) => void waiting.push(response));
    const deliveries = worker();
    const faults: unknown[] = [];
    while (waiting.length < 4) await deliveries.deliverOnce((fault) => faults.push(fault));
    await new UpdateEndpoint(t.db, SETTINGS, USAGE).execute(at(), made.id, { active: false }, null);
    for (const response of waiting) response.writeHead(503).end();
    await deliveries.settle();
    const failed = { status: 'failed', attempts: 1, error: 'webhook_off', logged: 1 };
    expect(await stored()).toEqual(Array(4).fill(failed));
    expect(faults).toEqual([]);
  });

  it('is forgotten with its endpoint, also while it is under way', async () => {
    const made = await subscribe(['invoice.sent']);
    await announce(1);
    await dispatch();
    const waiting: ServerResponse[] = [];
    receiver.answer((response) => void waiting.push(response));
    const deliveries = worker();
    const faults: unknown[] = [];
    while (waiting.length < 1) await deliveries.deliverOnce((fault) => faults.push(fault));
    await new DeleteEndpoint(t.db, USAGE).execute(at(), made.id);
    for (const response of waiting) response.writeHead(204).end();
    await deliveries.settle();
    expect(await stored()).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('is not followed elsewhere, and holds up nobody while it hangs', async () => {
    await subscribe(['invoice.sent']);
    const slow = await startReceiver();
    slow.answer(() => undefined);
    await subscribe(['invoice.sent'], slow.url);
    receiver.answer((response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    );
    await announce(12);
    await dispatch();
    const deliveries = worker();
    while (receiver.received.length < 12) await deliveries.deliverOnce(() => undefined);
    expect(slow.received.length).toBeLessThanOrEqual(5);
    await slow.close();
    await deliveries.settle();
    const errors = (await stored()).map(({ error }) => error);
    expect(errors.filter((error) => error === 'http_status')).toHaveLength(12);
  });

  it('waits as long as the receiver asks', async () => {
    const made = await subscribe(['invoice.sent']);
    await announce(3);
    await dispatch();
    receiver.answer((response) => response.writeHead(429, { 'retry-after': '600' }).end());
    await deliver();
    const calls = receiver.received.length;
    await announce(3);
    await dispatch();
    t.clock.set(addSeconds(now(), 60));
    await deliver();
    expect(receiver.received).toHaveLength(calls);
    expect((await endpoint(made)).pausedUntil).not.toBeNull();
    receiver.answer((response) => response.writeHead(200).end());
    t.clock.set(addSeconds(now(), 600));
    await deliver();
    expect((await stored()).map(({ status }) => status)).toEqual(Array(6).fill('delivered'));
  });

  it('is sent again when the process that sent it died', async () => {
    await subscribe(['invoice.sent']);
    await announce(1);
    await dispatch();
    await t.db.write(at(), (tx) =>
      tx.run('update webhooks.message set leased_until = $1, attempts = 1', [
        addSeconds(now(), 30),
      ]),
    );
    await deliver();
    expect(receiver.received).toHaveLength(0);
    t.clock.set(addSeconds(now(), 31));
    await deliver();
    expect(await stored()).toMatchObject([{ status: 'delivered', attempts: 2 }]);
  });
});

describe('an address inside the network', () => {
  const inside: LookupAddress[] = [{ address: '10.0.0.5', family: 4 }];
  const outside: LookupAddress[] = [{ address: '203.0.114.9', family: 4 }];

  it('is not called, whatever its name led to when it was saved', async () => {
    const answers = [[...outside, ...inside], inside];
    const resolve = vi.fn(() => Promise.resolve(answers.shift() ?? inside));
    const guarded = { ...SETTINGS, allowPrivate: false, resolve };
    const create = new CreateEndpoint(t.db, guarded);
    await create.execute(at(), {
      url: 'https://rebinding.example.com/',
      types: ['invoice.sent'],
      description: null,
      active: true,
    });
    await announce(2);
    await dispatch();
    await deliver(worker(guarded));
    expect(resolve).toHaveBeenCalledTimes(2);
    expect(await stored()).toMatchObject([
      { status: 'pending', error: 'blocked_address' },
      { status: 'pending', error: 'blocked_address' },
    ]);
  });

  it('is not called any more once the rules have become stricter', async () => {
    await subscribe(['invoice.sent']);
    await announce(1);
    await dispatch();
    await deliver(worker({ ...SETTINGS, allowPrivate: false }));
    expect(await stored()).toMatchObject([{ error: 'blocked_address' }]);
    expect(receiver.received).toEqual([]);
  });
});

describe('the endpoints of a company', () => {
  it('are at most ten, also when several are added at once', async () => {
    for (let i = 0; i < 9; i += 1) await subscribe();
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => subscribe()));
    const refused = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(refused.map(({ code }) => code)).toEqual(Array(4).fill('webhook_limit_reached'));
  });

  it('forget their old messages', async () => {
    await subscribe(['invoice.sent']);
    await announce(2);
    await dispatch();
    await deliver();
    t.clock.set(addSeconds(now(), 31 * 86_400));
    await announce(1);
    await dispatch();
    expect(await new PurgeMessages(t.db).execute(at())).toBe(2);
    expect(await stored()).toHaveLength(1);
  });
});
