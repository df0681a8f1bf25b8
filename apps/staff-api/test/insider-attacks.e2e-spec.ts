import { newId } from '@quittance/kernel';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { bodyOf, memberWith, newRole, refusal } from './members.js';
import { done, made } from './objects-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
beforeAll(async () => {
  t = await testDatabase({ shared: true });
  api = await startStaffApi(t);
  admin = api.admin;
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

const REFUSED = [403, 'administrator_required'];
const NO_GRANT = [403, 'grant_required'];
const USERS = ['view', 'create', 'update'];

describe('somebody who manages roles, and is no administrator', () => {
  test('gives no role that holds a grant, neither to themselves nor to others', async () => {
    const manager = await memberWith(api, {
      matrix: { users: USERS, leads: ['view'] },
      grants: ['roles'],
    });
    const strong = await newRole(admin, { grants: ['customization'] });
    const weak = await newRole(admin, { matrix: { leads: ['view'] } });
    const person = { email: `${newId()}@example.com`, name: 'New' };
    const self = `/users/${manager.userId}`;
    const { roles } = bodyOf<{ roles: { id: string }[] }>(await admin.call('GET', self));
    const own = roles.map(({ id }) => id);
    const asked = [
      await manager.call('PATCH', self, { body: { roleIds: [...own, strong] } }),
      await manager.call('PATCH', self, { body: { roleIds: [] } }),
      await manager.call('POST', '/users', { body: { ...person, roleIds: [strong] } }),
    ];
    expect(asked.map(refusal)).toEqual(asked.map(() => REFUSED));
    const given = await manager.call('PATCH', self, { body: { roleIds: [...own, weak] } });
    expect(given.status).toBe(200);
  });

  test('becomes nobody who holds one, by invitation or by another address', async () => {
    const manager = await memberWith(api, { matrix: { users: USERS }, grants: ['roles'] });
    const shaper = await memberWith(api, { grants: ['customization'] });
    const path = `/users/${shaper.userId}`;
    const email = `${newId()}@example.com`;
    const asked = [
      await manager.call('POST', `${path}/invite`),
      await manager.call('PATCH', path, { body: { email } }),
    ];
    expect(asked.map(refusal)).toEqual([REFUSED, REFUSED]);
  });
});

describe('somebody who changes users, and manages no roles', () => {
  test('takes over no other account by its address, but may mend their own', async () => {
    const clerk = await memberWith(api, { matrix: { users: USERS } });
    const other = await memberWith(api, { matrix: { invoices: ['delete'] } });
    const email = () => ({ body: { email: `${newId()}@example.com` } });
    const theirs = await clerk.call('PATCH', `/users/${other.userId}`, email());
    expect(refusal(theirs)).toEqual(NO_GRANT);
    expect((await clerk.call('PATCH', `/users/${clerk.userId}`, email())).status).toBe(200);
  });

  test('puts others into a team, not themselves', async () => {
    const clerk = await memberWith(api, { matrix: { users: USERS } });
    const other = await memberWith(api, {});
    const body = { team: 'north' };
    const [own, theirs] = [
      await clerk.call('PATCH', `/users/${clerk.userId}`, { body }),
      await clerk.call('PATCH', `/users/${other.userId}`, { body }),
    ];
    expect([refusal(own), theirs.status]).toEqual([NO_GRANT, 200]);
  });

  test('takes nobody into their own team, whose records they may reach', async () => {
    const clerk = await memberWith(api, { matrix: { users: USERS } });
    const other = await memberWith(api, {});
    const setTeam = (by: StaffClient, who: StaffClient, team: string | null) =>
      by.call('PATCH', `/users/${who.userId}`, { body: { team } });
    await setTeam(admin, clerk, 'north');
    const taken = await setTeam(clerk, other, 'north');
    await setTeam(admin, other, 'north');
    const [kept, left] = [
      await clerk.call('PATCH', `/users/${other.userId}`, { body: { team: 'north', name: 'Ned' } }),
      await setTeam(clerk, other, null),
    ];
    expect([refusal(taken), kept.status, left.status]).toEqual([NO_GRANT, 200, 200]);
  });
});

describe('somebody who customizes, and has no other right', () => {
  const rule = {
    object: 'lead',
    name: 'Escape',
    active: true,
    position: 1,
    trigger: 'create',
    field: null,
    condition: null,
    actions: [
      { kind: 'create_task', subject: 'x', description: null, dueInDays: null, owner: null },
    ],
  };
  const DENIED = expect.arrayContaining([expect.objectContaining({ code: 'permission_denied' })]);

  test('brings none in with a set-up', async () => {
    const shaper = await memberWith(api, { grants: ['customization'] });
    const { format, version } = await done(admin, 'GET', '/customization/export');
    const body = { format, version, parts: { workflowRules: [rule] } };
    const refused = await shaper.call('POST', '/customization/import', { body });
    expect([refused.status, bodyOf(refused).errors]).toEqual([409, DENIED]);
    const taken = await admin.call('POST', '/customization/import', { body });
    expect(taken.status).toBe(200);
  });

  test('puts none back, nor takes one away by putting back', async () => {
    const shaper = await memberWith(api, { grants: ['customization'] });
    const made_ = await made(admin, '/workflows', {
      object: 'lead',
      name: 'Kept',
      trigger: 'create',
      actions: [{ kind: 'create_task', subject: 'x' }],
    });
    const filter = JSON.stringify({ field: 'subjectId', op: 'eq', value: made_.id });
    const path = `/customization/revisions?filter=${encodeURIComponent(filter)}`;
    const { data } = bodyOf<{ data: { id: string }[] }>(await shaper.call('GET', path));
    expect(data).toHaveLength(1);
    const undo = `/customization/revisions/${data[0]?.id}/revert`;
    const refused = await shaper.call('POST', undo);
    expect([refused.status, bodyOf(refused).errors]).toEqual([422, DENIED]);
    expect((await admin.call('POST', undo)).status).toBe(200);
  });

  test('is shown no value of records that they may not see', async () => {
    const shaper = await memberWith(api, { grants: ['customization'] });
    const field = { name: 'hidden__c', type: 'text', label: 'Hidden' };
    await made(admin, '/customization/objects/lead/fields', field);
    for (const name of ['A', 'B']) await made(admin, '/leads', { name, hidden__c: 'Classified' });
    const path = '/customization/objects/lead/fields/hidden__c';
    const [theirs, whole] = await Promise.all(
      [shaper, admin].map((by) => by.call('PATCH', path, { body: { unique: true } })),
    );
    expect([theirs?.status, JSON.stringify(theirs?.body).includes('Classified')]).toEqual([
      409,
      false,
    ]);
    expect(JSON.stringify(whole?.body)).toContain('Classified');
  });
});
