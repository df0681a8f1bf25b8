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

interface Entry {
  action: string;
  recordId: string | null;
  actor: { kind: string; id: string | null };
  before: object | null;
  after: object | null;
}

async function entries(condition: object, by = api.admin): Promise<Entry[]> {
  const filter = encodeURIComponent(JSON.stringify(condition));
  const answer = await by.call('GET', `/audit-log?filter=${filter}`);
  expect(answer.status).toBe(200);
  return bodyOf<{ data: Entry[] }>(answer).data;
}

const field = (name: string, value: unknown, op = 'eq') => ({ field: name, op, value });

describe('GET /audit-log', () => {
  it('finds a change by record, action, actor and time, with what changed', async () => {
    const id = await newRole(api.admin, { matrix: { deals: ['view'] } });
    await api.admin.call('PATCH', `/roles/${id}`, {
      body: { matrix: { deals: ['view', 'update'] } },
    });
    const found = await entries({
      and: [
        field('recordId', id),
        field('object', 'role'),
        field('action', 'role.updated'),
        field('actorId', api.admin.userId),
        field('occurredAt', '2026-03-02T00:00:00Z', 'gte'),
      ],
    });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      actor: { kind: 'staff', id: api.admin.userId, name: 'Ada Admin' },
      before: { matrix: { deals: ['view'] } },
      after: { matrix: { deals: ['view', 'update'] } },
      ip: '127.0.0.1',
    });
  });

  it('holds sign-ins, failed ones and refusals, and never a secret', async () => {
    const wrong = { ...api.credentials, password: 'wrong-password-canary' };
    await api.call('POST', '/auth/login', { body: wrong });
    await api.signIn();
    const nobody = await memberWith(api, {});
    await nobody.call('DELETE', `/roles/${nobody.userId}`);
    const actions = ['auth.sign_in', 'auth.sign_in_failed', 'permission.refused'];
    const found = await entries(field('action', actions, 'in'));
    expect(new Set(found.map(({ action }) => action))).toEqual(new Set(actions));
    const whole = JSON.stringify((await api.admin.call('GET', '/audit-log?pageSize=200')).body);
    expect(whole).not.toMatch(/canary|argon2|qr_|qp_|qk_/);
  });

  it('holds what an operation itself refuses, like a grant that is missing', async () => {
    const clerk = await memberWith(api, { matrix: { roles: ['create'] } });
    await clerk.call('POST', '/roles', { body: { name: 'Mine' } });
    const found = await entries(field('actorId', clerk.userId));
    expect(found).toMatchObject([
      { action: 'permission.refused', object: 'roles', after: { code: 'grant_required' } },
    ]);
  });

  it('is shown with the right to it, to the company it belongs to', async () => {
    const nobody = await memberWith(api, { matrix: { roles: ['view'] } });
    expect(refusal(await nobody.call('GET', '/audit-log'))).toEqual([403, 'permission_denied']);
    const stranger = await api.newAdmin();
    const theirs = await entries(field('actorId', api.admin.userId), stranger);
    expect(theirs).toEqual([]);
  });

  it('is shown to nobody who reaches less than all of anything they look at', async () => {
    const matrix = { 'audit-log': ['view'], invoices: ['view', 'update'], deals: ['view'] };
    const scoped: [object, [number, unknown]][] = [
      [{}, [200, undefined]],
      [{ scopes: { invoices: 'own' } }, [403, 'scope_too_narrow']],
      [{ scopes: { deals: 'team' } }, [403, 'scope_too_narrow']],
      // Of what no role of theirs names they look at nothing.
      [{ scopes: { quotes: 'own' } }, [200, undefined]],
    ];
    for (const [scopes, told] of scoped) {
      const member = await memberWith(api, { matrix, ...scopes });
      const answer = await member.call('GET', '/audit-log');
      expect([scopes, refusal(answer)]).toEqual([scopes, told]);
    }
  });

  it.each(['POST', 'PATCH', 'DELETE'])('cannot be changed with %s', async (method) => {
    expect([404, 405]).toContain((await api.admin.call(method, '/audit-log')).status);
  });
});
