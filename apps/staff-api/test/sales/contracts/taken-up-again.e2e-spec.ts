import { expectInvariants } from '../../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database';
import { made, type Json, type Made } from '../../objects/objects-support';
import { aPlan, aSubscription, call as callAs } from '../sales-support';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
beforeEach(async () => {
  t.clock.set('2026-01-01T10:00:00Z');
  admin = await api.newAdmin(await t.newCompany());
});
afterAll(async () => {
  await expectInvariants(t, ['I15b']);
  await api?.close();
  await t?.close();
});

const call = (method: string, path: string, body?: object) => callAs(admin, method, path, body);

/** A plan of 50.00 a month, whose newest version is 500.00 a year. */
async function subscribed(item: object, version: object = {}): Promise<Made> {
  const plan = await aPlan(admin, version);
  const made = await aSubscription(admin, plan, { items: [{ planId: plan.id, ...item }] });
  const prices = [{ currency: 'EUR', unitPrice: '500.00' }];
  const yearly = { frequency: 'annually', ...version, prices };
  expect((await call('POST', `/plans/${plan.id}/versions`, yearly)).status).toBe(201);
  expect((await call('POST', `/subscriptions/${made.id}/cancel`, { at: 'now' })).status).toBe(200);
  return made;
}

const reactivate = ({ id }: Made, more: object = {}) =>
  call('POST', `/subscriptions/${id}/reactivate`, more);

async function itemOf(made: Made, more: object = {}): Promise<Json> {
  const { status, body } = await reactivate(made, more);
  expect(status).toBe(201);
  return (body.items as Json[])[0] as Json;
}

describe('a subscription that is taken up again by other periods', () => {
  test('has the price of its plan, and not what was agreed for a month', async () => {
    const agreed = await subscribed({ unitPrice: '25.00' });
    expect(await itemOf(agreed)).toMatchObject({
      unitPrice: '500',
      priceOverridden: false,
      net: '500.00',
    });
    const off = await subscribed({ discountAmount: '10.00' });
    expect(await itemOf(off)).toMatchObject({ discountAmount: null, net: '500.00' });
  });

  test('keeps a percentage, and all that was agreed where the periods stay', async () => {
    const tenth = await subscribed({ discountPercent: '10' });
    expect(await itemOf(tenth)).toMatchObject({ discountPercent: '10', net: '450.00' });
    const agreed = await subscribed({ unitPrice: '25.00', discountAmount: '10.00' });
    expect(await itemOf(agreed, { sameVersion: true })).toMatchObject({ net: '15.00' });
  });

  test('has the usage of its plan, and not what was free in a month', async () => {
    const meter = { code: 'calls', name: 'Calls', aggregation: 'sum' };
    const { id: meterId } = await made(admin, '/meters', meter);
    const prices = [{ currency: 'EUR', model: 'per_unit', unitPrice: '0.10' }];
    const charges = [{ key: 'calls', meterId, name: 'Calls', included: '10', prices }];
    const overrides = { charges: [{ key: 'calls', included: '500' }] };
    const usage = await subscribed({ overrides }, { charges });
    expect((await itemOf(usage)).overrides ?? null).toBeNull();
    const same = await subscribed({ overrides }, { charges, frequency: 'monthly' });
    expect((await itemOf(same)).overrides).not.toBeNull();
  });
});

describe('nobody subscribes anew', () => {
  test('whose account is not active', async () => {
    const made = await subscribed({});
    const account = `/accounts/${String(made.accountId)}`;
    expect((await call('PATCH', account, { status: 'inactive' })).status).toBe(200);
    const refused = await reactivate(made);
    expect([refused.status, refused.body.errors]).toMatchObject([422, [{ code: 'inactive' }]]);
  });

  test('in a currency that is not billed in any more', async () => {
    const made = await subscribed({});
    const base = { baseCurrency: 'USD' };
    expect((await call('PATCH', '/company', base)).status).toBe(200);
    expect((await call('PATCH', '/currencies/EUR', { enabled: false })).status).toBe(200);
    expect((await reactivate(made)).code).toBe('currency_not_enabled');
  });
});
