import { newId } from '@quittance/kernel';
import {
  startStaffApi,
  type Answer,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, memberWith, newRole, refusal, type MemberRights } from './members.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
/** Manages users and roles, sees their own team's deals and everybody's leads. */
let manager: StaffClient;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  admin = api.admin;
  manager = await memberWith(api, MANAGER);
  await admin.call('PATCH', `/users/${manager.userId}`, { body: { team: 'North' } });
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

const MANAGER: MemberRights = {
  matrix: {
    users: ['view', 'create', 'update'],
    roles: ['view', 'create', 'update', 'clone'],
    deals: ['view', 'update'],
    leads: ['view'],
    workflows: ['view', 'create', 'update'],
  },
  scopes: { deals: 'team' },
  grants: ['roles'],
};
const BEYOND = [403, 'right_beyond_own'];

const post = (path: string, body: object = {}) => manager.call('POST', path, { body });
const patch = (path: string, body: object) => manager.call('PATCH', path, { body });
const member = (rights: MemberRights, team: string | null = null) =>
  memberWith(api, rights).then(async (client) => {
    if (team !== null) await admin.call('PATCH', `/users/${client.userId}`, { body: { team } });
    return `/users/${client.userId}`;
  });
/** They have a password, and so may have records of their own. */
const joined = async (path: string) => {
  const { token } = bodyOf<{ token: string }>(await admin.call('POST', `${path}/invite`));
  const body = { token, password: 'a password of their own' };
  expect((await api.call('POST', '/auth/password/reset', { body })).status).toBe(204);
  return path;
};

describe('who manages roles without being an administrator', () => {
  it('raises their own role neither by hand nor by taking another one', async () => {
    const me = `/users/${manager.userId}`;
    const { roles } = bodyOf<{ roles: { id: string }[] }>(await admin.call('GET', me));
    const own = roles.map(({ id }) => id);
    const strong = await newRole(admin, { matrix: { invoices: ['view'] } });
    expect((await manager.call('GET', '/invoices')).status).toBe(403);
    const asked = [
      await patch(`/roles/${own[0]}`, { matrix: { ...MANAGER.matrix, invoices: ['view'] } }),
      await patch(me, { roleIds: [...own, strong] }),
      await patch(`/roles/${own[0]}`, { description: 'Mine' }),
      await patch(`/roles/${own[0]}`, { scopes: {} }),
    ];
    expect(asked.map(refusal)).toEqual([BEYOND, BEYOND, [403, 'own_role'], BEYOND]);
    expect((await manager.call('GET', '/invoices')).status).toBe(403);
  });

  it('names the right that is not theirs, and where it stands', async () => {
    const answer = await post('/roles', { name: newId(), matrix: { leads: ['view', 'delete'] } });
    expect(answer.body).toMatchObject({
      status: 403,
      code: 'right_beyond_own',
      resource: 'leads',
      action: 'delete',
      errors: [{ pointer: '/matrix/leads', code: 'right_beyond_own' }],
    });
  });

  it('makes roles of what they have, and no others', async () => {
    const make = (rights: MemberRights) => post('/roles', { name: newId(), ...rights });
    const strong = await newRole(admin, { matrix: { leads: ['view', 'delete'] } });
    const asked = [
      await make({ matrix: { leads: ['view'] } }),
      await make({ matrix: { deals: ['view'] }, scopes: { deals: 'own' } }),
      await make({ matrix: { deals: ['view'] } }),
      await post(`/roles/${strong}/clone`, { name: newId() }),
    ];
    expect(asked.map(({ status }) => status)).toEqual([201, 201, 403, 403]);
    expect(asked.slice(2).map(refusal)).toEqual([BEYOND, BEYOND]);
  });

  it('changes what else there is about a stronger role, and takes from it', async () => {
    const path = `/roles/${await newRole(admin, { matrix: { invoices: ['view', 'delete'] } })}`;
    const asked = [
      await patch(path, { name: newId() }),
      await patch(path, { matrix: { invoices: ['view', 'delete'], leads: ['view'] } }),
      await patch(path, { matrix: { invoices: ['view', 'create'] } }),
      await patch(path, { matrix: { invoices: ['view'] } }),
      await patch(path, { matrix: { invoices: ['view', 'delete'] } }),
    ];
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 403, 200, 403]);
  });

  it('gives nobody a role that holds more, also not by letting them in again', async () => {
    const strong = await newRole(admin, { matrix: { invoices: ['view'] } });
    const weak = await newRole(admin, { matrix: { leads: ['view'] } });
    const person = () => ({ email: `${newId()}@example.com`, name: 'New' });
    const [plain, gone] = [await member({}), await member({ matrix: { invoices: ['view'] } })];
    await admin.call('POST', `${gone}/deactivate`);
    const refused = [
      await post('/users', { ...person(), roleIds: [weak, strong] }),
      await patch(plain, { roleIds: [strong] }),
      await patch(gone, { active: true }),
    ];
    expect(refused.map(refusal)).toEqual(refused.map(() => BEYOND));
    const given = [
      await post('/users', { ...person(), roleIds: [weak] }),
      await patch(plain, { roleIds: [weak] }),
      await patch(gone, { active: true, roleIds: [weak] }),
    ];
    expect(given.map(({ status }) => status)).toEqual([201, 200, 200]);
  });

  it('becomes nobody who reaches more, by a link or by another address', async () => {
    const answers = async (path: string): Promise<Answer[]> => [
      await post(`${path}/invite`),
      await patch(path, { email: `${newId()}@example.com` }),
    ];
    const strong = await answers(await member({ matrix: { invoices: ['view'] } }));
    expect(strong.map(refusal)).toEqual([BEYOND, BEYOND]);
    const ownDeals = { matrix: { deals: ['view'] }, scopes: { deals: 'own' } };
    const fresh = await answers(await member(ownDeals, 'South'));
    expect(fresh.map(({ status }) => status)).toEqual([200, 200]);
    const elsewhere = await answers(await joined(await member(ownDeals, 'South')));
    expect(elsewhere.map(refusal)).toEqual([BEYOND, BEYOND]);
    const mate = await answers(await joined(await member(ownDeals, 'North')));
    expect(mate.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('reaches no other team by putting people or themselves in it, or it in theirs', async () => {
    const teamDeals = { matrix: { deals: ['view'] }, scopes: { deals: 'team' } };
    const teamRole = await newRole(admin, teamDeals);
    const [seller, plain] = [await member(teamDeals, 'North'), await member({}, 'South')];
    const person = { email: `${newId()}@example.com`, name: 'New', team: 'South' };
    const refused = [
      await patch(seller, { team: 'South' }),
      await patch(plain, { roleIds: [teamRole] }),
      await patch(`/users/${manager.userId}`, { team: 'South' }),
      await patch(plain, { team: 'North' }),
      await post('/users', { ...person, roleIds: [teamRole] }),
    ];
    expect(refused.map(refusal)).toEqual(refused.map(() => BEYOND));
    const taken = [
      await patch(plain, { team: 'West' }),
      await patch(seller, { team: null }),
      await post('/users', { ...person, team: 'North', roleIds: [teamRole] }),
    ];
    expect(taken.map(({ status }) => status)).toEqual([200, 200, 201]);
  });

  it('opens no account of an administrator for another round of guesses', async () => {
    const path = `/users/${admin.userId}/unlock`;
    expect(refusal(await post(path))).toEqual([403, 'administrator_required']);
    expect((await admin.call('POST', path)).status).toBe(200);
  });

  it('lets no workflow do to records what they may not do themselves', async () => {
    const rule = (object: string, action: object) =>
      post('/workflows', { object, name: newId(), trigger: 'create', actions: [action] });
    const task = { kind: 'create_task', subject: 'Call' };
    const mail = { kind: 'send_email', to: 'owner', message: 'New' };
    const spring = await admin.call('POST', '/campaigns', { body: { name: 'Spring' } });
    const { id: campaignId } = bodyOf<{ id: string }>(spring);
    const asked = [
      await rule('lead', mail),
      await rule('lead', { kind: 'set_field', field: 'name', formula: '"x"' }),
      await rule('lead', task),
      await rule('deal', mail),
      await rule('account', mail),
    ];
    expect(asked.map(({ status }) => status)).toEqual([201, 403, 403, 403, 403]);
    // A campaign that they may not view is none to them.
    const list = await rule('lead', { kind: 'add_to_campaign', campaignId });
    expect(refusal(list)).toEqual([422, 'reference_not_found']);
    expect(asked.slice(1).map(refusal)).toEqual(asked.slice(1).map(() => BEYOND));
    const body = { object: 'account', name: newId(), trigger: 'create', actions: [mail] };
    const made = bodyOf<{ id: string }>(await admin.call('POST', '/workflows', { body }));
    const path = `/workflows/${made.id}`;
    for (const change of [{ name: newId() }, { active: false }, { trigger: 'update' }]) {
      expect(refusal(await patch(path, change))).toEqual(BEYOND);
    }
  });

  it('is told beforehand what they could not give', async () => {
    const answer = await post('/roles/what-if', {
      roles: [{ matrix: { leads: ['view', 'update'], deals: ['view'] } }],
    });
    expect(answer.body).toMatchObject({
      beyondOwn: [
        { resource: 'leads', action: 'update', scope: 'all', own: 'none' },
        { resource: 'deals', action: 'view', scope: 'all', own: 'team' },
      ],
    });
  });
});

describe('who configures with the deals of their own alone', () => {
  const RULES = '/customization/validation-rules';
  const rule = { object: 'deal', formula: 'amount > 1000', message: 'Too much' };

  it('takes no rule for all of them away, nor puts one back, by reverting', async () => {
    const matrix = { deals: ['view', 'update'] };
    const scopes = { deals: 'own' };
    const shaper = await memberWith(api, { matrix, scopes, grants: ['customization'] });
    const body = { ...rule, name: newId() };
    const made = bodyOf<{ id: string }>(await admin.call('POST', RULES, { body }));
    const path = `${RULES}/${made.id}`;
    await admin.call('PATCH', path, { body: { message: 'Far too much' } });
    const filter = JSON.stringify({ field: 'subjectId', op: 'eq', value: made.id });
    const listed = `/customization/revisions?filter=${encodeURIComponent(filter)}`;
    const { data } = bodyOf<{ data: { id: string }[] }>(await shaper.call('GET', listed));
    expect(data).toHaveLength(2);
    const asked = [
      await shaper.call('DELETE', path),
      ...(await Promise.all(
        data.map(({ id }) => shaper.call('POST', `/customization/revisions/${id}/revert`)),
      )),
    ];
    expect(asked.map(refusal)).toEqual([BEYOND, BEYOND, BEYOND]);
    expect(bodyOf(await admin.call('GET', path))).toMatchObject({ message: 'Far too much' });
    for (const { id } of data) {
      const undone = await admin.call('POST', `/customization/revisions/${id}/revert`);
      expect(undone.status).toBe(200);
    }
    expect((await admin.call('GET', path)).status).toBe(404);
  });
});
