import { subscriptionInvariants } from '@quittance/sales/host';
import { Client } from 'pg';
import { damages } from './damage';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import { made } from '../objects/objects-support';
import { anAccount, aPlan } from './sales-support';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let owner: Client;

beforeAll(async () => {
  t = await testDatabase();
  t.clock.set('2026-01-01T10:00:00Z');
  api = await startStaffApi(t);
  admin = api.admin;
  owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
  const plan = await aPlan(admin);
  const account = await anAccount(admin);
  const contract = await made(admin, '/contracts', {
    accountId: account.id,
    startDate: '2026-01-01',
    endDate: '2026-12-31',
    upliftPercent: '3',
  });
  await admin.call('POST', `/contracts/${contract.id}/activate`);
  const subscription = await made(admin, '/subscriptions', {
    accountId: account.id,
    contractId: contract.id,
    currency: 'EUR',
    items: [{ planId: plan.id }],
  });
  const path = `/subscriptions/${subscription.id}`;
  const items = [{ planId: plan.id, quantity: '2' }];
  await made(admin, `${path}/change`, { items, effective: 'period_end' });
  await admin.call('DELETE', `${path}/change`);
  await made(admin, `${path}/change`, { items, effective: 'period_end' });
  await made(admin, `/contracts/${contract.id}/renew`, {});
  await made(admin, '/meters', { code: 'calls', name: 'Calls', aggregation: 'max' });
  const events = ['5', '9', '7'].map((value) => {
    return { eventId: value, meter: 'calls', timestamp: '2026-01-01T09:00:00Z', value };
  });
  await made(admin, `${path}/usage`, { events });
  await made(admin, '/usage-events/9/void', { reason: 'Wrong' });
});

afterAll(async () => {
  await owner?.end();
  await api?.close();
  await t?.close();
});

const { violated, damage } = damages(() => owner, subscriptionInvariants);

test('what was changed, withdrawn, renewed and taken back violates nothing', async () => {
  expect(await violated()).toEqual([]);
});

test.each([
  [
    'I23a',
    `insert into sales.subscription_item select company_id, subscription_id, gen_random_uuid(),
       item_id, position, valid_from + 1, valid_from + 2, plan_id, plan_version_id, product_id,
       description, quantity, unit_price, price_overridden, discount_percent, discount_amount,
       tax_code, net, created_at
     from sales.subscription_item where valid_to is null`,
  ],
  ['I23b', 'update sales.subscription_item set valid_to = valid_from + 9 where valid_to is null'],
  ['I23c', `delete from sales.amendment where kind = 'created'`],
  ['I23d', `update sales.subscription set timing = 'arrears'`],
  ['I24', `update sales.contract set start_date = start_date + 1 where previous_id is not null`],
  ['I25', 'update sales.usage_day set max = 9'],
])('%s is told', async (invariant, statement) => {
  expect(await damage(statement)).toEqual([invariant]);
});
