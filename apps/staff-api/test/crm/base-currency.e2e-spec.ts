import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { defineField, done, made, type Json } from '../objects/objects-support.js';

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

const move = (baseCurrency: string) => admin.call('PATCH', '/company', { body: { baseCurrency } });

test('the currency of a company stays while amounts of its custom fields are in it', async () => {
  await defineField(admin, 'account', { name: 'cap__c', type: 'currency' });
  await defineField(admin, 'account', { name: 'unused__c', type: 'currency' });
  const settings = { currency: 'GBP' };
  await defineField(admin, 'account', { name: 'own__c', type: 'currency', settings });
  const { id } = await made(admin, '/accounts', { name: 'A', cap__c: '10.50', own__c: '1.00' });
  const refused = await move('JPY');
  expect([refused.status, (refused.body as { errors: Json[] }).errors]).toMatchObject([
    422,
    [
      {
        pointer: '/baseCurrency',
        code: 'state',
        message: expect.stringContaining('account.cap__c'),
      },
    ],
  ]);
  const path = '/customization/objects/account/fields/cap__c';
  await done(admin, 'PATCH', path, { settings: { currency: 'EUR' } });
  expect((await move('JPY')).status).toBe(200);
  expect(await done(admin, 'GET', `/accounts/${id}`)).toMatchObject({ cap__c: '10.50' });
  const changed = await done(admin, 'PATCH', `/accounts/${id}`, { cap__c: '10.75' });
  expect(changed).toMatchObject({ cap__c: '10.75' });
});

test('amounts of custom fields are summed with the digits of their currency', async () => {
  const inEuro = { type: 'currency', settings: { currency: 'EUR' } };
  await defineField(admin, 'lead', { ...inEuro, name: 'worth__c' });
  for (const worth__c of ['1000.40', '999.50']) {
    await made(admin, '/leads', { name: 'Tom', companyName: 'A', worth__c });
  }
  const told = 'sum:worth__c,avg:worth__c,max:worth__c';
  const { groups } = await done(admin, 'GET', `/leads?groupBy=status&aggregate=${told}`);
  expect(groups).toMatchObject([
    {
      count: 2,
      sum: { worth__c: '1999.90' },
      avg: { worth__c: '999.95' },
      max: { worth__c: '1000.40' },
    },
  ]);
});
