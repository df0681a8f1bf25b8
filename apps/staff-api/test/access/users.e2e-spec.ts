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

interface User {
  id: string;
  version: number;
  active: boolean;
}

const create = (body: object = {}) =>
  api.admin.call('POST', '/users', {
    body: { email: `${newId()}@example.com`, name: 'Una User', ...body },
  });
const newUser = async (body: object = {}) => bodyOf<User>(await create(body));

describe('/users', () => {
  it('makes a user without a password and shows them', async () => {
    const roleId = await newRole(api.admin);
    const made = await create({ email: 'Una@Example.com', team: 'North', roleIds: [roleId] });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.any(String),
      email: 'una@example.com',
      name: 'Una User',
      team: 'North',
      active: true,
      joined: false,
      lockedUntil: null,
      managerId: null,
      language: null,
      lastSignInAt: null,
      roles: [{ id: roleId, name: expect.any(String) }],
      version: 1,
      createdAt: '2026-03-02T09:00:00.000Z',
      updatedAt: '2026-03-02T09:00:00.000Z',
    });
    expect(made.headers.get('etag')).toBe('"1"');
    const { id } = bodyOf<User>(made);
    expect((await api.admin.call('GET', `/users/${id}`)).body).toEqual(made.body);
  });

  it('keeps the language in which somebody is written to', async () => {
    const { id } = await newUser({ language: 'de' });
    const at = `/users/${id}`;
    expect((await api.admin.call('GET', at)).body).toMatchObject({ language: 'de' });
    const change = (language: unknown) => api.admin.call('PATCH', at, { body: { language } });
    expect((await change('he')).body).toMatchObject({ language: 'he' });
    expect(refusal(await change('tlh'))).toEqual([422, 'validation_failed']);
    expect((await change(null)).body).toMatchObject({ language: null });
    expect((await api.admin.call('GET', '/auth/me')).body).toMatchObject({
      user: { language: null },
    });
  });

  it('takes no right to change the own language', async () => {
    const member = await memberWith(api, { matrix: {} });
    const change = (body: object) => member.call('PATCH', '/auth/me', { body });
    const user = { id: member.userId, language: 'ja' };
    expect(await change({ language: 'ja' })).toMatchObject({ status: 200, body: { user } });
    expect((await change({})).body).toMatchObject({ user });
    expect(refusal(await change({ language: 'tlh' }))).toEqual([422, 'validation_failed']);
    expect((await change({ name: 'Eve' })).status).toBeGreaterThan(399);
    const filter = encodeURIComponent(
      JSON.stringify({ field: 'recordId', op: 'eq', value: member.userId }),
    );
    const log = await api.admin.call('GET', `/audit-log?filter=${filter}`);
    const actor = expect.objectContaining({ id: member.userId });
    const told = { action: 'user.updated', actor, after: { language: 'ja' } };
    expect(bodyOf<{ data: object[] }>(log).data).toContainEqual(expect.objectContaining(told));
  });

  it('lists, filters, searches and downloads them', async () => {
    await newUser({ name: 'Zoë Unique', team: 'South' });
    const filter = encodeURIComponent('{"field":"team","op":"eq","value":"South"}');
    const found = await api.admin.call('GET', `/users?filter=${filter}&search=unique`);
    expect(found.body).toMatchObject({ total: 1, page: 1, data: [{ name: 'Zoë Unique' }] });
    const headers = { accept: 'text/csv' };
    const csv = await api.admin.call('GET', '/users?search=unique', { headers });
    expect(csv.body).toContain('Zoë Unique');
    expect(refusal(await api.admin.call('GET', '/users?sort=passwordHash'))).toEqual([
      400,
      expect.any(String),
    ]);
  });

  it('changes what is sent and nothing else, once per version seen', async () => {
    const user = await newUser({ team: 'North' });
    const path = `/users/${user.id}`;
    const headers = { 'if-match': '"1"' };
    const changed = await api.admin.call('PATCH', path, { body: { team: null }, headers });
    expect(changed.body).toMatchObject({ team: null, name: 'Una User', version: 2 });
    const stale = await api.admin.call('PATCH', path, { body: { team: 'West' }, headers });
    expect(refusal(stale)).toEqual([412, 'precondition_failed']);
  });

  it('is invited five times in a day and no more', async () => {
    const { id } = await newUser();
    const again = () => api.admin.call('POST', `/users/${id}/invite`);
    const many = await Promise.all(Array.from({ length: 7 }, again));
    const refused = many.filter(({ status }) => status !== 200);
    expect(refused.map(refusal)).toEqual([
      [429, 'invitation_sent_lately'],
      [429, 'invitation_sent_lately'],
    ]);
  });

  it('takes the links of the old e-mail out of force with a new one', async () => {
    const { id } = await newUser();
    const invited = await api.admin.call('POST', `/users/${id}/invite`);
    const { token } = bodyOf<{ token: string }>(invited);
    const body = { email: `${newId()}@example.com` };
    expect((await api.admin.call('PATCH', `/users/${id}`, { body })).status).toBe(200);
    const reset = { body: { token, password: 'a password of a stranger' } };
    expect(refusal(await api.call('POST', '/auth/password/reset', reset))).toEqual([
      422,
      'password_token_invalid',
    ]);
  });

  it.each(['id', 'companyId', 'version', 'passwordHash', 'failures', 'lockedUntil', 'builtIn'])(
    'takes no %s',
    async (member) => {
      const { id } = await newUser();
      const answer = await api.admin.call('PATCH', `/users/${id}`, { body: { [member]: 1 } });
      expect(answer.status).toBe(400);
      expect(JSON.stringify(answer.body)).toContain(`/${member}`);
    },
  );

  it('refuses an e-mail twice and roles it does not know', async () => {
    const body = { email: 'twice@example.com' };
    await create(body);
    expect(refusal(await create(body))).toEqual([409, 'email_taken']);
    const unknown = await create({ roleIds: [newId()] });
    expect(refusal(unknown)).toEqual([422, 'reference_not_found']);
    expect(JSON.stringify(unknown.body)).toContain('/roleIds/0');
  });

  it('refuses a deactivated user from the next request on', async () => {
    const member = await memberWith(api, { matrix: { users: ['view'] } });
    expect((await member.call('GET', '/users')).status).toBe(200);
    const path = `/users/${member.userId}`;
    expect((await api.admin.call('POST', `${path}/deactivate`)).body).toMatchObject({
      active: false,
    });
    expect((await member.call('GET', '/users')).status).toBe(401);
    expect(refusal(await api.admin.call('POST', `${path}/invite`))).toEqual([
      409,
      'user_deactivated',
    ]);
    await api.admin.call('PATCH', path, { body: { active: true } });
    expect((await member.call('GET', '/users')).status).toBe(401);
    const back = api.client(member.companyId, member.userId);
    expect((await back.call('GET', '/users')).status).toBe(200);
  });

  it('keeps the last administrator', async () => {
    const { userId } = api.admin;
    const codes = [
      await api.admin.call('POST', `/users/${userId}/deactivate`),
      await api.admin.call('PATCH', `/users/${userId}`, { body: { roleIds: [] } }),
    ].map(refusal);
    expect(codes).toEqual([
      [409, 'last_administrator'],
      [409, 'last_administrator'],
    ]);
  });

  it('asks for the right of each operation', async () => {
    const viewer = await memberWith(api, { matrix: { users: ['view'] } });
    const { id } = await newUser();
    const body = { email: 'x@example.com', name: 'X' };
    const answers = [
      await viewer.call('POST', '/users', { body }),
      await viewer.call('PATCH', `/users/${id}`, { body: { name: 'X' } }),
      await viewer.call('POST', `/users/${id}/deactivate`),
      await viewer.call('POST', `/users/${id}/unlock`),
      await viewer.call('GET', '/users', { headers: { accept: 'text/csv' } }),
    ];
    expect(answers.map(refusal)).toEqual(answers.map(() => [403, 'permission_denied']));
    const nobody = await memberWith(api, {});
    expect(refusal(await nobody.call('GET', '/users'))).toEqual([403, 'permission_denied']);
  });

  it('lets nobody without the grant raise their own rights', async () => {
    const clerk = await memberWith(api, { matrix: { users: ['view', 'create', 'update'] } });
    const strong = await newRole(api.admin, { matrix: { invoices: ['delete'] } });
    const path = `/users/${clerk.userId}`;
    expect(refusal(await clerk.call('PATCH', path, { body: { roleIds: [strong] } }))).toEqual([
      403,
      'grant_required',
    ]);
    expect(refusal(await clerk.call('POST', `${path}/invite`))).toEqual([403, 'grant_required']);
  });

  it('knows no user of another company', async () => {
    const stranger = await api.newAdmin();
    const { id } = await newUser();
    const path = `/users/${id}`;
    const answers = [
      await stranger.call('GET', path),
      await stranger.call('PATCH', path, { body: { name: 'Mine' } }),
      await stranger.call('POST', `${path}/invite`),
      await stranger.call('POST', `${path}/deactivate`),
      await stranger.call('POST', `${path}/unlock`),
    ];
    expect(answers.map(refusal)).toEqual(answers.map(() => [404, 'not_found']));
  });
});
