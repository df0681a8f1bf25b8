import { expectInvariants } from '../../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { made } from '../../objects/objects-support.js';
import { aPlan, aSubscription, anAccount, call } from '../sales-support.js';
import { billedOn, invoicesOf, told } from '../subscription-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
beforeEach(async () => {
  t.clock.set('2026-04-01T10:00:00Z');
  admin = await api.newAdmin(await t.newCompany());
});
afterEach(() => expectInvariants(t, ['I15b']));
afterAll(async () => {
  await api?.close();
  await t?.close();
});

const on = (day: string) => t.clock.set(`${day}T12:00:00Z`);
const post = async (path: string, body: object = {}) => {
  const answer = await call(admin, 'POST', path, body);
  expect([path, answer.status, answer.code]).toEqual([path, 200, undefined]);
  return answer.body;
};

describe('a planned change for which no invoice can be made on its day', () => {
  test('stands in no way of other operations, and is on the next invoice', async () => {
    const plan = await aPlan(admin, { prices: [{ currency: 'EUR', unitPrice: '50' }] });
    const { id, items } = await aSubscription(admin, plan, { startDate: '2026-04-01' });
    await billedOn({ t, api, admin }, '2026-04-01');
    const [first] = await invoicesOf(admin);
    await post(`/invoices/${first?.id}/send`);
    on('2026-04-03');
    const [item] = items as { itemId: string; planId: string }[];
    const change = { items: [{ ...named(item), unitPrice: '80' }], effective: 'day' };
    await post(`/subscriptions/${id}/change`, { ...change, day: '2026-04-16' });
    const { accountId } = (await call(admin, 'GET', `/subscriptions/${id}`)).body;
    const account = async (status: string) => {
      const answer = await call(admin, 'PATCH', `/accounts/${String(accountId)}`, { status });
      expect(answer.status).toBe(200);
    };
    await account('inactive');
    on('2026-04-17');
    const ending = await post(`/subscriptions/${id}/cancel`, { at: 'period_end', reason: 'x' });
    expect(ending).toMatchObject({ changeOn: null, mrr: '80.00' });
    await post(`/subscriptions/${id}/keep`);
    expect(await invoicesOf(admin)).toHaveLength(1);
    await account('active');
    await billedOn({ t, api, admin }, '2026-05-01');
    expect(told((await invoicesOf(admin)).slice(1))).toEqual([
      [
        '2026-05-01',
        '80.00: 2026-05-01 to 2026-05-31',
        '-25.00: 2026-04-16 to 2026-04-30',
        '40.00: 2026-04-16 to 2026-04-30',
      ],
    ]);
  });
});

test('a change that waits for its contract keeps others away until then', async () => {
  const plan = await aPlan(admin, { prices: [{ currency: 'EUR', unitPrice: '50' }] });
  const { id: accountId } = await anAccount(admin);
  const contract = await made(admin, '/contracts', {
    accountId,
    startDate: '2026-03-11',
    endDate: '2026-04-10',
    autoRenew: true,
  });
  await post(`/contracts/${contract.id}/activate`);
  const { id, items } = await aSubscription(admin, plan, {
    accountId,
    contractId: contract.id,
    startDate: '2026-04-01',
  });
  await billedOn({ t, api, admin }, '2026-04-01');
  const [item] = items as { itemId: string; planId: string }[];
  const to = (unitPrice: string, terms: object) =>
    call(admin, 'POST', `/subscriptions/${id}/change`, {
      items: [{ ...named(item), unitPrice }],
      ...terms,
    });
  on('2026-04-03');
  expect((await to('80', { effective: 'day', day: '2026-04-16' })).status).toBe(200);
  on('2026-04-17');
  const early = await to('60', { effective: 'now' });
  expect([early.status, early.code]).toEqual([409, 'change_unsettled']);
  await call(admin, 'POST', `/contracts/${contract.id}/renew`);
  expect((await to('60', { effective: 'now' })).status).toBe(200);
  // Half a month at 80 instead of 50, of which 14 days then cost 60.
  expect(told((await invoicesOf(admin)).slice(1))).toEqual([
    [
      '2026-04-16',
      '-25.00: 2026-04-16 to 2026-04-30',
      '40.00: 2026-04-16 to 2026-04-30',
      '-9.33: 2026-04-17 to 2026-04-30',
    ],
  ]);
});

function named(item: { readonly itemId: string; readonly planId: string } | undefined) {
  return { itemId: item?.itemId, planId: item?.planId };
}
