import { RouteTable } from '@quittance/http/host';
import { newId } from '@quittance/kernel';
import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { companyTables } from '../../../../test/schema/catalog.js';
import {
  startStaffApi,
  type Answer,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, newRole } from './members.js';

let t: TestDatabase;
let api: TestStaffApi;
let owner: Client;
let roleId: string;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
  roleId = await newRole(api.admin);
});

afterAll(async () => {
  await owner?.end();
  await api?.close();
  await t?.close();
});

const keyed = (client: StaffClient, path: string, key: string, body?: object): Promise<Answer> =>
  client.call('POST', path, { headers: { 'idempotency-key': key }, ...(body && { body }) });

const newKey = (client: StaffClient, key: string) =>
  keyed(client, '/api-keys', key, { name: 'Warehouse', roleId });

const replayed = ({ headers }: Answer) => headers.get('idempotency-replayed');

/** The tables that hold a text, or its bytes, in any column of any row. */
async function tablesWith(secret: string): Promise<string[]> {
  const found: string[] = [];
  const bytes = Buffer.from(secret).toString('hex');
  for (const { name } of await companyTables(owner)) {
    const { rows } = await owner.query(
      `select 1 from ${name} r where strpos(r::text, $1) > 0 or strpos(r::text, $2) > 0 limit 1`,
      [secret, bytes],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

async function storedUnder(key: string): Promise<Record<string, unknown>> {
  const { rows } = await owner.query<Record<string, unknown>>(
    `select body, sealed_body, encode(fingerprint, 'hex') as print from http.idempotency_key
     where key = $1`,
    [key],
  );
  return rows[0] ?? {};
}

describe('an answer with a secret, under an idempotency key', () => {
  test('is given again byte for byte, and the effect is there once', async () => {
    const key = newId();
    const [first, second] = [await newKey(api.admin, key), await newKey(api.admin, key)];
    expect([first.status, replayed(first), second.status, replayed(second)]).toEqual([
      201,
      null,
      201,
      'true',
    ]);
    expect(second.body).toEqual(first.body);
    const given = { headers: { authorization: `Bearer ${bodyOf<{ key: string }>(second).key}` } };
    expect((await api.call('GET', '/auth/permissions', given)).status).toBe(200);
  });

  test('is not in the database, under the key or anywhere', async () => {
    const key = newId();
    const secret = bodyOf<{ key: string }>(await newKey(api.admin, key)).key;
    expect(await storedUnder(key)).toMatchObject({ body: '', sealed_body: { keyId: 'test' } });
    expect(await tablesWith(secret)).toEqual([]);
    expect(await tablesWith(secret.slice(-30))).toEqual([]);
  });

  test('of an invitation is kept the same way', async () => {
    const person = { email: `${newId()}@example.com`, name: 'Ivy Invited' };
    const { id } = bodyOf<{ id: string }>(await api.admin.call('POST', '/users', { body: person }));
    const key = newId();
    const [first, second] = [
      await keyed(api.admin, `/users/${id}/invite`, key),
      await keyed(api.admin, `/users/${id}/invite`, key),
    ];
    expect([replayed(second), second.body]).toEqual(['true', first.body]);
    const { token } = bodyOf<{ token: string }>(first);
    expect(await tablesWith(token)).toEqual([]);
    const body = { token, password: 'a very long password' };
    expect((await api.call('POST', '/auth/password/reset', { body })).status).toBe(204);
  });

  test('does not open under another key: a row that is moved is worthless', async () => {
    const [mine, other] = [newId(), newId()];
    await newKey(api.admin, mine);
    await newKey(api.admin, other);
    await owner.query(
      `update http.idempotency_key set sealed_body =
         (select sealed_body from http.idempotency_key where company_id = $3 and key = $1)
       where company_id = $3 and key = $2`,
      [mine, other, api.company.companyId],
    );
    const answer = await newKey(api.admin, other);
    expect([answer.status, bodyOf(answer).code]).toEqual([500, 'internal_error']);
    expect(JSON.stringify(answer.body)).not.toContain('qk_');
  });

  test('leaves answers without a secret readable, as support needs them', async () => {
    const key = newId();
    const { body } = await keyed(api.admin, '/roles', key, { name: `Role ${key}` });
    const stored = await storedUnder(key);
    expect(stored.sealed_body).toBeNull();
    expect(JSON.parse(stored.body as string)).toEqual(body);
  });
});

describe('secrets in requests', () => {
  test('cannot be tried out on the print of a request', async () => {
    const key = newId();
    const body = { currentPassword: 'a guess', password: 'correct horse battery' };
    await keyed(api.admin, '/roles', key, { name: `Role ${key}` });
    const print = createHash('sha256')
      .update('POST\n/roles\n\n')
      .update(
        createHash('sha256')
          .update(JSON.stringify({ name: `Role ${key}` }))
          .digest(),
      );
    expect((await storedUnder(key)).print).not.toBe(print.digest('hex'));
    const { status } = await keyed(api.admin, '/auth/password', newId(), body);
    expect(status).toBe(422);
  });

  test('are nowhere in the database in clear', async () => {
    const mark = `canary-${newId()}`;
    const secrets = {
      password: `${mark}-password`,
      webhook: `${mark}-webhook-secret`,
      rotated: `${mark}-rotated-secret`,
      keySecret: `${mark}-key-secret`,
    };
    const credentials = {
      keyId: 'rzp_test_000000000000',
      keySecret: secrets.keySecret,
      webhookSecret: secrets.webhook,
    };
    const call = async (method: string, path: string, body: object, headers = {}) =>
      (await api.admin.call(method, path, { body, headers })).status;
    expect([
      await call('PUT', '/connectors/payment', { provider: 'razorpay', credentials }),
      await call(
        'POST',
        '/connectors/payment/rotate-webhook-secret',
        { webhookSecret: secrets.rotated },
        { 'idempotency-key': newId() },
      ),
      await call(
        'POST',
        '/auth/password',
        { currentPassword: api.credentials.password, password: secrets.password },
        { 'idempotency-key': newId() },
      ),
    ]).toEqual([200, 200, 200]);
    const who = { email: api.credentials.email, password: secrets.password };
    const { refreshToken, accessToken, deviceToken } = bodyOf<Record<string, string>>(
      await api.call('POST', '/auth/login', { body: who }),
    );
    const tokens = [refreshToken ?? '', accessToken ?? '', deviceToken ?? ''];
    expect(tokens.filter((token) => token.length > 20)).toHaveLength(3);
    for (const secret of [mark, ...tokens]) {
      expect([secret, await tablesWith(secret)]).toEqual([secret, []]);
    }
    const sha256 = createHash('sha256').update(secrets.password).digest('hex');
    expect(await tablesWith(sha256)).toEqual([]);
  });
});

describe('a route whose answer holds a secret', () => {
  test('is marked so, by the names of the members of its answer', async () => {
    const { body } = await api.call('GET', '/openapi.json');
    const { paths, components } = body as {
      paths: Record<string, Record<string, object>>;
      components: { schemas: Record<string, { properties?: object }> };
    };
    const SECRET =
      /^(key|token|secret|password|accessToken|refreshToken|deviceToken|webhookSecret)$/;
    const shapes = Object.entries(components.schemas)
      .filter(([, { properties = {} }]) => Object.keys(properties).some((n) => SECRET.test(n)))
      .map(([name]) => `"#/components/schemas/${name}"`);
    const told = api.app
      .get(RouteTable)
      .all()
      .filter(({ method, path, policy, handler }) => {
        const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] as {
          responses: object;
        };
        const answers = shapes.some((shape) => JSON.stringify(operation.responses).includes(shape));
        const marked = Reflect.hasMetadata('quittance:answers-secret', handler);
        // Nobody has a key of their own before they are signed in, so nothing is kept for them.
        return answers && policy.kind !== 'public' && method !== 'GET' && !marked;
      });
    expect(told.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });
});
