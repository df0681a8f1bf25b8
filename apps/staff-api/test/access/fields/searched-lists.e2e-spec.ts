import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { bodyOf, memberWith } from '../members.js';
import { made } from '../../objects/objects-support.js';
import { newAccount } from '../../receivables/billing-support.js';

let t: TestDatabase;
let api: TestStaffApi;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

it.each(['leads', 'invoices'])(
  '%s are searched by what is not hidden of them',
  async (resource) => {
    const accountId = await newAccount(t, api.company);
    const lines = [{ description: 'Work', quantity: '1', unitPrice: '10', taxRate: '0' }];
    const bodies: Readonly<Record<string, object>> = {
      leads: { name: 'Lear', email: 'fool@example.com' },
      invoices: { accountId, poNumber: 'Lear', notes: 'fool', lines },
    };
    const { id } = await made(api.admin, `/${resource}`, bodies[resource] ?? {});
    const hidden = { email: 'hidden', notes: 'hidden' };
    const some = await memberWith(api, {
      matrix: { [resource]: ['view'] },
      fields: { [resource]: hidden },
    });
    const found = async (query: string) => {
      const answer = await some.call('GET', `/${resource}?${query}`);
      return bodyOf<{ data: { id: string }[] }>(answer).data.map((each) => each.id);
    };
    expect(await found('search=Lear')).toEqual([id]);
    expect(await found('search=fool')).toEqual([]);
    expect(await found('search=Lear&cursor=')).toEqual([id]);
    const groups = await some.call('GET', `/${resource}?search=Lear&groupBy=status`);
    expect(bodyOf<{ groups: { count: number }[] }>(groups).groups).toMatchObject([{ count: 1 }]);
  },
);

it('invoices are found by no hidden name of whom they are made out to', async () => {
  const { id: accountId } = await made(api.admin, '/accounts', { name: 'Hidden SARL' });
  const lines = [{ description: 'Work', quantity: '1', unitPrice: '10', taxRate: '0' }];
  const { id } = await made(api.admin, '/invoices', { accountId, currency: 'EUR', lines });
  const blind = await memberWith(api, {
    matrix: { invoices: ['view'] },
    fields: { invoices: { billTo: 'hidden' } },
  });
  const found = async (by: typeof blind, query: string) => {
    const { status, body } = await by.call('GET', `/invoices?${query}`);
    const { data = [] } = body as { data?: { id: string }[] };
    return [status, ...data.map((each) => each.id)];
  };
  const filter = { field: 'billToName', op: 'startsWith', value: 'Hidden' };
  const filtered = `filter=${encodeURIComponent(JSON.stringify(filter))}`;
  expect(await found(api.admin, filtered)).toEqual([200, id]);
  expect(await found(blind, filtered)).toEqual([400]);
  expect(await found(blind, 'sort=billToName')).toEqual([400]);
  expect(await found(api.admin, 'search=SARL')).toEqual([200, id]);
  expect(await found(blind, 'search=SARL')).toEqual([200]);
});
