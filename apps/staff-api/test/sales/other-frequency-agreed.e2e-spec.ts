import { expectInvariants } from '../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import { made as madeBy, type Json, type Made } from '../objects/objects-support';
import { aPlan, aSubscription, call as callAs } from './sales-support';
import { billedOn, invoicesOf } from './subscription-support';

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
// No dispatcher runs while the clock goes on for months.
afterEach(() => expectInvariants(t, ['I15b']));
afterAll(async () => {
  await api?.close();
  await t?.close();
});

const call = (method: string, path: string, body?: object) => callAs(admin, method, path, body);
const post = async (path: string, body: object = {}) => {
  const answer = await call('POST', path, body);
  expect([path, answer.status, answer.code]).toEqual([path, 200, undefined]);
  return answer.body;
};
const billed = (day: string) => billedOn({ t, api, admin }, day);
const on = (day: string) => t.clock.set(`${day}T12:00:00Z`);
const EUR = { currency: 'EUR' };
const nets = async () => (await invoicesOf(admin)).map(({ subtotal }) => subtotal);
const notes = async () => {
  const { body } = await call('GET', '/credit-notes?sort=number');
  return (body.data as Json[]).map(({ subtotal }) => subtotal);
};

const sumOf = (all: readonly unknown[]) =>
  all.reduce<number>((total, each) => total + Number(each), 0);

const TERMS = { timing: 'advance' };

interface TwoVersions {
  readonly plan: Made;
  readonly yearlyId: string;
}

/** A plan of 30.00 a month and, as a version that is not offered by itself, of 365.00 a year. */
async function twoVersions(more: object = {}): Promise<TwoVersions> {
  const plan = await aPlan(admin, {
    ...more,
    ...TERMS,
    frequency: 'annually',
    prices: [{ ...EUR, unitPrice: '365' }],
  });
  const [first] = (await call('GET', `/plans/${plan.id}/versions`)).body.data as Made[];
  await madeBy(admin, `/plans/${plan.id}/versions`, {
    ...more,
    ...TERMS,
    frequency: 'monthly',
    prices: [{ ...EUR, unitPrice: '30' }],
  });
  return { plan, yearlyId: String(first?.id) };
}

async function monthly({ plan }: TwoVersions, item: object): Promise<Made> {
  const items = [{ planId: plan.id, ...item }];
  const made = await aSubscription(admin, plan, { startDate: '2026-04-01', items });
  await billed('2026-04-01');
  for (const { id } of await invoicesOf(admin)) await post(`/invoices/${id}/send`);
  return made;
}

const itemOf = (made: Json) => (made.items as Json[])[0] as Json;

async function toYearly(made: Made, { plan, yearlyId }: TwoVersions, more: object = {}) {
  const { itemId } = itemOf(made);
  const items = [{ itemId, planId: plan.id, planVersionId: yearlyId, ...more }];
  return post(`/subscriptions/${made.id}/change`, { items, effective: 'now' });
}

describe('a discount for a number of periods', () => {
  test('is in what a change gives back of paid days, and in what it asks', async () => {
    const versions = await twoVersions();
    const made = await monthly(versions, { discountPercent: '10', discountPeriods: 3 });
    on('2026-04-16');
    const items = [{ itemId: itemOf(made).itemId, planId: versions.plan.id, quantity: '2' }];
    await post(`/subscriptions/${made.id}/change`, { items, effective: 'now' });
    on('2026-04-21');
    await post(`/subscriptions/${made.id}/cancel`, { at: 'now', credit: 'prorated' });
    // 27.00, twice that less that for 15 days, and 18.00 of ten days back from the draft.
    expect(sumOf(await nets()) - sumOf(await notes())).toBeCloseTo(27 + 13.5 - 18, 5);
  });

  test('goes on to its day within a year, and its changes know where it ends', async () => {
    const versions = await twoVersions();
    const made = await monthly(versions, { discountPercent: '50', discountPeriods: 3 });
    on('2026-04-16');
    await toYearly(made, versions);
    await billed('2026-04-16');
    // 7.50 of April back; 76 days at 0.50 and 289 at 1.00.
    expect([await nets(), await notes()]).toEqual([['15.00', '327.00'], ['7.50']]);
    on('2026-05-16');
    const { body } = await call('GET', `/subscriptions/${made.id}`);
    const twice = { itemId: itemOf(body).itemId, planId: versions.plan.id, quantity: '2' };
    await post(`/subscriptions/${made.id}/change`, { items: [twice], effective: 'now' });
    // Once more 46 days at 0.50 and 289 at 1.00.
    expect((await nets()).at(-1)).toBe('312.00');
    // Without it from now on: 46 days at 0.50 more, of two.
    on('2026-05-17');
    const whole = { ...twice, discountPercent: null };
    await post(`/subscriptions/${made.id}/change`, { items: [whole], effective: 'now' });
    expect((await nets()).at(-1)).toBe('45.00');
    for (const { id, status } of await invoicesOf(admin)) {
      if (status === 'draft') await post(`/invoices/${id}/send`);
    }
    on('2026-06-01');
    await post(`/subscriptions/${made.id}/cancel`, { at: 'now', credit: 'prorated' });
    // 319 days at 2.00 come back.
    expect(sumOf(await notes())).toBeCloseTo(7.5 + 638, 5);
    await billed('2026-08-01');
    expect(await nets()).toHaveLength(4);
  });

  test('moves along with a trial on which the frequency was changed', async () => {
    const versions = await twoVersions({ trialDays: 30 });
    const items = [{ planId: versions.plan.id, discountPercent: '50', discountPeriods: 3 }];
    const made = await aSubscription(admin, versions.plan, { startDate: '2026-04-01', items });
    expect((made.items as never as Json[])[0]).toMatchObject({ discountUntil: '2026-08-01' });
    const yearly = await toYearly(made, versions);
    expect(itemOf(yearly)).toMatchObject({ discountUntil: '2026-08-01', net: '182.50' });
    const path = `/subscriptions/${made.id}/extend-trial`;
    const extended = await post(path, { trialEnd: '2026-05-10' });
    expect(itemOf(extended)).toMatchObject({ discountUntil: '2026-08-10', net: '182.50' });
  });

  test('that is given with the change counts its new periods', async () => {
    const versions = await twoVersions();
    const made = await monthly(versions, {});
    on('2026-04-16');
    const changed = await toYearly(made, versions, { discountPercent: '10', discountPeriods: 1 });
    expect((changed.items as Json[]).map(({ validFrom, net }) => [validFrom, net])).toEqual([
      ['2026-04-16', '328.50'],
      ['2027-04-16', '365.00'],
    ]);
  });
});

describe('what was agreed for a month', () => {
  test('is not agreed for a year, unless it is told', async () => {
    const versions = await twoVersions();
    const made = await monthly(versions, { unitPrice: '20', discountAmount: '5.00' });
    expect(await nets()).toEqual(['15.00']);
    on('2026-04-16');
    const changed = await toYearly(made, versions);
    expect(itemOf(changed)).toMatchObject({
      unitPrice: '365',
      discountAmount: null,
      net: '365.00',
    });
    const told = await toYearly(made, versions, { unitPrice: '240', discountAmount: '40.00' });
    expect(itemOf(told)).toMatchObject({ unitPrice: '240', net: '200.00' });
  });

  test('of usage ends with its month, by which what comes late is rated', async () => {
    const meter = await call('POST', '/meters', {
      code: 'calls',
      name: 'Calls',
      aggregation: 'sum',
    });
    const prices = [{ ...EUR, model: 'per_unit', unitPrice: '1' }];
    const charges = [{ key: 'calls', meterId: meter.body.id, name: 'Calls', prices }];
    const versions = await twoVersions({ charges });
    const price = { model: 'per_unit', unitPrice: '0.50' };
    const overrides = { charges: [{ key: 'calls', price }] };
    const made = await monthly(versions, { overrides });
    const used = (eventId: string, day: string, value: string) =>
      post(`/subscriptions/${made.id}/usage`, {
        events: [{ eventId, meter: 'calls', timestamp: `${day}T09:00:00Z`, value }],
      });
    on('2026-04-16');
    await used('kept', '2026-04-10', '170');
    await used('wrong', '2026-04-11', '1000');
    expect(itemOf(await toYearly(made, versions))).toMatchObject({ overrides: null });
    await billed('2026-04-16');
    expect((await nets()).at(-1)).toBe('950.00');
    expect(await notes()).toEqual(['15.00']);
    await post(`/invoices/${(await invoicesOf(admin)).at(-1)?.id}/send`);
    on('2026-04-20');
    await post('/usage-events/wrong/void', { reason: 'Counted twice' });
    await used('late', '2026-04-12', '10');
    await used('new', '2026-04-20', '7');
    await post(`/subscriptions/${made.id}/cancel`, { at: 'now', credit: 'none' });
    await billed('2026-04-21');
    // 7.00 of the day of the end are asked, and 495.00 come back.
    const paid = sumOf(await nets()) - sumOf(await notes());
    expect(paid).toBeCloseTo(30 - 15 + 365 + 90 + 7, 5);
  });
});
