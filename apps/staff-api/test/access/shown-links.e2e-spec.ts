import { newId } from '@quittance/kernel';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, memberWith, newRole, type MemberRights } from './members.js';
import { done, made } from '../objects/objects-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  admin = api.admin;
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

const MANAGER: MemberRights = {
  matrix: { users: ['view', 'create', 'update'], leads: ['view'], deals: ['view'] },
  scopes: { deals: 'team' },
  grants: ['roles'],
};
const VIEW_LEADS = { matrix: { leads: ['view'] } };
const STRONG = { matrix: { leads: ['view'], invoices: ['view'] } };
const DEAD = [422, 'password_token_invalid'];
const GOOD = [204, undefined];

const password = 'a password of somebody';
const manager = () => memberWith(api, MANAGER);
const rolesOf = async (id: string) => {
  const { roles } = bodyOf<{ roles: { id: string }[] }>(await admin.call('GET', `/users/${id}`));
  return roles.map((role) => role.id);
};
/** What using the link is answered. */
async function use(token: string) {
  const { status, body } = await api.call('POST', '/auth/password/reset', {
    body: { token, password },
  });
  return [status, (body as { code?: string } | undefined)?.code];
}

/** A person with one role, and the link to become them that this inviter was shown. */
async function shown(by: StaffClient, role: MemberRights = VIEW_LEADS, joined = false) {
  const roleId = await newRole(admin, role);
  const email = `${newId()}@example.com`;
  const { id } = await made(admin, '/users', { email, name: 'Nia New', roleIds: [roleId] });
  const invite = async (inviter: StaffClient) =>
    (await done<{ token: string }>(inviter, 'POST', `/users/${id}/invite`)).token;
  if (joined) expect(await use(await invite(admin))).toEqual(GOOD);
  return { id, email, roleId, token: await invite(by), invite, path: `/users/${id}` };
}

const adminRole = async () => (await rolesOf(admin.userId))[0];
const give = (path: string, ...roleIds: unknown[]) => done(admin, 'PATCH', path, { roleIds });

describe('a link to set a password that a manager of roles was shown', () => {
  it('is good while they reach all that its user reaches, also when that became more', async () => {
    const link = await shown(await manager());
    const more = await newRole(admin, { matrix: { deals: ['view'] }, scopes: { deals: 'own' } });
    await give(link.path, link.roleId, more);
    expect(await use(link.token)).toEqual(GOOD);
  });

  it('makes nobody an administrator, whoever it was for and whoever has no link yet', async () => {
    const [by, role] = [await manager(), await adminRole()];
    for (const joined of [false, true]) {
      const link = await shown(by, VIEW_LEADS, joined);
      await give(link.path, role);
      expect(await use(link.token)).toEqual(DEAD);
      const body = { email: link.email, password };
      expect((await api.call('POST', '/auth/login', { body })).status).toBe(joined ? 200 : 401);
      expect(await use(await link.invite(admin))).toEqual(GOOD);
    }
  });

  it.each<[string, (link: Awaited<ReturnType<typeof shown>>) => Promise<unknown>]>([
    ['another role', async ({ path }) => give(path, await newRole(admin, STRONG))],
    [
      'a role that holds a grant',
      async ({ path }) => give(path, await newRole(admin, { grants: ['customization'] })),
    ],
    ['more in their role', ({ roleId }) => done(admin, 'PATCH', `/roles/${roleId}`, STRONG)],
    [
      'a wider scope in their role',
      ({ roleId }) => done(admin, 'PATCH', `/roles/${roleId}`, { matrix: { deals: ['view'] } }),
    ],
    [
      'a grant in their role',
      ({ roleId }) => done(admin, 'PATCH', `/roles/${roleId}`, { grants: ['roles'] }),
    ],
  ])('is void when its user is given %s', async (_, widen) => {
    const link = await shown(await manager());
    await widen(link);
    expect(await use(link.token)).toEqual(DEAD);
  });

  it('is void when an import of a set-up widens the role of its user', async () => {
    const link = await shown(await manager());
    const { name } = await done<{ name: string }>(admin, 'GET', `/roles/${link.roleId}`);
    const { format, version } = await done(admin, 'GET', '/customization/export');
    const role = { role: name, description: null, scopes: {}, grants: [], ...STRONG };
    const document = { format, version, parts: { roles: [role] } };
    await done(admin, 'POST', '/customization/import', document);
    expect(await use(link.token)).toEqual(DEAD);
  });

  it('is void when its user, or who was shown it, is in another team by now', async () => {
    const by = await manager();
    await done(admin, 'PATCH', `/users/${by.userId}`, { team: 'North' });
    const seller = { matrix: { deals: ['view'] }, scopes: { deals: 'team' } };
    const [stays, goes] = [await shown(by, seller), await shown(by, seller)];
    const left = await shown(by, seller);
    for (const { path } of [stays, left]) await done(admin, 'PATCH', path, { team: 'North' });
    await done(admin, 'PATCH', goes.path, { team: 'South' });
    expect([await use(stays.token), await use(goes.token)]).toEqual([GOOD, DEAD]);
    await done(admin, 'PATCH', `/users/${by.userId}`, { team: 'South' });
    expect(await use(left.token)).toEqual(DEAD);
  });

  it('goes with their own rights, and with them', async () => {
    const bys = await Promise.all(Array.from({ length: 5 }, manager));
    const links = await Promise.all(bys.map((by) => shown(by)));
    const [gone, less, unmanaging, elsewhere] = bys.map(({ userId }) => `/users/${userId}`);
    await done(admin, 'POST', `${gone}/deactivate`);
    await give(`${less}`, await newRole(admin, { ...MANAGER, matrix: { users: ['update'] } }));
    await give(`${unmanaging}`, await newRole(admin, { matrix: MANAGER.matrix }));
    const noUsers = { matrix: { leads: ['view'], deals: ['view'] }, grants: ['roles'] };
    await give(`${elsewhere}`, await newRole(admin, noUsers));
    const answers = [];
    for (const { token } of links) answers.push(await use(token));
    expect(answers).toEqual([DEAD, DEAD, DEAD, DEAD, GOOD]);
  });
});

describe('a link to set a password that an API key was shown', () => {
  it.each<[string, (id: string) => Promise<unknown>]>([
    ['is revoked', (id) => done(admin, 'DELETE', `/api-keys/${id}`)],
    ['has expired', expire],
  ])('is good until the key %s', async (_, end) => {
    const roleId = await newRole(admin, MANAGER);
    const key = await made(admin, '/api-keys', { name: 'HR', roleId });
    const links = [];
    for (const { path } of [await shown(admin), await shown(admin)]) {
      const headers = { authorization: `Bearer ${String(key.key)}` };
      const answer = await api.call('POST', `${path}/invite`, { headers });
      links.push(bodyOf<{ token: string }>(answer).token);
    }
    expect(await use(links[0] ?? '')).toEqual(GOOD);
    await end(key.id);
    expect(await use(links[1] ?? '')).toEqual(DEAD);
  });
});

/** As if its day had come. */
function expire(id: string): Promise<unknown> {
  const text = `update access.api_key set expires_at = $3 where company_id = $1 and id = $2`;
  const { companyId } = api.company;
  return t.db.write(api.company, (tx) => tx.run(text, [companyId, id, t.clock.now()]));
}

describe('a link to set a password that an administrator was shown', () => {
  it('is good whatever its user is given, until they are an administrator no more', async () => {
    const role = await adminRole();
    const other = await memberWith(api, {});
    await give(`/users/${other.userId}`, role);
    const links = [await shown(other), await shown(other)];
    for (const { path } of links) await give(path, role);
    expect(await use(links[0]?.token ?? '')).toEqual(GOOD);
    await give(`/users/${other.userId}`, await newRole(admin, MANAGER));
    expect(await use(links[1]?.token ?? '')).toEqual(DEAD);
  });
});
