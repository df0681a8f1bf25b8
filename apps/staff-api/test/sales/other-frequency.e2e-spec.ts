import { expectInvariants } from '../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import type { Json, Made } from '../objects/objects-support';
import { aPlan, aSubscription, call as callAs } from './sales-support';
import { billedOn, invoicesOf, scheduleOf, told } from './subscription-support';

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
// No dispatcher runs while the clock goes on for weeks.
afterEach(() => expectInvariants(t, ['I15b']));
afterAll(async () => {
  await api?.close();
  await t?.close();
});

const post = async (path: string, body: object = {}) => {
  const answer = await callAs(admin, 'POST', path, body);
  expect([path, answer.status, answer.code]).toEqual([path, 200, undefined]);
  return answer;
};
const billed = (day: string) => billedOn({ t, api, admin }, day);
const on = (day: string) => t.clock.set(`${day}T12:00:00Z`);

interface Subscribed extends Made {
  readonly items: readonly { readonly itemId: string }[];
}

const planAt = (unitPrice: string, frequency: string, more: object = {}) =>
  aPlan(admin, { prices: [{ currency: 'EUR', unitPrice }], frequency, ...more });

/** 30.00 a month, billed for April and sent. */
async function monthly(more: object = {}, version: object = {}): Promise<Subscribed> {
  const plan = await planAt('30', 'monthly', version);
  const made = await aSubscription(admin, plan, { startDate: '2026-04-01', ...more });
  await billed('2026-04-01');
  for (const { id } of await invoicesOf(admin)) await post(`/invoices/${id}/send`);
  return made as Subscribed;
}

const asked = ({ items: [item] }: Subscribed, plan: Made, more: object = {}) => {
  return { items: [{ itemId: item?.itemId, planId: plan.id }], ...more };
};

async function notes(): Promise<Json[]> {
  const { body } = await callAs(admin, 'GET', '/credit-notes?sort=number');
  return body.data as Json[];
}

describe('another frequency', () => {
  test('gives back what is left, and begins a period on its day', async () => {
    const subscription = await monthly();
    const yearly = await planAt('365', 'annually');
    on('2026-04-16');
    const wanted = asked(subscription, yearly);
    const preview = await post(`/subscriptions/${subscription.id}/preview-change`, wanted);
    expect(preview.body).toMatchObject({
      effectiveOn: '2026-04-16',
      frequency: 'annually',
      credit: '15.00',
      charge: '0.00',
      after: '365.00',
    });
    const { previewHash } = preview.body;
    const path = `/subscriptions/${subscription.id}/change`;
    const changed = await post(path, { ...wanted, previewHash });
    expect(changed.body).toMatchObject({
      frequency: 'annually',
      currentPeriodStart: '2026-04-16',
      currentPeriodEnd: '2027-04-15',
      mrr: '30.42',
    });
    expect(await notes()).toMatchObject([{ total: '15.00', status: 'applied' }]);
    await billed('2026-04-16');
    expect(told(await invoicesOf(admin)).slice(1)).toEqual([
      ['2026-04-16', '365.00: 2026-04-16 to 2027-04-15'],
    ]);
    expect(await scheduleOf(admin, subscription)).toMatchObject({
      frequency: 'annually',
      nextBillingDate: '2027-04-16',
    });
  });

  test('takes what is left off its first invoice, where that is asked', async () => {
    const subscription = await monthly();
    const yearly = await planAt('365', 'annually');
    on('2026-04-16');
    const wanted = asked(subscription, yearly, { billing: 'next_invoice' });
    await post(`/subscriptions/${subscription.id}/change`, wanted);
    await billed('2026-04-16');
    expect(told(await invoicesOf(admin)).slice(1)).toEqual([
      ['2026-04-16', '365.00: 2026-04-16 to 2027-04-15', '-15.00: 2026-04-16 to 2026-04-30'],
    ]);
    expect(await notes()).toEqual([]);
  });

  test('that costs less a month begins with the next period, by itself', async () => {
    const subscription = await monthly();
    const quarterly = await planAt('60', 'quarterly');
    on('2026-04-16');
    const path = `/subscriptions/${subscription.id}`;
    const changed = await post(`${path}/change`, asked(subscription, quarterly));
    expect(changed.body).toMatchObject({ changeOn: '2026-05-01', frequency: 'monthly' });
    await billed('2026-08-01');
    expect(told(await invoicesOf(admin)).slice(1)).toEqual([
      ['2026-05-01', '60.00: 2026-05-01 to 2026-07-31'],
      ['2026-08-01', '60.00: 2026-08-01 to 2026-10-31'],
    ]);
    expect((await callAs(admin, 'GET', path)).body).toMatchObject({
      changeOn: null,
      frequency: 'quarterly',
      mrr: '20.00',
    });
  });

  test('that is planned is withdrawn, or gives way to another', async () => {
    const subscription = await monthly();
    const quarterly = await planAt('60', 'quarterly');
    const path = `/subscriptions/${subscription.id}/change`;
    await post(path, asked(subscription, quarterly));
    const wanted = asked(subscription, quarterly, { effective: 'day', day: '2026-06-10' });
    const beyond = await callAs(admin, 'POST', path, wanted);
    expect([beyond.status, beyond.code]).toEqual([409, 'change_pending']);
    expect((await callAs(admin, 'DELETE', path)).status).toBe(200);
    await post(path, wanted);
    await billed('2026-06-10');
    expect(told(await invoicesOf(admin)).slice(1)).toEqual([
      ['2026-05-01', '30.00: 2026-05-01 to 2026-05-31'],
      ['2026-06-01', '9.00: 2026-06-01 to 2026-06-09'],
      ['2026-06-10', '60.00: 2026-06-10 to 2026-09-09'],
    ]);
  });

  test('and back on the same day costs what the day costs', async () => {
    const subscription = await monthly();
    const [yearly, other] = [await planAt('365', 'annually'), await planAt('60', 'monthly')];
    on('2026-04-16');
    const path = `/subscriptions/${subscription.id}/change`;
    await post(path, asked(subscription, yearly));
    await post(path, asked(subscription, other, { effective: 'now' }));
    await billed('2026-05-16');
    expect(told(await invoicesOf(admin)).slice(1)).toEqual([
      ['2026-04-16', '60.00: 2026-04-16 to 2026-05-15'],
      ['2026-05-16', '60.00: 2026-05-16 to 2026-06-15'],
    ]);
    expect((await notes()).map(({ total }) => total)).toEqual(['15.00']);
  });

  test.each([
    ['none', []],
    ['full', ['30.00']],
  ])('gives back nothing or all where that is asked: %s', async (proration, back) => {
    const subscription = await monthly();
    const yearly = await planAt('365', 'annually');
    on('2026-04-16');
    const wanted = asked(subscription, yearly, { proration });
    await post(`/subscriptions/${subscription.id}/change`, wanted);
    expect((await notes()).map(({ total }) => total)).toEqual(back);
    expect(await billed('2026-04-16')).toMatchObject({ invoiced: 1, failed: 0 });
  });

  test('bills what is in arrears until its day by the old periods', async () => {
    const subscription = await monthly({}, { timing: 'arrears' });
    const weekly = await planAt('7', 'weekly', { timing: 'arrears' });
    on('2026-04-11');
    const wanted = asked(subscription, weekly, { effective: 'now' });
    await post(`/subscriptions/${subscription.id}/change`, wanted);
    await billed('2026-04-18');
    expect(told(await invoicesOf(admin))).toEqual([
      ['2026-04-11', '10.00: 2026-04-01 to 2026-04-10'],
      ['2026-04-18', '7.00: 2026-04-11 to 2026-04-17'],
    ]);
  });

  test('of a stub and on trial begins with what costs first', async () => {
    const trial = await planAt('30', 'monthly', { trialDays: 14 });
    const yearly = await planAt('365', 'annually');
    const made = (await aSubscription(admin, trial, { startDate: '2026-04-01' })) as Subscribed;
    on('2026-04-05');
    await post(`/subscriptions/${made.id}/change`, asked(made, yearly));
    await billed('2026-04-15');
    expect(told(await invoicesOf(admin))).toEqual([
      ['2026-04-15', '365.00: 2026-04-15 to 2027-04-14'],
    ]);
  });

  test('is one for all items, with the timing they have', async () => {
    const subscription = await monthly();
    const [yearly, arrears] = [
      await planAt('365', 'annually'),
      await planAt('365', 'annually', { timing: 'arrears' }),
    ];
    const [item] = subscription.items;
    const path = `/subscriptions/${subscription.id}/change`;
    const mixed = [{ planId: yearly.id }, { itemId: item?.itemId, planId: arrears.id }];
    for (const items of [mixed, [{ planId: arrears.id }]]) {
      const answer = await callAs(admin, 'POST', path, { items, effective: 'now' });
      expect([answer.status, answer.code]).toEqual([422, 'frequency_mismatch']);
    }
  });
});

describe('a pause or an end that is planned', () => {
  test('gives back on its day what is paid for by then', async () => {
    const { id } = await monthly();
    await post(`/subscriptions/${id}/pause`, {
      from: 'day',
      day: '2026-04-16',
      creditUnused: true,
    });
    expect(await notes()).toEqual([]);
    await billed('2026-04-16');
    expect(await notes()).toMatchObject([{ total: '15.00', status: 'applied' }]);
    on('2026-04-21');
    await post(`/subscriptions/${id}/resume`);
    await billed('2026-05-01');
    expect(told(await invoicesOf(admin)).slice(1)).toEqual([
      ['2026-04-21', '10.00: 2026-04-21 to 2026-04-30'],
      ['2026-05-01', '30.00: 2026-05-01 to 2026-05-31'],
    ]);
  });

  test.each([
    ['prorated', '10.00'],
    ['full', '30.00'],
  ])('gives back what was billed when it was asked, %s', async (credit, total) => {
    const { id } = await monthly();
    const asked = { at: 'day', day: '2026-04-21', credit };
    const planned = await post(`/subscriptions/${id}/cancel`, asked);
    expect(planned.body).toMatchObject({ cancelAt: '2026-04-21', cancelCredit: credit });
    await billed('2026-04-20');
    expect(await notes()).toEqual([]);
    await billed('2026-04-22');
    expect(await notes()).toMatchObject([{ total }]);
    await billed('2026-05-01');
    expect([await notes(), await invoicesOf(admin)]).toMatchObject([[{}], [{}]]);
  });

  test('gives back nothing where it is taken back', async () => {
    const { id } = await monthly();
    await post(`/subscriptions/${id}/cancel`, {
      at: 'day',
      day: '2026-04-21',
      credit: 'prorated',
    });
    const kept = await post(`/subscriptions/${id}/keep`);
    expect(kept.body).toMatchObject({ cancelAt: null, cancelCredit: null });
    await billed('2026-05-01');
    expect(await notes()).toEqual([]);
  });
});
