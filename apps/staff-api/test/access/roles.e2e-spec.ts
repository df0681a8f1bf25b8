import { RESOURCES } from '@quittance/access/host';
import { RouteTable, listOf } from '@quittance/http/host';
import { newId } from '@quittance/kernel';
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

describe('/roles', () => {
  it('makes, shows, changes and deletes a role', async () => {
    const body = {
      name: 'Billing clerk',
      matrix: { invoices: ['view', 'create'], accounts: ['view'] },
      scopes: { accounts: 'team' },
      fields: { invoices: { notes: 'read_only' } },
      grants: ['customization'],
    };
    const made = await api.admin.call('POST', '/roles', { body });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      ...body,
      id: expect.any(String),
      description: null,
      builtIn: false,
      version: 1,
      createdAt: '2026-03-02T09:00:00.000Z',
      updatedAt: '2026-03-02T09:00:00.000Z',
    });
    const path = `/roles/${bodyOf<{ id: string }>(made).id}`;
    const patch = { matrix: { invoices: ['view'] } };
    const changed = await api.admin.call('PATCH', path, { body: patch });
    expect(changed.body).toMatchObject({ ...patch, scopes: { accounts: 'team' }, version: 2 });
    expect((await api.admin.call('GET', path)).body).toEqual(changed.body);
    expect((await api.admin.call('DELETE', path)).status).toBe(204);
    expect(refusal(await api.admin.call('GET', path))).toEqual([404, 'not_found']);
  });

  it('refuses unknown resources, actions and scopes with the pointer of each', async () => {
    const body = {
      name: 'Odd',
      matrix: { ships: ['view'], deals: ['sail'] },
      scopes: { deals: 1 },
    };
    const answer = await api.admin.call('POST', '/roles', { body });
    expect(answer.status).toBe(422);
    const { errors } = bodyOf<{ errors: { pointer: string }[] }>(answer);
    expect(errors.map(({ pointer }) => pointer)).toEqual([
      '/matrix/ships',
      '/matrix/deals/0',
      '/scopes/deals',
    ]);
  });

  it('holds for the very next request of everybody with the role', async () => {
    const id = await newRole(api.admin, { matrix: { users: ['view'] } });
    const body = { email: `${newId()}@example.com`, name: 'Mia', roleIds: [id] };
    const made = await api.admin.call('POST', '/users', { body });
    const member = api.client(api.company.companyId, bodyOf<{ id: never }>(made).id);
    const asks = async () => (await member.call('GET', '/users')).status;
    expect(await asks()).toBe(200);
    await api.admin.call('PATCH', `/roles/${id}`, { body: { matrix: {} } });
    expect(await asks()).toBe(403);
    await api.admin.call('PATCH', `/roles/${id}`, { body: { matrix: { users: ['view'] } } });
    expect(await asks()).toBe(200);
  });

  it('clones with the right to clone', async () => {
    const id = await newRole(api.admin, { matrix: { deals: ['view'] } });
    const path = `/roles/${id}/clone`;
    const clone = await api.admin.call('POST', path, { body: { name: 'Copy of it' } });
    expect(clone.status).toBe(201);
    expect(clone.body).toMatchObject({
      name: 'Copy of it',
      matrix: { deals: ['view'] },
      version: 1,
    });
    const again = await api.admin.call('POST', path, { body: { name: 'copy of IT' } });
    expect(refusal(again)).toEqual([409, 'role_name_taken']);
    const creator = await memberWith(api, {
      matrix: { roles: ['view', 'create', 'update'] },
      grants: ['roles'],
    });
    const refused = await creator.call('POST', path, { body: { name: 'Mine' } });
    expect(refused.body).toMatchObject({ code: 'permission_denied', status: 403 });
    const cloner = await memberWith(api, {
      matrix: { roles: ['view', 'clone'], deals: ['view'] },
      grants: ['roles'],
    });
    expect((await cloner.call('POST', path, { body: { name: 'Mine' } })).status).toBe(201);
  });

  it('leaves the Admin role as it is', async () => {
    const filter = encodeURIComponent('{"field":"builtIn","op":"eq","value":true}');
    const { data } = bodyOf<{ data: { id: string; name: string }[] }>(
      await api.admin.call('GET', `/roles?filter=${filter}`),
    );
    expect(data).toMatchObject([{ name: 'Admin', builtIn: true }]);
    const path = `/roles/${data[0]?.id}`;
    const answers = [
      await api.admin.call('PATCH', path, { body: { name: 'Boss' } }),
      await api.admin.call('DELETE', path),
      await api.admin.call('POST', `${path}/clone`, { body: { name: 'Admin too' } }),
    ];
    expect(answers.map(refusal)).toEqual(answers.map(() => [409, 'role_built_in']));
  });

  it('refuses to delete a role somebody holds', async () => {
    const id = await newRole(api.admin);
    const body = { email: `${newId()}@example.com`, name: 'Holder', roleIds: [id] };
    await api.admin.call('POST', '/users', { body });
    const answer = await api.admin.call('DELETE', `/roles/${id}`);
    expect(refusal(answer)).toEqual([409, 'role_in_use']);
    expect(bodyOf(answer).detail).toContain('1 users');
  });

  it('asks for the matrix and for the grant', async () => {
    const id = await newRole(api.admin);
    const viewer = await memberWith(api, { matrix: { roles: ['view'] } });
    const writer = await memberWith(api, { matrix: { roles: ['create', 'update', 'delete'] } });
    const attempts = (by: typeof viewer) =>
      Promise.all([
        by.call('POST', '/roles', { body: { name: newId() } }),
        by.call('PATCH', `/roles/${id}`, { body: { description: 'x' } }),
        by.call('DELETE', `/roles/${id}`),
      ]);
    const codes = async (by: typeof viewer) => (await attempts(by)).map(refusal);
    expect(await codes(viewer)).toEqual(
      Array.from({ length: 3 }, () => [403, 'permission_denied']),
    );
    expect(await codes(writer)).toEqual(Array.from({ length: 3 }, () => [403, 'grant_required']));
    expect(refusal(await writer.call('GET', '/roles'))).toEqual([403, 'permission_denied']);
  });

  it('knows no role of another company', async () => {
    const path = `/roles/${await newRole(api.admin)}`;
    const stranger = await api.newAdmin();
    const answers = [
      await stranger.call('GET', path),
      await stranger.call('PATCH', path, { body: { name: 'Mine' } }),
      await stranger.call('DELETE', path),
      await stranger.call('POST', `${path}/clone`, { body: { name: 'Mine' } }),
    ];
    expect(answers.map(refusal)).toEqual(answers.map(() => [404, 'not_found']));
  });
});

interface Navigation {
  readonly groups: readonly {
    readonly resources: readonly {
      readonly key: string;
      readonly actions: readonly string[];
      readonly offered: readonly string[];
    }[];
  }[];
}

/** What operations ask beside their routes. */
const WITHIN: Readonly<Record<string, readonly string[]>> = {
  contracts: ['approve'],
  subscriptions: ['approve'],
};

describe('GET /navigation', () => {
  it('shows every resource in its group, with what the caller may do there', async () => {
    const member = await memberWith(api, { matrix: { invoices: ['view', 'export'] } });
    const answer = await member.call('GET', '/navigation');
    const resources = bodyOf<Navigation>(answer).groups.flatMap((group) => group.resources);
    const allowed = resources.filter(({ actions }) => actions.length > 0);
    expect(allowed).toEqual([
      {
        key: 'invoices',
        label: 'Invoices',
        actions: ['view', 'export'],
        offered: expect.arrayContaining(['view', 'create', 'print']),
        scoped: true,
      },
    ]);
  });

  it('offers what is served, and of that the actions that something asks', async () => {
    const { groups } = bodyOf<Navigation>(await api.admin.call('GET', '/navigation'));
    const resources = groups.flatMap((group) => group.resources);
    const asked = new Map<string, Set<string>>();
    for (const { policy, handler } of api.app.get(RouteTable).all()) {
      if (policy.kind !== 'resource') continue;
      const known = asked.get(policy.resource) ?? new Set();
      asked.set(policy.resource, known);
      for (const action of policy.actions) known.add(action);
      if (listOf(handler)) known.add('export');
      const { beside } = policy;
      if (!beside) continue;
      asked.set(beside.resource, (asked.get(beside.resource) ?? new Set()).add(beside.action));
    }
    expect(resources.length).toBeGreaterThan(30);
    for (const { key, offered } of resources) {
      const more = offered.filter((action) => !asked.get(key)?.has(action));
      expect([key, more]).toEqual([key, WITHIN[key] ?? []]);
    }
    const known = new Set(resources.map(({ key }) => key));
    const missing = [...asked.keys()].filter((key) => !known.has(key) && !key.includes(':'));
    expect(missing).toEqual([]);
    expect(RESOURCES.filter((key) => !known.has(key))).toEqual(
      RESOURCES.filter((key) => !asked.has(key)),
    );
    expect(known.has('vendors')).toBe(false);
  });

  it('is for anybody who is signed in', async () => {
    expect((await api.call('GET', '/navigation')).status).toBe(401);
    const nobody = await memberWith(api, {});
    expect((await nobody.call('GET', '/navigation')).status).toBe(200);
  });
});
