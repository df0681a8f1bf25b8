import { expectInvariants } from '../../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database';
import { made, type Made } from '../../objects/objects-support';
import { aPlan, aSubscription, call } from '../sales-support';
import { billedOn, invoicesOf, told } from '../subscription-support';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let meter: Made;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
beforeEach(async () => {
  t.clock.set('2026-04-01T10:00:00Z');
  admin = await api.newAdmin(await t.newCompany());
  meter = await made(admin, '/meters', { code: 'calls', name: 'Calls', aggregation: 'sum' });
});
afterAll(async () => {
  // No dispatcher runs while the clock goes on for months.
  await expectInvariants(t, ['I15b']);
  await api?.close();
  await t?.close();
});

const billed = (day: string) => billedOn({ t, api, admin }, day);

async function begun(timing: string, version: object = {}): Promise<Made> {
  const price = { currency: 'EUR', model: 'per_unit', unitPrice: '1.00' };
  const charge = { key: 'calls', meterId: meter.id, name: 'Calls', included: '100' };
  const plan = await aPlan(admin, {
    timing,
    prices: [{ currency: 'EUR', unitPrice: '30.00' }],
    charges: [{ ...charge, prices: [price] }],
    ...version,
  });
  return aSubscription(admin, plan);
}

async function stepOn(day: string, { id }: Made, step: string, body: object = {}) {
  t.clock.set(`${day}T12:00:00Z`);
  const answer = await call(admin, 'POST', `/subscriptions/${id}/${step}`, body);
  expect([answer.status, answer.code]).toEqual([200, undefined]);
}

async function used({ id }: Made, day: string) {
  t.clock.set(`${day}T12:00:00Z`);
  const timestamp = `${day}T12:00:00Z`;
  const event = { eventId: `of ${day}`, meter: 'calls', timestamp, value: '80' };
  const events = [{ ...event, subscriptionId: id }];
  const answer = await call(admin, 'POST', '/usage-events', { events });
  expect(answer.body).toMatchObject({ accepted: 1 });
}

/** The lines whose days are all of April. */
const ofApril = async () =>
  told(await invoicesOf(admin))
    .flatMap(([, ...lines]) => lines)
    .filter((line) => line?.endsWith(': 2026-04-01 to 2026-04-30'));

const asked = async () =>
  told(await invoicesOf(admin))
    .flatMap(([, ...lines]) => lines)
    .reduce((sum, line) => sum + Number.parseFloat(line ?? '0'), 0);

describe('usage of a month that goes on', () => {
  test.each([['advance'], ['arrears']])(
    'behind a pause with credit is rated once, in %s',
    async (timing) => {
      const subscription = await begun(timing);
      await billed('2026-04-01');
      await used(subscription, '2026-04-05');
      await stepOn('2026-04-10', subscription, 'pause', { creditUnused: true });
      await billed('2026-04-10');
      await stepOn('2026-04-20', subscription, 'resume');
      await billed('2026-04-20');
      await used(subscription, '2026-04-25');
      await billed('2026-05-01');
      // Of 160 calls 100 are free; 9 and 11 days of 30.00 were served.
      expect(await ofApril()).toContain('60.00: 2026-04-01 to 2026-04-30');
      expect(await asked()).toBeCloseTo(60 + 9 + 11 + (timing === 'advance' ? 30 : 0), 2);
    },
  );

  test('behind an end that was kept is rated once', async () => {
    const subscription = await begun('advance');
    await stepOn('2026-04-01', subscription, 'cancel', { at: 'day', day: '2026-04-15' });
    await billed('2026-04-01');
    await used(subscription, '2026-04-05');
    await stepOn('2026-04-10', subscription, 'keep');
    await billed('2026-04-15');
    await used(subscription, '2026-04-25');
    await billed('2026-05-01');
    expect(await ofApril()).toEqual(['60.00: 2026-04-01 to 2026-04-30']);
  });

  test('comes to the least of the days that were served', async () => {
    const minimums = [{ currency: 'EUR', amount: '60.00' }];
    const subscription = await begun('advance', { minimums });
    await billed('2026-04-01');
    await stepOn('2026-04-10', subscription, 'pause', { creditUnused: true });
    await stepOn('2026-04-20', subscription, 'resume');
    await billed('2026-04-20');
    await billed('2026-05-01');
    // 40.00 of 20 days, of which 20.00 are asked.
    expect(await ofApril()).toContain('20.00: 2026-04-01 to 2026-04-30');
  });
});
