import { CreateRole, CreateUser } from '@quittance/access/host';
import { newId } from '@quittance/kernel';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { memberWith } from '../access/members.js';
import { defineField, defineObject, done, made, type Made } from './objects-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let accounts: readonly Made[];

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  ({ admin } = api);
  const names = ['Harbour One', 'Harbour Two', 'Harbour Three', 'Harbour'];
  const all: Made[] = [];
  for (const name of names) all.push(await made(admin, '/accounts', { name }));
  accounts = all;
  await made(admin, '/accounts', { name: 'Harbour Closed', status: 'inactive' });
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

const account = (at: number) => (accounts[at] as Made).id;

async function found(as: StaffClient, path: string): Promise<readonly (string | null)[]> {
  const { data } = await done<{ data: { label: string | null }[] }>(as, 'GET', path);
  return data.map(({ label }) => label);
}

async function person(
  matrix: Readonly<Record<string, string[]>>,
  scopes: Readonly<Record<string, 'own'>> = {},
): Promise<StaffClient> {
  const role = await new CreateRole(t.db).execute(api.company, {
    name: newId(),
    matrix,
    scopes,
  } as never);
  const { id } = await new CreateUser(t.db).execute(api.company, {
    email: `${newId()}@example.com`,
    name: 'Pat Person',
    roleIds: [role.id],
  });
  return api.client(api.company.companyId, id);
}

describe('the type-ahead for a field', () => {
  test('offers what is in use: what is named so, the last used, then the others', async () => {
    await made(admin, '/contacts', { lastName: 'First', accountId: account(1) });
    await made(admin, '/contacts', { lastName: 'Second', accountId: account(2) });
    const path = '/contacts/lookup?for=accountId';
    expect(await found(admin, `${path}&q=harbour`)).toEqual([
      'Harbour',
      'Harbour Three',
      'Harbour Two',
      'Harbour One',
    ]);
    expect((await found(admin, path)).slice(0, 2)).toEqual(['Harbour Three', 'Harbour Two']);
    expect(await found(admin, `${path}&q=harbour&pageSize=1`)).toEqual(['Harbour']);
    expect(await found(admin, `${path}&q=closed`)).toEqual([]);
    expect(await found(admin, '/accounts/lookup?q=closed')).toEqual(['Harbour Closed']);
  });

  test('keeps to the scope of what is looked for', async () => {
    const matrix = { contacts: ['view'], accounts: ['view'] };
    const own = await person(matrix, { accounts: 'own' });
    expect(await found(own, '/contacts/lookup?for=accountId&q=harbour')).toEqual([]);
    const blind = await person({ contacts: ['view'] });
    const refused = await blind.call('GET', '/contacts/lookup?for=accountId&q=harbour');
    expect(refused).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
    // Of users the name is for everybody, the address is not.
    const users = await done<{ data: { label: string; context: string | null }[] }>(
      blind,
      'GET',
      '/contacts/lookup?for=ownerId&q=pat',
    );
    expect(users.data).toMatchObject([{ label: 'Pat Person', context: null }, {}]);
  });

  test('offers no user who has left', async () => {
    const user = { email: 'gone@example.com', name: 'Gone Away', roleIds: [] };
    const { id } = await new CreateUser(t.db).execute(api.company, user);
    const path = '/leads/lookup?for=ownerId&q=gone';
    expect(await found(admin, path)).toEqual(['Gone Away']);
    await done(admin, 'POST', `/users/${id}/deactivate`);
    expect(await found(admin, path)).toEqual([]);
  });

  test('is there for fields of custom objects and of documents', async () => {
    await defineObject(admin, 'berth__c');
    const settings = { target: 'account' };
    await defineField(admin, 'berth__c', { name: 'tenant__c', type: 'lookup', settings });
    await made(admin, '/objects/berth__c', { name: 'B1', tenant__c: account(0) });
    const custom = '/objects/berth__c/lookup?for=tenant__c&pageSize=2';
    expect((await found(admin, custom))[0]).toBe('Harbour One');
    expect(await found(admin, '/invoices/lookup?for=accountId&q=harbour%20t')).toEqual(
      expect.arrayContaining(['Harbour Two', 'Harbour Three']),
    );
  });

  test('refuses what is no such field', async () => {
    const refused = async (query: string) => {
      const { status, body } = await admin.call('GET', `/contacts/lookup?${query}`);
      return [status, (body as { errors: { parameter: string; code: string }[] }).errors];
    };
    const unknown = [{ parameter: 'for', code: 'unknown_field' }];
    for (const name of ['nothing', 'lastName', 'id', '', 'constructor', 'account.name']) {
      expect(await refused(`for=${name}`)).toMatchObject([400, unknown]);
    }
    const alone = [{ parameter: 'accountId', code: 'not_allowed' }];
    expect(await refused(`accountId=${newId()}`)).toMatchObject([400, alone]);
    expect(await refused(`for=ownerId&accountId=${newId()}`)).toMatchObject([400, alone]);
    const type = [{ parameter: 'accountId', code: 'type' }];
    expect(await refused('for=accountId&accountId=x')).toMatchObject([400, type]);
  });
});

test('the contact of a case is of its account, and only such are offered', async () => {
  const { id: theirs } = await made(admin, '/contacts', {
    lastName: 'Casey',
    accountId: account(0),
  });
  const { id: others } = await made(admin, '/contacts', {
    lastName: 'Caseman',
    accountId: account(1),
  });
  const { id: free } = await made(admin, '/contacts', { lastName: 'Caselli' });
  const path = '/cases/lookup?for=contactId&q=case';
  expect(await found(admin, path)).toHaveLength(3);
  expect((await found(admin, `${path}&accountId=${account(0)}`)).toSorted()).toEqual([
    'Caselli',
    'Casey',
  ]);
  const body = { subject: 'Late', accountId: account(0) };
  const mismatch = { status: 422, body: { errors: [{ pointer: '/contactId', code: 'mismatch' }] } };
  const wrong = { body: { ...body, contactId: others } };
  expect(await admin.call('POST', '/cases', wrong)).toMatchObject(mismatch);
  const { id } = await made(admin, '/cases', { ...body, contactId: theirs });
  const moved = { body: { accountId: account(1) } };
  expect(await admin.call('PATCH', `/cases/${id}`, moved)).toMatchObject(mismatch);
  await done(admin, 'PATCH', `/cases/${id}`, { accountId: account(1), contactId: others });
  await made(admin, '/cases', { ...body, contactId: free });
  await made(admin, '/cases', { subject: 'Nobody’s', contactId: others });
});

describe('to whom a field of what is looked for is hidden', () => {
  const RESOURCES = ['accounts', 'contacts', 'leads', 'deals', 'cases', 'invoices', 'users'];
  const matrix = Object.fromEntries(
    [...RESOURCES, 'ledger-accounts'].map((resource) => [resource, ['view']]),
  );
  const KEPT: readonly Readonly<Record<string, Record<string, string>>>[] = [
    { contacts: { email: 'hidden' } },
    { accounts: { phone: 'hidden' }, users: { email: 'hidden' }, deals: { amount: 'hidden' } },
  ];
  const SECRET = 'zebra@example.com';
  const body = () => ({ lastName: 'Openly', email: SECRET, accountId: account(0) });
  const rows = (as: StaffClient, path: string) =>
    done<{ data: { label: string | null; context: string | null }[] }>(as, 'GET', path);

  test.each([
    '/cases/lookup?for=contactId',
    '/cases/lookup?for=accountId',
    '/contacts/lookup?for=accountId',
    '/contacts/lookup?for=ownerId',
    '/deals/lookup?for=accountId',
    '/deals/lookup?for=ownerId',
    '/deals/lookup?for=partnerId',
    '/leads/lookup?for=ownerId',
    '/accounts/lookup?for=parentId',
    '/invoices/lookup?for=accountId',
  ])('%s answers', async (path) => {
    await made(admin, '/contacts', body());
    for (const fields of KEPT) {
      const clerk = await memberWith(api, { matrix, fields });
      for (const query of ['', '&q=', '&q=h', '&q=openly']) {
        expect((await clerk.call('GET', path + query)).status).toBe(200);
      }
    }
  });

  test('finds by what is shown, as the type-ahead of the records does', async () => {
    await made(admin, '/contacts', body());
    const clerk = await memberWith(api, { matrix, fields: { contacts: { email: 'hidden' } } });
    const whole = await memberWith(api, { matrix });
    for (const path of ['/cases/lookup?for=contactId&q=', '/contacts/lookup?q=']) {
      const shown = await rows(clerk, `${path}openly`);
      expect(shown.data[0]).toMatchObject({ label: 'Openly', context: 'Harbour One' });
      expect(JSON.stringify(shown)).not.toContain('zebra');
      expect((await rows(clerk, `${path}zebra`)).data).toEqual([]);
      expect((await rows(whole, `${path}zebra`)).data[0]).toMatchObject({ label: 'Openly' });
    }
  });

  test('a hidden name is neither found by nor told', async () => {
    const partner = { name: 'Harbour Partner', kind: 'partner' };
    await made(admin, '/ledger-accounts', partner);
    const fields = { accounts: { name: 'hidden' }, 'ledger-accounts': { name: 'hidden' } };
    const clerk = await memberWith(api, { matrix, fields });
    for (const path of [
      '/contacts/lookup?for=accountId',
      '/deals/lookup?for=partnerId',
      '/invoices/lookup?for=accountId',
      '/accounts/lookup?pageSize=5',
    ]) {
      expect((await rows(clerk, `${path}&q=harbour`)).data).toEqual([]);
      expect(JSON.stringify(await rows(clerk, path))).not.toContain('Harbour');
      expect(JSON.stringify(await rows(admin, `${path}&q=harbour`))).toContain('Harbour');
    }
  });

  test('the account of a record is asked of no field that is hidden', async () => {
    const clerk = await memberWith(api, { matrix, fields: { contacts: { accountId: 'hidden' } } });
    const path = '/cases/lookup?for=contactId';
    expect((await clerk.call('GET', path)).status).toBe(200);
    const asked = await clerk.call('GET', `${path}&accountId=${account(0)}`);
    expect(asked).toMatchObject({ status: 400, body: { errors: [{ code: 'not_allowed' }] } });
  });
});
