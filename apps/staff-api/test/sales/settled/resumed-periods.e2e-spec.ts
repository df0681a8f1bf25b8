import { expectInvariants } from '../../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database';
import { made, type Made } from '../../objects/objects-support.js';
import { aPlan, aSubscription, call } from '../sales-support';
import { billedOn, invoicesOf, scheduleOf, told } from '../subscription-support';

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
  // No dispatcher runs while the clock goes on for months.
  await expectInvariants(t, ['I15b']);
  await api?.close();
  await t?.close();
});

const billed = (day: string) => billedOn({ t, api, admin }, day);

async function stepOn(day: string, { id }: Made, step: string, body: object = {}) {
  t.clock.set(`${day}T12:00:00Z`);
  const answer = await call(admin, 'POST', `/subscriptions/${id}/${step}`, body);
  expect([answer.status, answer.code]).toEqual([200, undefined]);
}

async function used({ id }: Made, value: string, day: string) {
  t.clock.set(`${day}T12:00:00Z`);
  const event = { eventId: `of ${day}`, meter: 'calls', timestamp: `${day}T12:00:00Z`, value };
  const answer = await call(admin, 'POST', '/usage-events', {
    events: [{ ...event, subscriptionId: id }],
  });
  expect(answer.body).toMatchObject({ accepted: 1 });
}

describe('periods that begin anew where a subscription goes on', () => {
  test('leave those before them to be billed until the day, with their usage', async () => {
    const meter = await made(admin, '/meters', {
      code: 'calls',
      name: 'Calls',
      aggregation: 'sum',
    });
    const price = { currency: 'EUR', model: 'per_unit', unitPrice: '2.00' };
    const subscription = await aSubscription(
      admin,
      await aPlan(admin, {
        frequency: 'annually',
        timing: 'arrears',
        prices: [{ currency: 'EUR', unitPrice: '365.00' }],
        charges: [{ key: 'calls', meterId: meter.id, name: 'Calls', prices: [price] }],
      }),
    );
    await used(subscription, '10', '2026-06-15');
    await stepOn('2026-10-10', subscription, 'pause');
    await stepOn('2026-10-20', subscription, 'resume', { billing: 'new_period' });
    expect(await scheduleOf(admin, subscription)).toMatchObject({ nextBillingDate: '2026-10-10' });
    await billed('2026-10-20');
    await used(subscription, '1', '2026-11-15');
    await billed('2027-10-20');
    expect(told(await invoicesOf(admin))).toEqual([
      ['2026-10-10', '282.00: 2026-01-01 to 2026-10-09'],
      ['2026-10-20', '20.00: 2026-01-01 to 2026-10-19'],
      ['2027-10-20', '365.00: 2026-10-20 to 2027-10-19', '2.00: 2026-10-20 to 2027-10-19'],
    ]);
  });

  test('bill the days on which a month in advance stood still by that month', async () => {
    const subscription = await aSubscription(
      admin,
      await aPlan(admin, { prices: [{ currency: 'EUR', unitPrice: '310.00' }] }),
    );
    await billed('2026-01-01');
    await stepOn('2026-01-11', subscription, 'pause', { creditUnused: true });
    await stepOn('2026-01-21', subscription, 'resume', { billing: 'new_period' });
    await billed('2026-02-21');
    expect(told(await invoicesOf(admin))).toEqual([
      // 20 of 31 days came back, as a line of the draft.
      ['2026-01-01', '310.00: 2026-01-01 to 2026-01-31', '-210.00: 2026-01-11 to 2026-01-31'],
      ['2026-01-21', '310.00: 2026-01-21 to 2026-02-20'],
      ['2026-02-21', '310.00: 2026-02-21 to 2026-03-20'],
    ]);
  });

  test('change days that were billed before as parts of what they were billed as', async () => {
    const plan = await aPlan(admin, { prices: [{ currency: 'EUR', unitPrice: '31.00' }] });
    t.clock.set('2026-01-15T10:00:00Z');
    const subscription = await aSubscription(admin, plan);
    await billed('2026-01-15');
    await stepOn('2026-01-20', subscription, 'pause');
    // A month of 28 days begins within one of 31 that is paid for.
    await stepOn('2026-02-05', subscription, 'resume', { billing: 'new_period' });
    t.clock.set('2026-02-06T12:00:00Z');
    const { body } = await call(admin, 'GET', `/subscriptions/${subscription.id}`);
    const [{ itemId }] = body.items as [{ itemId: string }];
    const items = [{ itemId, planId: plan.id, quantity: '2' }];
    const change = { items, effective: 'now' };
    const path = `/subscriptions/${subscription.id}/preview-change`;
    expect((await call(admin, 'POST', path, change)).body).toMatchObject({ net: '9.00' });
  });
});
