import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, memberWith, newRole, refusal } from './members.js';

let t: TestDatabase;
let api: TestStaffApi;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
afterAll(async () => {
  await api.close();
  await t.close();
});

interface Key {
  id: string;
  key: string;
}

async function newKey(body: object = {}): Promise<Key> {
  const roleId = await newRole(api.admin, { matrix: { users: ['view'] } });
  const made = await api.admin.call('POST', '/api-keys', {
    body: { name: 'Shop', roleId, ...body },
  });
  expect(made.status).toBe(201);
  return bodyOf<Key>(made);
}

const withKey = (key: string, method: string, path: string, body?: unknown) =>
  api.call(method, path, { body, headers: { authorization: `Bearer ${key}` } });

describe('/api-keys', () => {
  it('shows the key once and acts with its role', async () => {
    const { id, key } = await newKey();
    expect(key).toMatch(/^qk_/);
    const list = await api.admin.call('GET', '/api-keys');
    expect(JSON.stringify(list.body)).not.toContain(key.slice(35));
    expect(bodyOf<{ data: object[] }>(list).data).toContainEqual(
      expect.objectContaining({ id, name: 'Shop', lastCharacters: key.slice(-4) }),
    );
    expect((await withKey(key, 'GET', '/users')).status).toBe(200);
    expect(refusal(await withKey(key, 'GET', '/roles'))).toEqual([403, 'permission_denied']);
    const spoken = await withKey(key, 'PATCH', '/auth/me', { language: 'de' });
    expect(refusal(spoken)).toEqual([404, 'not_found']);
    expect((await withKey(key, 'GET', '/auth/me')).body).toMatchObject({
      actor: { kind: 'api_key', id, name: 'Shop' },
      user: null,
      roles: [{ name: expect.any(String) }],
    });
  });

  it('makes no record that it would not reach again', async () => {
    const roleFor = (scope: string) =>
      newRole(api.admin, { matrix: { leads: ['view', 'create'] }, scopes: { leads: scope } });
    const lead = { name: 'Eva', source: 'web' };
    const own = await newKey({ roleId: await roleFor('own') });
    const refused = await withKey(own.key, 'POST', '/leads', lead);
    expect([refused.status, refused.body]).toEqual([
      422,
      expect.objectContaining({
        errors: [expect.objectContaining({ pointer: '/ownerId', code: 'required' })],
      }),
    ]);
    const ownerId = api.admin.userId;
    expect((await withKey(own.key, 'POST', '/leads', { ...lead, ownerId })).status).toBe(201);
    const all = await newKey({ roleId: await roleFor('all') });
    const { status, body } = await withKey(all.key, 'POST', '/leads', lead);
    expect([status, body]).toEqual([201, expect.objectContaining({ ownerId: null })]);
  });

  it('refuses a revoked key from the next request on', async () => {
    const { id, key } = await newKey();
    expect((await api.admin.call('DELETE', `/api-keys/${id}`)).status).toBe(204);
    expect(refusal(await withKey(key, 'GET', '/users'))).toEqual([401, 'unauthenticated']);
  });

  it('refuses an expiry in the past and roles it does not know', async () => {
    const roleId = await newRole(api.admin);
    const past = { name: 'Old', roleId, expiresAt: '2020-01-01T00:00:00Z' };
    const answers = [
      await api.admin.call('POST', '/api-keys', { body: past }),
      await api.admin.call('POST', '/api-keys', { body: { name: 'X', roleId: api.admin.userId } }),
    ];
    expect(answers.map((each) => JSON.stringify(each.body))).toEqual([
      expect.stringContaining('/expiresAt'),
      expect.stringContaining('/roleId'),
    ]);
    expect(answers.map(refusal)).toEqual([
      [422, 'validation_failed'],
      [422, 'reference_not_found'],
    ]);
  });

  it('is for administrators to make', async () => {
    const clerk = await memberWith(api, { matrix: { users: ['view', 'create'] } });
    const roleId = await newRole(api.admin);
    const answer = await clerk.call('POST', '/api-keys', { body: { name: 'Mine', roleId } });
    expect(refusal(answer)).toEqual([403, 'administrator_required']);
    expect(refusal(await clerk.call('DELETE', `/api-keys/${roleId}`))).toEqual([
      403,
      'permission_denied',
    ]);
  });

  it('knows no key of another company', async () => {
    const { id } = await newKey();
    const stranger = await api.newAdmin();
    expect(refusal(await stranger.call('DELETE', `/api-keys/${id}`))).toEqual([404, 'not_found']);
    expect((await stranger.call('GET', '/api-keys')).body).toMatchObject({ total: 0 });
  });
});
