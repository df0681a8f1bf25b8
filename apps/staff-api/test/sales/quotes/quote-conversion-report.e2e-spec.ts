import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { memberWith } from '../../access/members.js';
import { done, made } from '../../objects/objects-support.js';

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

async function sent(by: StaffClient, price: string): Promise<string> {
  const account = await made(api.admin, '/accounts', { name: `Acme ${price}` });
  const lines = [{ description: 'Till', unitPrice: price, taxRate: '19' }];
  const { id } = await made(by, '/quotes', { accountId: account.id, currency: 'EUR', lines });
  for (const step of ['submit', 'approve', 'send']) {
    await done(api.admin, 'POST', `/quotes/${id}/${step}`);
  }
  return id;
}

test('what became of quotes is told by month, owner and currency, each quote once', async () => {
  const matrix = { quotes: ['view', 'create'], reports: ['view'] };
  const seller = await memberWith(api, { matrix, scopes: { quotes: 'own' } });
  const [won, lost, revised] = [
    await sent(api.admin, '100.00'),
    await sent(api.admin, '50.00'),
    await sent(api.admin, '30.00'),
  ];
  await sent(seller, '70.00');
  await done(api.admin, 'POST', `/quotes/${won}/accept`, { name: 'Bea', evidence: 'Letter' });
  await done(api.admin, 'POST', `/quotes/${lost}/reject`, { reason: 'Too dear' });
  await made(api.admin, `/quotes/${revised}/revise`, {});
  const report = (by: StaffClient, more = '') =>
    done<{ data: readonly object[] }>(by, 'GET', `/reports/quote-conversion${more}`);
  const mine = {
    sent: 3,
    accepted: 1,
    rejected: 1,
    expired: 0,
    cancelled: 0,
    open: 1,
    sentValue: '180.00',
    acceptedValue: '100.00',
    rate: '33.3',
    averageDaysToAccept: '0.0',
    ownerId: api.admin.userId,
    currency: 'EUR',
  };
  const theirs = { sent: 1, accepted: 0, rate: '0.0', ownerId: seller.userId };
  const all = await report(api.admin);
  expect(all.data).toHaveLength(2);
  expect(all.data).toEqual(
    expect.arrayContaining([expect.objectContaining(mine), expect.objectContaining(theirs)]),
  );
  expect((await report(seller)).data).toEqual([expect.objectContaining(theirs)]);
  expect((await report(api.admin, '?from=2020-01-01&to=2020-12-31')).data).toEqual([]);
  const blind = await memberWith(api, { matrix: { reports: ['view'] } });
  expect((await report(blind)).data).toEqual([]);
});
