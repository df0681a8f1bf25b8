import { subscribedInvariants } from '@quittance/billing/host';
import { checkInvariants } from '@quittance/database/host';
import { Client } from 'pg';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import { made } from '../objects/objects-support';
import { aPlan, aSubscription } from './sales-support';
import { billedOn } from './subscription-support';

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
  const meter = await made(admin, '/meters', { code: 'calls', name: 'Calls', aggregation: 'sum' });
  const price = { currency: 'EUR', model: 'per_unit', unitPrice: '1' };
  const plan = await aPlan(admin, {
    charges: [{ key: 'calls', meterId: meter.id, name: 'Calls', prices: [price] }],
    minimums: [{ currency: 'EUR', amount: '100.00' }],
  });
  await aSubscription(admin, plan);
  await billedOn({ t, api, admin }, '2026-03-01');
});

afterAll(async () => {
  await owner?.end();
  await api?.close();
  await t?.close();
});

async function violated(): Promise<string[]> {
  const ask = async (text: string) => (await owner.query(text)).rows as never;
  const checked = await checkInvariants(ask, subscribedInvariants);
  const found = checked.flatMap(({ violations }) => violations.map(({ invariant }) => invariant));
  return [...new Set(found)].sort();
}

/** What the damage violates; it is undone. */
async function damage(statement: string): Promise<string[]> {
  await owner.query('begin');
  try {
    const { rowCount } = await owner.query(statement);
    expect(rowCount).toBeGreaterThan(0);
    return await violated();
  } finally {
    await owner.query('rollback');
  }
}

test('what was billed violates nothing', async () => {
  expect(await violated()).toEqual([]);
});

test.each([
  ['I28a', `update billing.schedule set currency = 'USD' where source = 'subscription'`],
  [
    'I28a',
    `update billing.schedule set source = 'lines', covered_until = null, usage_until = null,
       gaps = null, parts = null where source = 'subscription'`,
    'I28b',
    'I28c',
  ],
  [
    'I28b',
    `insert into billing.billed_item select company_id, schedule_id, item_id, gen_random_uuid(),
       start_on + 1, until_on, full_days, price, amount, invoice_id, line_position
     from billing.billed_item`,
  ],
  ['I28b', 'update billing.billed_item set until_on = until_on + 1'],
  ['I28c', 'update billing.billed_usage set true_up = true_up + 1'],
  ['I28c', 'update billing.billed_usage set until_on = until_on + 40'],
  [
    'I28d',
    `insert into billing.interim_usage (company_id, schedule_id, start_on, plan_version_id,
       threshold, item_id, until_on, usage, amount, invoice_id)
     select u.company_id, u.schedule_id, u.start_on, u.plan_version_id, n.threshold, u.item_id,
       u.until_on, 500, 400, n.id
     from (select * from billing.billed_usage limit 1) u
     join (select company_id, id, row_number() over (order by id) as threshold
       from receivables.invoice) n on n.company_id = u.company_id and n.threshold <= 2`,
  ],
])('%s is told', async (invariant, statement, ...others) => {
  expect(await damage(statement)).toEqual([invariant, ...others]);
});
