import { BuildFieldIndexes } from '@quittance/objects/host';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { defineField, defineObject, done, made, type Json } from '../objects/objects-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
beforeEach(async () => {
  admin = await api.newAdmin();
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

/** Until the worker has been through all records. */
async function build(): Promise<void> {
  const worker = api.app.get(BuildFieldIndexes, { strict: false });
  const field = () => done(admin, 'GET', '/customization/objects/thing__c/fields/of__c');
  while ((await field()).index !== 'ready') await worker.buildOnce(t.clock);
}

/** Takes something away, lets records be deleted meanwhile, and puts it back. */
async function away(path: string, meanwhile: readonly string[]): Promise<void> {
  await done(admin, 'DELETE', path);
  for (const each of meanwhile) {
    expect((await admin.call('DELETE', each)).status).toBe(204);
  }
  const { data } = await done<{ data: Json[] }>(admin, 'GET', '/customization/revisions');
  await done(admin, 'POST', `/customization/revisions/${String(data[0]?.id)}/revert`, {});
  await build();
}

const lookup = {
  name: 'of__c',
  type: 'lookup',
  settings: { target: 'account', onDelete: 'restrict' },
};

test.each([
  ['a lookup', '/customization/objects/thing__c/fields/of__c'],
  ['a custom object', '/customization/objects/thing__c'],
])('%s that is put back points at nothing that was deleted meanwhile', async (_, path) => {
  await defineObject(admin, 'thing__c', [lookup]);
  const account = async (name: string) => (await made(admin, '/accounts', { name })).id;
  const [kept, gone] = [await account('Kept'), await account('Gone')];
  const thing = async (of__c: string) =>
    (await made(admin, '/objects/thing__c', { name: 'T', of__c })).id;
  const [one, other] = [await thing(kept), await thing(gone)];
  await build();
  expect((await admin.call('DELETE', `/accounts/${gone}`)).status).toBe(409);
  await away(path, [`/accounts/${gone}`]);
  const pointed = async (id: string) => (await done(admin, 'GET', `/objects/thing__c/${id}`)).of__c;
  expect([await pointed(one), await pointed(other)]).toEqual([kept, null]);
  expect((await admin.call('DELETE', `/accounts/${kept}`)).status).toBe(409);
  const { data } = await done<{ data: Json[] }>(
    admin,
    'GET',
    `/objects/thing__c/${other}/timeline`,
  );
  expect(data[0]).toMatchObject({ data: { before: { of__c: gone }, after: { of__c: null } } });
});

test('a rule that sets a field before the save rests while the field is away', async () => {
  const name = 'level__c';
  const path = `/customization/objects/account/fields/${name}`;
  await defineField(admin, 'account', { name, type: 'text' });
  await made(admin, '/workflows', {
    object: 'account',
    name: 'Level',
    trigger: 'create',
    timing: 'before_save',
    actions: [{ kind: 'set_field', field: name, formula: '"new"' }],
  });
  expect(await made(admin, '/accounts', { name: 'Before' })).toMatchObject({ [name]: 'new' });
  await done(admin, 'DELETE', path);
  expect(await made(admin, '/accounts', { name: 'Meanwhile' })).not.toHaveProperty(name);
  const { data } = await done<{ data: Json[] }>(admin, 'GET', '/customization/revisions');
  await done(admin, 'POST', `/customization/revisions/${String(data[0]?.id)}/revert`, {});
  expect(await made(admin, '/accounts', { name: 'After' })).toMatchObject({ [name]: 'new' });
});
