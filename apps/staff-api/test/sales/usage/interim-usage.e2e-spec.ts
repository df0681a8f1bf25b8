import { BillInterimUsage } from '@quittance/billing/host';
import { subscriptionUsage } from '@quittance/sales';
import { expectInvariants } from '../../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database';
import type { Json, Made } from '../../objects/objects-support';
import { aPlan, aSubscription, call as callAs } from '../sales-support';
import { billedOn, invoicesOf, type Invoice } from '../subscription-support';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let count = 0;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
beforeEach(async () => {
  t.clock.set('2026-04-01T10:00:00Z');
  admin = await api.newAdmin(await t.newCompany());
});
afterAll(async () => {
  // No dispatcher runs while the clock goes on for months.
  await expectInvariants(t, ['I15b']);
  await api?.close();
  await t?.close();
});

const call = (method: string, path: string, body?: object) => callAs(admin, method, path, body);
const post = (path: string, body: object = {}) => call('POST', path, body);
const billed = (day: string) => billedOn({ t, api, admin }, day);

/** ≤ 100 at 1.00, ≤ 200 at 0.50, above at 0.10. */
const TIERS = [
  { upTo: '100', unitPrice: '1.00' },
  { upTo: '200', unitPrice: '0.50' },
  { unitPrice: '0.10' },
];
const EUR = { currency: 'EUR' };
const G = { ...EUR, model: 'graduated', tiers: TIERS };
const thresholdsAt = (...amounts: string[]) => amounts.map((amount) => ({ ...EUR, amount }));

async function aMeter(code = 'calls', more: object = {}): Promise<string> {
  const meter = await post('/meters', { code, name: code, aggregation: 'sum', ...more });
  expect(meter.status).toBe(201);
  return String(meter.body.id);
}

async function aMetered(version: object = {}, charge: object = {}): Promise<Made> {
  const meterId = await aMeter();
  const charges = [{ key: 'calls', meterId, name: 'Calls', prices: [G], ...charge }];
  const plan = await aPlan(admin, {
    prices: [],
    charges,
    thresholds: thresholdsAt('100'),
    ...version,
  });
  return aSubscription(admin, plan, { startDate: '2026-04-01' });
}

/** Usage at noon of a day, told on that day or a later one. */
async function used({ id }: Made, day: string, value: string, toldOn = day): Promise<string> {
  count += 1;
  t.clock.set(`${toldOn}T12:00:00Z`);
  const eventId = `e-${count}`;
  const event = { eventId, meter: 'calls', timestamp: `${day}T11:00:00Z`, value };
  const taken = await post(`/subscriptions/${id}/usage`, { events: [event] });
  expect(taken.body).toMatchObject({ accepted: 1 });
  return eventId;
}

/** The job of the worker; how many invoices it made. */
const worked = () => api.app.get(BillInterimUsage).execute(t.ctx(admin.companyId));

const linesOf = (invoice: Invoice | undefined) =>
  invoice?.lines.map(({ description, quantity, net }) => `${description}: ${quantity} ${net}`);
const totals = async () =>
  (await invoicesOf(admin)).map(({ issueDate, total }) => `${issueDate} ${total}`);
const usageOf = async ({ id }: Made) => (await call('GET', `/subscriptions/${id}/usage`)).body;

describe('usage that reaches a threshold', () => {
  test('example 31: is invoiced so far, and the end of the period bills the rest', async () => {
    const subscription = await aMetered();
    await call('PATCH', `/subscriptions/${subscription.id}`, { poNumber: 'PO-31' });
    await used(subscription, '2026-04-05', '99');
    expect(await worked()).toBe(0);
    await used(subscription, '2026-04-10', '21');
    expect(await worked()).toBe(1);
    await used(subscription, '2026-04-20', '130');
    expect(await worked()).toBe(0);
    await billed('2026-05-01');
    const [interim, last] = await invoicesOf(admin);
    expect(interim).toMatchObject({
      issueDate: '2026-04-10',
      dueDate: '2026-05-10',
      poNumber: 'PO-31',
      status: 'draft',
      subtotal: '110.00',
      periodStart: '2026-04-01',
      periodEnd: '2026-04-10',
      subscriptionId: subscription.id,
    });
    expect(linesOf(interim)).toEqual(['Calls, tier 1: 100 100.00', 'Calls, tier 2: 20 10.00']);
    expect(last).toMatchObject({ issueDate: '2026-05-01', subtotal: '45.00' });
    const name = String((subscription.items as never as Json[])[0]?.description);
    expect(linesOf(last)).toEqual([
      'Calls, tier 1: 100 100.00',
      'Calls, tier 2: 100 50.00',
      'Calls, tier 3: 50 5.00',
      `${name}: less usage invoiced with ${interim?.number}: -1 -110.00`,
    ]);
    await billed('2026-06-01');
    expect(await invoicesOf(admin)).toHaveLength(2);
  });

  test('is invoiced once, however often and from how many sides it is looked at', async () => {
    const subscription = await aMetered();
    await used(subscription, '2026-04-10', '120');
    const made = await Promise.all([worked(), worked(), worked()]);
    expect(made.reduce((sum, each) => sum + each, 0)).toBe(1);
    expect(await worked()).toBe(0);
    await used(subscription, '2026-04-11', '1');
    expect(await worked()).toBe(0);
    expect(await totals()).toEqual(['2026-04-10 110.00']);
  });

  test('is looked at again where more has come in meanwhile', async () => {
    const subscription = await aMetered();
    await used(subscription, '2026-04-10', '60');
    const ctx = t.ctx(admin.companyId);
    const { next, settle, none } = subscriptionUsage.due;
    const seen = await t.db.read(ctx, (tx) => next(tx, none, 10));
    expect(seen).toHaveLength(1);
    await used(subscription, '2026-04-10', '60');
    await t.db.write(ctx, (tx) => settle(tx, seen));
    expect(await worked()).toBe(1);
    expect(await t.db.read(ctx, (tx) => next(tx, none, 10))).toEqual([]);
  });

  test('of a plan that is changed to today is invoiced with the day behind it', async () => {
    const subscription = await aMetered();
    const [calls, bytes] = [await aMeter('other'), await aMeter('bytes')];
    const charges = [
      { key: 'calls', meterId: calls, name: 'Other', prices: [G] },
      { key: 'bytes', meterId: bytes, name: 'Bytes', prices: [G] },
    ];
    const plan = await aPlan(admin, { prices: [], charges, thresholds: thresholdsAt('100') });
    t.clock.set('2026-04-10T10:00:00Z');
    const [item] = subscription.items as never as Json[];
    const items = [{ itemId: item?.itemId, planId: plan.id }];
    const changed = await post(`/subscriptions/${subscription.id}/change`, {
      items,
      effective: 'now',
    });
    expect(changed.status).toBe(200);
    const event = { eventId: 'o', meter: 'other', timestamp: '2026-04-10T09:00:00Z', value: '120' };
    await post(`/subscriptions/${subscription.id}/usage`, { events: [event] });
    expect(await worked()).toBe(0);
    t.clock.set('2026-04-11T10:00:00Z');
    expect(await worked()).toBe(1);
    expect(await totals()).toEqual(['2026-04-11 110.00']);
  });

  test('is invoiced again at the next threshold, less what was invoiced', async () => {
    const subscription = await aMetered({ thresholds: thresholdsAt('150', '50', '100') });
    await used(subscription, '2026-04-10', '60');
    await worked();
    await used(subscription, '2026-04-12', '60');
    await worked();
    await used(subscription, '2026-04-14', '80');
    await worked();
    await billed('2026-05-01');
    expect(await totals()).toEqual(['2026-04-10 60.00', '2026-04-12 50.00', '2026-04-14 40.00']);
  });

  test('that passes several at once is invoiced once', async () => {
    const subscription = await aMetered({ thresholds: thresholdsAt('50', '100', '150') });
    await used(subscription, '2026-04-10', '200');
    expect(await worked()).toBe(1);
    await used(subscription, '2026-04-11', '10');
    expect(await worked()).toBe(0);
    expect(await totals()).toEqual(['2026-04-10 150.00']);
  });

  test('begins anew with each period', async () => {
    const subscription = await aMetered();
    await used(subscription, '2026-04-10', '100');
    await worked();
    await billed('2026-05-01');
    await used(subscription, '2026-05-10', '100');
    expect(await worked()).toBe(1);
    expect(await totals()).toEqual(['2026-04-10 100.00', '2026-05-10 100.00']);
  });

  test('of the day on which the period ends is left to its end', async () => {
    const subscription = await aMetered();
    await used(subscription, '2026-04-30', '120', '2026-05-01');
    expect(await worked()).toBe(0);
    await billed('2026-05-01');
    expect(await totals()).toEqual(['2026-05-01 110.00']);
  });

  test('counts what came late within its period', async () => {
    const subscription = await aMetered();
    await used(subscription, '2026-04-20', '60');
    await used(subscription, '2026-04-02', '60', '2026-04-21');
    expect(await worked()).toBe(1);
    expect(await totals()).toEqual(['2026-04-21 110.00']);
  });

  test('is not invoiced while another sees it reached and it is voided since', async () => {
    const subscription = await aMetered();
    const event = await used(subscription, '2026-04-10', '120');
    expect((await post(`/usage-events/${event}/void`, { reason: 'Wrong' })).status).toBe(200);
    expect(await worked()).toBe(0);
    await billed('2026-05-01');
    expect(await invoicesOf(admin)).toEqual([]);
  });

  test('that is voided once it is invoiced is given back', async () => {
    const subscription = await aMetered({ prices: [{ ...EUR, unitPrice: '30' }] });
    await billed('2026-04-01');
    const event = await used(subscription, '2026-04-10', '120');
    await worked();
    expect((await post(`/usage-events/${event}/void`, { reason: 'Wrong' })).status).toBe(200);
    await billed('2026-05-01');
    await billed('2026-06-01');
    // 110.00 come back: May takes off what it asks, and the invoice that asked for them the rest.
    expect(await totals()).toEqual([
      '2026-04-01 30.00',
      '2026-04-10 30.00',
      '2026-05-01 0.00',
      '2026-06-01 30.00',
    ]);
  });

  test('is billed again by the end where its invoice was voided, and not ahead again', async () => {
    const subscription = await aMetered();
    await used(subscription, '2026-04-10', '120');
    await worked();
    const [interim] = await invoicesOf(admin);
    expect((await post(`/invoices/${interim?.id}/cancel`)).status).toBe(200);
    await used(subscription, '2026-04-11', '10');
    expect(await worked()).toBe(0);
    expect(await usageOf(subscription)).toMatchObject({ total: '115.00', invoiced: '0.00' });
    await billed('2026-05-01');
    expect((await totals()).at(-1)).toBe('2026-05-01 115.00');
  });

  test('is asked whole at the next threshold where the invoice before was cancelled', async () => {
    const subscription = await aMetered({ thresholds: thresholdsAt('50', '100') });
    await used(subscription, '2026-04-10', '60');
    await worked();
    const [first] = await invoicesOf(admin);
    await post(`/invoices/${first?.id}/cancel`);
    await used(subscription, '2026-04-12', '60');
    expect(await worked()).toBe(1);
    await used(subscription, '2026-04-14', '10');
    await billed('2026-05-01');
    expect(await totals()).toEqual(['2026-04-10 60.00', '2026-04-12 110.00', '2026-05-01 5.00']);
  });

  test('leaves the minimum to the end of the period', async () => {
    const subscription = await aMetered({ minimums: [{ ...EUR, amount: '300' }] });
    await used(subscription, '2026-04-10', '120');
    await worked();
    await billed('2026-05-01');
    const [interim, last] = await invoicesOf(admin);
    expect([interim?.total, last?.total]).toEqual(['110.00', '190.00']);
    expect(linesOf(last)?.[2]).toMatch(/up to the minimum: 1 190.00$/);
  });

  test('counts all charges of the plan, each less what is included', async () => {
    const [calls, bytes] = [await aMeter(), await aMeter('bytes')];
    const unit = { ...EUR, model: 'per_unit', unitPrice: '1' };
    const plan = await aPlan(admin, {
      prices: [],
      charges: [
        { key: 'calls', meterId: calls, name: 'Calls', included: '50', prices: [unit] },
        { key: 'bytes', meterId: bytes, name: 'Bytes', included: '10', prices: [unit] },
      ],
      thresholds: thresholdsAt('100'),
    });
    const subscription = await aSubscription(admin, plan, { startDate: '2026-04-01' });
    await used(subscription, '2026-04-10', '120');
    expect(await worked()).toBe(0);
    const event = { eventId: 'b', meter: 'bytes', timestamp: '2026-04-10T11:30:00Z', value: '40' };
    await post(`/subscriptions/${subscription.id}/usage`, { events: [event] });
    expect(await worked()).toBe(1);
    const [interim] = await invoicesOf(admin);
    expect(linesOf(interim)).toEqual(['Calls: 70 70.00', 'Bytes: 30 30.00']);
  });

  test('counts a level as long as it has held', async () => {
    const meterId = await aMeter('seats', { aggregation: 'weighted' });
    const prices = [{ ...EUR, model: 'per_unit', unitPrice: '10' }];
    const charges = [{ key: 'seats', meterId, name: 'Seats', prices }];
    const plan = await aPlan(admin, { prices: [], charges, thresholds: thresholdsAt('100') });
    const subscription = await aSubscription(admin, plan, { startDate: '2026-04-01' });
    t.clock.set('2026-04-01T00:00:00Z');
    const events = [
      { eventId: 's', meter: 'seats', timestamp: '2026-04-01T00:00:00Z', value: '20' },
    ];
    await post(`/subscriptions/${subscription.id}/usage`, { events });
    expect(await worked()).toBe(0);
    t.clock.set('2026-04-16T00:00:00Z');
    const same = { eventId: 's2', meter: 'seats', timestamp: '2026-04-16T00:00:00Z', value: '20' };
    await post(`/subscriptions/${subscription.id}/usage`, { events: [same] });
    expect(await worked()).toBe(1);
    expect(await totals()).toEqual(['2026-04-16 100.00']);
    await billed('2026-05-01');
    expect((await totals()).at(-1)).toBe('2026-05-01 100.00');
  });

  test('is billed to its last day where the subscription ends', async () => {
    const subscription = await aMetered();
    await used(subscription, '2026-04-10', '120');
    await worked();
    await used(subscription, '2026-04-12', '80');
    t.clock.set('2026-04-15T12:00:00Z');
    await post(`/subscriptions/${subscription.id}/cancel`, { at: 'now' });
    await used(subscription, '2026-04-13', '10');
    expect(await worked()).toBe(0);
    await billed('2026-05-01');
    expect(await totals()).toEqual(['2026-04-10 110.00', '2026-04-15 41.00']);
  });
});

describe('what is told of it', () => {
  test('the usage of the period says what is reached and invoiced', async () => {
    const subscription = await aMetered({ thresholds: thresholdsAt('100', '150') });
    await used(subscription, '2026-04-10', '120');
    const reached = (invoiceId: unknown) => [
      { start: '2026-04-01', amount: '100.00', reached: true, invoiceId },
      { start: '2026-04-01', amount: '150.00', reached: false, invoiceId: null },
    ];
    expect(await usageOf(subscription)).toMatchObject({
      total: '110.00',
      invoiced: '0.00',
      thresholds: reached(null),
    });
    await worked();
    const [interim] = await invoicesOf(admin);
    expect(await usageOf(subscription)).toMatchObject({
      total: '110.00',
      invoiced: '110.00',
      thresholds: reached(interim?.id),
    });
  });

  test('the invoices that come next begin with the one that is reached', async () => {
    const subscription = await aMetered();
    await used(subscription, '2026-04-10', '120');
    const preview = async () => {
      const { body } = await call('GET', `/subscriptions/${subscription.id}/preview`);
      return (body.invoices as Json[]).map(({ issueDate, total }) => [issueDate, total]);
    };
    expect(await preview()).toEqual([['2026-04-10', '110.00']]);
    await worked();
    await used(subscription, '2026-04-11', '130');
    expect(await preview()).toEqual([['2026-05-01', '45.00']]);
    await billed('2026-05-01');
    expect(await totals()).toEqual(['2026-04-10 110.00', '2026-05-01 45.00']);
  });
});

describe('the thresholds of a plan', () => {
  test.each([
    [
      'of a currency without charges',
      [{ currency: 'USD', amount: '100' }],
      '/thresholds/0/currency',
    ],
    ['twice', thresholdsAt('100', '100.00'), '/thresholds/1/amount'],
    ['of nothing', thresholdsAt('0'), '/thresholds/0/amount'],
    ['finer than the currency', thresholdsAt('1.001'), '/thresholds/0/amount'],
  ])('are refused %s', async (_, thresholds, pointer) => {
    const meterId = await aMeter();
    const plan = await aPlan(admin);
    const charges = [{ key: 'calls', meterId, name: 'Calls', prices: [G] }];
    const made = await post(`/plans/${plan.id}/versions`, {
      frequency: 'monthly',
      charges,
      thresholds,
    });
    expect(made.status).toBe(422);
    expect(made.body.errors).toEqual([expect.objectContaining({ pointer })]);
  });

  test('are answered with the version', async () => {
    const plan = await aPlan(admin);
    const { body } = await call('GET', `/plans/${plan.id}/versions`);
    expect((body.data as Json[])[0]).toMatchObject({ thresholds: [] });
  });
});
