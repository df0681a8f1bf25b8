import { startFakeRazorpay, type FakeRazorpay } from '@quittance/payment-razorpay/testing';
import { Client } from 'pg';
import { expectInvariants } from '../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { pointersOf } from '../receivables/billing-support.js';
import { bodyOf, memberWith, refusal } from '../access/members.js';

const CANARY = 'canary-of-a-secret';

let t: TestDatabase;
let api: TestStaffApi;
let fake: FakeRazorpay;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  fake = await startFakeRazorpay();
});

afterAll(async () => {
  await expectInvariants(t);
  await fake?.stop();
  await api?.close();
  await t?.close();
});

const razorpay = (more: object = {}) => ({
  provider: 'razorpay',
  active: true,
  credentials: {
    keyId: fake.keyId,
    keySecret: fake.keySecret,
    webhookSecret: `${CANARY}-webhook-1234`,
  },
  settings: { baseUrl: fake.url, callbackOrigins: ['https://Shop.example:443/'] },
  ...more,
});

const put = (body: object) => api.admin.call('PUT', '/connectors/payment', { body });

describe('the payment connector', () => {
  it('is absent at first, and the sandbox stands in', async () => {
    expect(refusal(await api.admin.call('GET', '/connectors/payment'))).toEqual([404, 'not_found']);
    expect((await api.admin.call('GET', '/connectors')).body).toEqual({
      data: [],
      fallback: { kind: 'payment', provider: 'sandbox' },
    });
  });

  it('shows that its secrets are there and how they end, never more', async () => {
    const answer = await put(razorpay());
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      kind: 'payment',
      provider: 'razorpay',
      active: true,
      credentials: {
        keyId: { configured: true, last4: fake.keyId.slice(-4) },
        keySecret: { configured: true, last4: fake.keySecret.slice(-4) },
        webhookSecret: { configured: true, last4: '1234' },
      },
      previousWebhookSecret: null,
      settings: { baseUrl: fake.url, callbackOrigins: ['https://shop.example'] },
    });
    const read = await api.admin.call('GET', '/connectors/payment');
    expect(read.body).toEqual(answer.body);
    const list = await api.admin.call('GET', '/connectors');
    expect(list.body).toEqual({ data: [answer.body], fallback: null });
    expect(JSON.stringify([answer.body, list.body])).not.toContain(CANARY);
  });

  it('keeps the secrets that are left out', async () => {
    const answer = await put({ ...razorpay(), credentials: {}, settings: { baseUrl: fake.url } });
    expect(bodyOf(answer).credentials).toMatchObject({ webhookSecret: { last4: '1234' } });
    expect(bodyOf(answer).settings).toEqual({ baseUrl: fake.url });
  });

  it('is tested against the provider', async () => {
    const good = await api.admin.call('POST', '/connectors/payment/test');
    expect(good.body).toEqual({ ok: true, provider: 'razorpay', detail: null });
    const credentials = { ...razorpay().credentials, keySecret: 'not-the-key-secret' };
    await put({ ...razorpay(), credentials });
    const bad = await api.admin.call('POST', '/connectors/payment/test');
    expect(bad.body).toEqual({
      ok: false,
      provider: 'razorpay',
      detail: 'Razorpay did not accept the credentials.',
    });
  });

  it('is tested before it is switched on, never the sandbox in its place', async () => {
    await put({ ...razorpay(), active: false });
    const tested = await api.admin.call('POST', '/connectors/payment/test');
    expect(tested.body).toEqual({ ok: true, provider: 'razorpay', detail: null });
    await put(razorpay());
  });

  it('keeps the old webhook secret for a while when a new one is set', async () => {
    const answer = await api.admin.call('POST', '/connectors/payment/rotate-webhook-secret', {
      body: { webhookSecret: `${CANARY}-webhook-5678`, overlapHours: 48 },
    });
    expect(answer.body).toMatchObject({
      credentials: { webhookSecret: { configured: true, last4: '5678' } },
      previousWebhookSecret: {
        configured: true,
        last4: '1234',
        validUntil: '2026-03-04T09:00:00.000Z',
      },
    });
  });

  it('keeps it for a week unless told otherwise', async () => {
    const answer = await api.admin.call('POST', '/connectors/payment/rotate-webhook-secret', {
      body: { webhookSecret: `${CANARY}-webhook-9012` },
    });
    expect(answer.body).toMatchObject({
      credentials: { webhookSecret: { configured: true, last4: '9012' } },
      previousWebhookSecret: { last4: '5678', validUntil: '2026-03-09T09:00:00.000Z' },
    });
  });

  it('is switched off, not lost, when another provider takes over', async () => {
    await put({ provider: 'sandbox' });
    const { data } = bodyOf<{ data: { provider: string; active: boolean }[] }>(
      await api.admin.call('GET', '/connectors'),
    );
    expect(data.map(({ provider, active }) => [provider, active])).toEqual([
      ['sandbox', true],
      ['razorpay', false],
    ]);
  });

  it('leaves a trail without secrets, and no secret in the database', async () => {
    const log = await api.admin.call('GET', '/audit-log?pageSize=200');
    const actions = bodyOf<{ data: { action: string }[] }>(log).data.map(({ action }) => action);
    expect(actions).toEqual(
      expect.arrayContaining([
        'connector.created',
        'connector.updated',
        'connector.tested',
        'connector.webhook_secret_rotated',
      ]),
    );
    expect(JSON.stringify(log.body)).not.toContain(CANARY);
    const owner = new Client({ connectionString: t.ownerUrl });
    await owner.connect();
    const { rows } = await owner.query(
      `select query_to_xml(format('select * from %I.%I', table_schema, table_name), true, true, '')
         ::text as dump
       from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog',
       'information_schema')`,
    );
    await owner.end();
    expect(rows.map(({ dump }) => String(dump)).join('')).not.toContain(CANARY);
  });

  it('is removed', async () => {
    expect((await api.admin.call('DELETE', '/connectors/payment')).status).toBe(204);
    expect(refusal(await api.admin.call('DELETE', '/connectors/payment'))).toEqual([
      404,
      'not_found',
    ]);
    const rotate = await api.admin.call('POST', '/connectors/payment/rotate-webhook-secret', {
      body: { webhookSecret: 'another-secret' },
    });
    expect(refusal(rotate)).toEqual([404, 'not_found']);
  });
});

describe('what is refused of a connector', () => {
  it.each([
    ['an unknown provider', { provider: 'paypal' }, ['/provider']],
    ['no provider', { provider: undefined }, ['/provider']],
    [
      'a missing credential',
      { credentials: { keyId: 'rzp_test_1' } },
      ['/credentials/keySecret', '/credentials/webhookSecret'],
    ],
    [
      'an unknown credential',
      {
        credentials: {
          keyId: 'rzp_test_1',
          keySecret: '12345678',
          webhookSecret: '12345678',
          token: 'x',
        },
      },
      ['/credentials/token'],
    ],
    [
      'a short secret',
      { credentials: { keyId: 'rzp_test_1', keySecret: 'short', webhookSecret: '12345678' } },
      ['/credentials/keySecret'],
    ],
    [
      'a secret that is no text',
      { credentials: { keyId: 'rzp_test_1', keySecret: 12345678, webhookSecret: '12345678' } },
      ['/credentials/keySecret'],
    ],
    ['an unknown setting', { settings: { colour: 'blue' } }, ['/settings/colour']],
    [
      'a private address to call',
      { settings: { baseUrl: 'https://10.0.0.1' } },
      ['/settings/baseUrl'],
    ],
    [
      'a metadata address to call',
      { settings: { baseUrl: 'http://169.254.169.254' } },
      ['/settings/baseUrl'],
    ],
    [
      'origins that are none',
      { settings: { callbackOrigins: ['https://a.example/path'] } },
      ['/settings/callbackOrigins'],
    ],
    ['an unknown mode', { settings: { threeDecimalMode: 'down' } }, ['/settings/threeDecimalMode']],
  ])('%s', async (_, change, pointers) => {
    const answer = await put({ ...razorpay(), ...change });
    expect(answer.status).toBe(422);
    expect(pointersOf(answer)).toEqual(pointers);
  });

  it('an unknown member, and one that every object inherits', async () => {
    expect((await put({ ...razorpay(), secret: 'x' })).status).toBe(400);
    expect((await put({ ...razorpay(), settings: { constructor: 'x' } })).status).toBe(400);
  });

  it('another address than the provider’s own in production', async () => {
    const production = await startStaffApi(t, { NODE_ENV: 'production' });
    const answer = await production.admin.call('PUT', '/connectors/payment', {
      body: razorpay({ settings: { baseUrl: 'https://internal.example' } }),
    });
    expect(pointersOf(answer)).toEqual(['/settings/baseUrl']);
    const own = await production.admin.call('PUT', '/connectors/payment', {
      body: razorpay({ settings: { baseUrl: 'https://api.razorpay.com/' } }),
    });
    expect(bodyOf(own).settings).toEqual({ baseUrl: 'https://api.razorpay.com' });
    const sandbox = await production.admin.call('PUT', '/connectors/payment', {
      body: { provider: 'sandbox' },
    });
    expect(pointersOf(sandbox)).toEqual(['/provider']);
    await production.close();
  });
});

describe('who may touch connectors', () => {
  it.each([
    ['GET', '/connectors', 'view'],
    ['GET', '/connectors/payment', 'view'],
    ['PUT', '/connectors/payment', 'update'],
    ['DELETE', '/connectors/payment', 'delete'],
    ['POST', '/connectors/payment/test', 'update'],
    ['POST', '/connectors/payment/rotate-webhook-secret', 'update'],
  ])('%s %s needs the right to %s', async (method, path, action) => {
    const nobody = await memberWith(api, { matrix: { payments: ['view', 'create', 'update'] } });
    const answer = await nobody.call(method, path, method === 'GET' ? {} : { body: {} });
    expect(refusal(answer)).toEqual([403, 'permission_denied']);
    expect(answer.body).toMatchObject({ resource: 'connectors', action });
    expect((await api.call(method, path)).status).toBe(401);
  });
});
