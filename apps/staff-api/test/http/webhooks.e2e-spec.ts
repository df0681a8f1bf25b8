import {
  FanOutEvents,
  type EndpointWithSecret,
  type MessageDetail,
} from '@quittance/webhooks/host';
import { EventConsumers, OutboxDispatcher } from '@quittance/outbox/host';
import { Webhook } from 'standardwebhooks';
import { startReceiver, type Receiver } from '../../../../test/support/receiver.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, memberWith, newRole, refusal } from '../access/members.js';

let t: TestDatabase;
let api: TestStaffApi;
let receiver: Receiver;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t, { WEBHOOKS_ALLOW_PRIVATE: 'true' });
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await api.close();
  await t.close();
});

async function added(types = ['record.created']): Promise<EndpointWithSecret> {
  const answer = await api.admin.call('POST', '/webhooks', { body: { url: receiver.url, types } });
  expect(answer.status).toBe(201);
  return bodyOf<EndpointWithSecret>(answer);
}

describe('/webhooks', () => {
  afterEach(async () => {
    const { data } = bodyOf<{ data: { id: string }[] }>(await api.admin.call('GET', '/webhooks'));
    for (const { id } of data) await api.admin.call('DELETE', `/webhooks/${id}`);
  });

  it('shows a secret when it is made and rotated, and never again', async () => {
    const made = await added(['invoice.sent', 'invoice.sent']);
    expect(made).toMatchObject({ types: ['invoice.sent'], active: true, failures: 0 });
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const shown = await api.admin.call('GET', `/webhooks/${made.id}`);
    expect(JSON.stringify(shown.body)).not.toContain(made.secret);
    expect(shown.body).toMatchObject({ secretLast4: made.secret.slice(-4) });
    const rotated = await api.admin.call('POST', `/webhooks/${made.id}/rotate-secret`, {
      body: { overlapHours: 48 },
    });
    expect(rotated.body).toMatchObject({ previousSecretUntil: '2026-03-04T09:00:00.000Z' });
    expect(bodyOf<EndpointWithSecret>(rotated).secret).not.toBe(made.secret);
  });

  it('can be tried out at once', async () => {
    const { id, secret } = await added();
    const answer = await api.admin.call('POST', `/webhooks/${id}/test`);
    expect(answer.status).toBe(200);
    const message = bodyOf<MessageDetail>(answer);
    expect(message).toMatchObject({ type: 'webhook.test', status: 'delivered', statusCode: 204 });
    const last = receiver.received.at(-1);
    expect(last?.body).toBe(message.body);
    expect(new Webhook(secret).verify(message.body, last?.headers as never)).toMatchObject({
      type: 'webhook.test',
    });
    const list = await api.admin.call('GET', `/webhooks/${id}/messages?sort=-createdAt`);
    expect(list.body).toMatchObject({ total: 1, data: [{ id: message.id, status: 'delivered' }] });
  });

  it('tells what became of a message and sends it again under its old id', async () => {
    const { id } = await added();
    await newRole(api.admin);
    const consumers = new EventConsumers();
    consumers.registerSet(new FanOutEvents());
    await new OutboxDispatcher(t.db, consumers).dispatchOnce(t.clock.now());
    const list = bodyOf<{ data: MessageDetail[]; total: number }>(
      await api.admin.call('GET', `/webhooks/${id}/messages`),
    );
    const [message] = list.data as [MessageDetail];
    expect(message).toMatchObject({ type: 'record.created', status: 'pending', attempts: 0 });
    const path = `/webhooks/${id}/messages/${message.id}`;
    expect(refusal(await api.admin.call('POST', `${path}/replay`))).toEqual([
      409,
      'webhook_message_pending',
    ]);
    const off = await api.admin.call('PATCH', `/webhooks/${id}`, { body: { active: false } });
    expect(off.body).toMatchObject({ active: false, disabledReason: 'manual' });
    expect((await api.admin.call('GET', path)).body).toMatchObject({
      status: 'failed',
      error: 'webhook_off',
      log: [],
    });
    expect(refusal(await api.admin.call('POST', `/webhooks/${id}/test`))).toEqual([
      409,
      'webhook_not_active',
    ]);
    expect(refusal(await api.admin.call('POST', `${path}/replay`))).toEqual([
      409,
      'webhook_not_active',
    ]);
    await api.admin.call('PATCH', `/webhooks/${id}`, { body: { active: true } });
    const period = { from: '2026-03-01T00:00:00Z', to: '2026-03-03T00:00:00Z' };
    const replayed = await api.admin.call('POST', `/webhooks/${id}/replay`, { body: period });
    expect(replayed.body).toEqual({ messages: list.total });
    expect((await api.admin.call('GET', path)).body).toMatchObject({
      status: 'pending',
      messageId: message.messageId,
    });
  });

  it('keeps a company to ten', async () => {
    for (let i = 0; i < 10; i += 1) await added();
    const body = { url: receiver.url, types: ['*'] };
    expect(refusal(await api.admin.call('POST', '/webhooks', { body }))).toEqual([
      422,
      'webhook_limit_reached',
    ]);
  });

  it('takes no address inside the network and no unknown event', async () => {
    const strict = await startStaffApi(t);
    try {
      const inside = { url: 'https://127.0.0.1/', types: ['*'] };
      const refused = await strict.admin.call('POST', '/webhooks', { body: inside });
      expect(refused.status).toBe(422);
      expect(refused.body).toMatchObject({ errors: [{ pointer: '/url', code: 'host' }] });
      const unknown = { url: 'https://hooks.example.org/', types: ['invoice.eaten'] };
      const answer = await strict.admin.call('POST', '/webhooks', { body: unknown });
      expect(answer.body).toMatchObject({ errors: [{ pointer: '/types' }] });
    } finally {
      await strict.close();
    }
  });

  it('asks for the right to webhooks, and knows none of another company', async () => {
    const { id } = await added();
    const viewer = await memberWith(api, { matrix: { webhooks: ['view'] } });
    expect((await viewer.call('GET', `/webhooks/${id}`)).status).toBe(200);
    for (const verb of ['test', 'rotate-secret']) {
      const answer = await viewer.call('POST', `/webhooks/${id}/${verb}`, { body: {} });
      expect(refusal(answer)).toEqual([403, 'permission_denied']);
    }
    const stranger = await api.newAdmin();
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/rotate-secret'],
      ['GET', '/messages'],
    ] as const) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      const answer = await stranger.call(method, `/webhooks/${id}${path}`, { body });
      expect(refusal(answer)).toEqual([404, 'not_found']);
    }
  });
});
