import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { defineField, done, made } from './objects-support.js';

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

const account = (name: string) => made(admin, '/accounts', { name });
const contact = (id: string) => done(admin, 'GET', `/contacts/${id}`);
const merge = (into: string, loserId: string) =>
  done(admin, 'POST', `/accounts/${into}/merge`, { loserId });

test('a merge leaves the primary contacts of other accounts what they are', async () => {
  const settings = { target: 'account' };
  await defineField(admin, 'contact', { name: 'referred_by__c', type: 'lookup', settings });
  const [winner, loser, own] = [await account('W'), await account('L'), await account('Own')];
  await made(admin, '/contacts', { lastName: 'First', accountId: winner.id, isPrimary: true });
  const body = { lastName: 'P', accountId: own.id, isPrimary: true, referred_by__c: loser.id };
  const { id } = await made(admin, '/contacts', body);
  await merge(winner.id, loser.id);
  expect(await contact(id)).toMatchObject({
    accountId: own.id,
    isPrimary: true,
    referred_by__c: winner.id,
  });
});

test('records that a deletion or a merge changes on the way are not judged', async () => {
  const [winner, loser, gone] = [await account('W'), await account('L'), await account('Gone')];
  const of = async (accountId: string) =>
    (await made(admin, '/contacts', { lastName: 'Untitled', accountId })).id;
  const [moved, left] = [await of(loser.id), await of(gone.id)];
  await made(admin, '/customization/validation-rules', {
    object: 'contact',
    name: 'Titled',
    formula: 'NOT(ISBLANK(title))',
    message: 'Say the title.',
  });
  await merge(winner.id, loser.id);
  expect(await contact(moved)).toMatchObject({ accountId: winner.id });
  await admin.call('DELETE', `/accounts/${gone.id}`);
  expect(await contact(left)).toMatchObject({ accountId: null });
  const asked = await admin.call('PATCH', `/contacts/${left}`, { body: { lastName: 'Other' } });
  expect(asked.status).toBe(422);
});
