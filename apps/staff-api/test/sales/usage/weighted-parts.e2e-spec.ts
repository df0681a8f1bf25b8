import { expectInvariants } from '../../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database';
import { made, type Json, type Made } from '../../objects/objects-support';
import { aPlan, aSubscription, call } from '../sales-support';
import { billedOn, invoicesOf, told } from '../subscription-support';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let plan: Made;
let other: Made;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
beforeEach(async () => {
  t.clock.set('2026-04-01T10:00:00Z');
  admin = await api.newAdmin(await t.newCompany());
  const meter = await made(admin, '/meters', {
    code: 'level',
    name: 'Level',
    aggregation: 'weighted',
  });
  const price = { currency: 'EUR', model: 'per_unit', unitPrice: '2.00' };
  const charges = [{ key: 'level', meterId: meter.id, name: 'Level', prices: [price] }];
  const free = { prices: [{ currency: 'EUR', unitPrice: '0.00' }], charges };
  plan = await aPlan(admin, free);
  other = await aPlan(admin, free);
});
afterAll(async () => {
  // No dispatcher runs while the clock goes on for months.
  await expectInvariants(t, ['I15b']);
  await api?.close();
  await t?.close();
});

const billed = (day: string) => billedOn({ t, api, admin }, day);
const lines = async () => told(await invoicesOf(admin));

async function level({ id }: Made, value: string, day: string) {
  const event = { eventId: `of ${day}`, meter: 'level', timestamp: `${day}T00:00:00Z`, value };
  const body = { events: [{ ...event, subscriptionId: id }] };
  expect((await call(admin, 'POST', '/usage-events', body)).body).toMatchObject({ accepted: 1 });
}

const usedSoFar = async ({ id }: Made) =>
  (await call(admin, 'GET', `/subscriptions/${id}/usage?on=2026-04-20`)).body;

describe('a level', () => {
  test('that holds through a change of plan is asked for once, and so late', async () => {
    const subscription = await aSubscription(admin, plan);
    await level(subscription, '10', '2026-04-01');
    t.clock.set('2026-04-16T10:00:00Z');
    const { itemId } = (subscription.items as Json[])[0] as Json;
    const changed = await call(admin, 'POST', `/subscriptions/${subscription.id}/change`, {
      items: [{ itemId, planId: other.id }],
      effective: 'now',
    });
    expect(changed.status).toBe(200);
    expect(await usedSoFar(subscription)).toMatchObject({ total: '20.00' });
    await billed('2026-05-01');
    const halves = ['10.00: 2026-04-01 to 2026-04-15', '10.00: 2026-04-16 to 2026-04-30'];
    expect(await lines()).toEqual([['2026-05-01', ...halves]]);
    await level(subscription, '20', '2026-04-16');
    await billed('2026-06-01');
    expect((await lines())[1]).toEqual([
      '2026-06-01',
      '40.00: 2026-05-01 to 2026-05-31',
      '10.00: 2026-04-16 to 2026-04-30',
    ]);
  });

  test('of a stub, and of the days until an end, is asked for as a part of the month', async () => {
    t.clock.set('2026-04-16T10:00:00Z');
    const subscription = await aSubscription(admin, plan, { anchorDay: 1 });
    await level(subscription, '10', '2026-04-16');
    expect(await usedSoFar(subscription)).toMatchObject({ total: '10.00' });
    await billed('2026-05-01');
    t.clock.set('2026-05-11T10:00:00Z');
    await call(admin, 'POST', `/subscriptions/${subscription.id}/cancel`, { at: 'now' });
    await billed('2026-05-11');
    expect(await lines()).toEqual([
      ['2026-05-01', '10.00: 2026-04-16 to 2026-04-30'],
      // 10 of 31 days at 20.00.
      ['2026-05-11', '6.45: 2026-05-01 to 2026-05-10'],
    ]);
  });
});
