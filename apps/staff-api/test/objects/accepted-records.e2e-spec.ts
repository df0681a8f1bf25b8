import { CreateRole, CreateUser } from '@quittance/access/host';
import { newId } from '@quittance/kernel';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
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
