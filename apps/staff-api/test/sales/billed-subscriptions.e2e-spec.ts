import { expectInvariants } from '../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import type { Json, Made } from '../objects/objects-support';
import { anAccount, aPlan, aSubscription, call as callAs } from './sales-support';
import {
  billedOn,
  invoicesOf,
  ranOn,
  scheduleOf as scheduleFor,
  told,
  type Invoice,
} from './subscription-support';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
beforeEach(async () => {
  t.clock.set('2026-01-15T10:00:00Z');
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

const billed = (day: string, more: object = {}) => billedOn({ t, api, admin }, day, more);
const run = (day: string, more = {}) => ranOn({ t, api, admin }, day, more);
const invoices = () => invoicesOf(admin);
const scheduleOf = (subscription: Made) => scheduleFor(admin, subscription);

describe('a subscription in advance', () => {
  test('is billed by a schedule of its own, a stub by itself and then each period', async () => {
    const subscription = await aSubscription(admin, await aPlan(admin), { anchorDay: 1 });
    expect(await scheduleOf(subscription)).toMatchObject({
      status: 'active',
      source: 'subscription',
      nextBillingDate: '2026-01-15',
      total: '50.00',
    });
    expect(await billed('2026-03-01')).toMatchObject({ status: 'completed', invoiced: 3 });
    const all = await invoices();
    expect(told(all)).toEqual([
      ['2026-01-15', '27.42: 2026-01-15 to 2026-01-31'],
      ['2026-02-01', '50.00: 2026-02-01 to 2026-02-28'],
      ['2026-03-01', '50.00: 2026-03-01 to 2026-03-31'],
    ]);
    expect(all[1]).toMatchObject({
      status: 'draft',
      dueDate: '2026-03-03',
      periodStart: '2026-02-01',
      periodEnd: '2026-02-28',
      subscriptionId: subscription.id,
    });
    expect(await billed('2026-03-31')).toMatchObject({ invoiced: 0, skipped: 0 });
    expect(await scheduleOf(subscription)).toMatchObject({ nextBillingDate: '2026-04-01' });
  });

  test('is previewed by what the run makes', async () => {
    const subscription = await aSubscription(admin, await aPlan(admin), { anchorDay: 1 });
    const preview = await call('GET', `/subscriptions/${subscription.id}/preview?count=2`);
    expect(preview.status).toBe(200);
    const due = await call('GET', '/billing-runs/preview?asOf=2026-02-01&catchUp=true');
    const [only] = due.body.data as Json[];
    expect(preview.body.invoices).toEqual(only?.invoices);
    await billed('2026-02-01', { previewToken: due.body.previewToken });
    const made = await invoices();
    const totals = (of: unknown) =>
      (of as Json[]).map(({ issueDate, total }) => [issueDate, total]);
    expect(totals(made)).toEqual(totals(preview.body.invoices));
  });

  test('costs nothing on trial, and is billed from its end', async () => {
    const plan = await aPlan(admin, { trialDays: 14 });
    await aSubscription(admin, plan);
    await billed('2026-02-27');
    expect(told(await invoices())).toEqual([['2026-01-29', '50.00: 2026-01-29 to 2026-02-27']]);
  });

  test('makes no invoice of what is free', async () => {
    const plan = await aPlan(admin, { prices: [{ currency: 'EUR', unitPrice: '0' }] });
    const subscription = await aSubscription(admin, plan);
    expect(await billed('2026-02-15')).toMatchObject({ invoiced: 0, skipped: 2, failed: 0 });
    expect(await scheduleOf(subscription)).toMatchObject({ nextBillingDate: '2026-03-15' });
  });

  test('is billed to its end and no further', async () => {
    const subscription = await aSubscription(admin, await aPlan(admin), {
      startDate: '2026-01-01',
    });
    const cancelled = await post(`/subscriptions/${subscription.id}/cancel`, {
      at: 'day',
      day: '2026-02-11',
    });
    expect(cancelled.status).toBe(200);
    await billed('2026-06-01');
    expect(told(await invoices())).toEqual([
      ['2026-01-01', '50.00: 2026-01-01 to 2026-01-31'],
      ['2026-02-01', '17.86: 2026-02-01 to 2026-02-10'],
    ]);
    expect(await scheduleOf(subscription)).toMatchObject({
      status: 'completed',
      endDate: '2026-02-10',
      nextBillingDate: null,
    });
  });

  test('is not billed while it stands still, and goes on with the rest of a period', async () => {
    const subscription = await aSubscription(admin, await aPlan(admin), {
      startDate: '2026-01-01',
    });
    await billed('2026-01-10');
    await post(`/subscriptions/${subscription.id}/pause`);
    expect(await scheduleOf(subscription)).toMatchObject({ status: 'paused' });
    await billed('2026-03-20');
    expect(await invoices()).toHaveLength(1);
    await post(`/subscriptions/${subscription.id}/resume`);
    await billed('2026-04-01');
    expect(told(await invoices())).toEqual([
      ['2026-01-01', '50.00: 2026-01-01 to 2026-01-31'],
      ['2026-03-20', '19.35: 2026-03-20 to 2026-03-31'],
      ['2026-04-01', '50.00: 2026-04-01 to 2026-04-30'],
    ]);
  });

  test('has its change of items in the next period', async () => {
    const plan = await aPlan(admin);
    const subscription = await aSubscription(admin, plan, { startDate: '2026-01-01' });
    await billed('2026-01-10');
    const [item] = subscription.items as unknown as Json[];
    const items = [{ itemId: item?.itemId, planId: plan.id, quantity: '3' }];
    const effective = 'period_end';
    await post(`/subscriptions/${subscription.id}/change`, { items, effective });
    await billed('2026-02-01');
    expect((await invoices()).at(-1)?.lines).toMatchObject([{ quantity: '3', net: '150.00' }]);
  });
});

describe('a subscription in arrears', () => {
  test('is billed when a period is over, a stub with the first', async () => {
    const plan = await aPlan(admin, { timing: 'arrears' });
    await aSubscription(admin, plan, { anchorDay: 1 });
    await billed('2026-03-31');
    expect(told(await invoices())).toEqual([
      ['2026-03-01', '27.42: 2026-01-15 to 2026-01-31', '50.00: 2026-02-01 to 2026-02-28'],
    ]);
  });
});

describe('usage', () => {
  /** Graduated: the first 100 at 1.00, up to 200 at 0.50, above at 0.10. */
  const G = [
    { upTo: '100', unitPrice: '1' },
    { upTo: '200', unitPrice: '0.5' },
    { upTo: null, unitPrice: '0.1' },
  ];

  async function metered(version: object = {}, more: object = {}): Promise<Made> {
    const meter = await post('/meters', { code: 'calls', name: 'Calls', aggregation: 'sum' });
    const plan = await aPlan(admin, {
      charges: [
        {
          key: 'calls',
          meterId: meter.body.id,
          name: 'Calls',
          prices: [{ currency: 'EUR', model: 'graduated', tiers: G }],
        },
      ],
      ...version,
    });
    return aSubscription(admin, plan, { startDate: '2026-01-01', ...more });
  }

  const used = (subscription: Made, day: string, value: string, eventId = `${day} ${value}`) =>
    post(`/subscriptions/${subscription.id}/usage`, {
      events: [{ eventId, meter: 'calls', timestamp: `${day}T09:00:00Z`, value }],
    });

  const amounts = ({ lines }: Invoice) =>
    lines.map(({ description, net }) => `${description} ${net}`);

  test('of a period is on the invoice of the next, tier by tier', async () => {
    const subscription = await metered();
    await billed('2026-01-20');
    await used(subscription, '2026-01-20', '250');
    await billed('2026-02-01');
    const [, second] = await invoices();
    expect(second && told([second])).toEqual([
      [
        '2026-02-01',
        '50.00: 2026-02-01 to 2026-02-28',
        '100.00: 2026-01-01 to 2026-01-31',
        '50.00: 2026-01-01 to 2026-01-31',
        '5.00: 2026-01-01 to 2026-01-31',
      ],
    ]);
    expect(second && amounts(second).slice(1)).toEqual([
      'Calls, tier 1 100.00',
      'Calls, tier 2 50.00',
      'Calls, tier 3 5.00',
    ]);
  });

  test.each([
    ['28', '250', '20', '2.00'],
    ['29', '90', '30', '20.00'],
  ])(
    'example %s: what comes late is the difference of its own period',
    async (_, first, late, net) => {
      const subscription = await metered();
      await used(subscription, '2026-01-10', first);
      await billed('2026-02-01');
      await used(subscription, '2026-01-15', late);
      await billed('2026-03-01');
      const last = (await invoices()).at(-1);
      expect(last?.lines.at(-1)).toMatchObject({
        net,
        periodStart: '2026-01-01',
        periodEnd: '2026-01-31',
        description: expect.stringContaining('2026-01-01 to 2026-01-31') as string,
      });
      expect(last?.lines).toHaveLength(2);
      await billed('2026-04-01');
      expect((await invoices()).at(-1)?.lines).toHaveLength(1);
      const filter = { field: 'type', op: 'eq', value: 'usage.late_rated' };
      const query = `filter=${encodeURIComponent(JSON.stringify(filter))}`;
      const { body } = await call('GET', `/events?${query}`);
      const data = { start: '2026-01-01', end: '2026-01-31', amount: net, currency: 'EUR' };
      expect(body).toMatchObject({ total: 1, data: [{ recordId: subscription.id, data }] });
    },
  );

  test('example 30: what was taken back is given back', async () => {
    const subscription = await metered();
    await used(subscription, '2026-01-10', '170', 'kept');
    await used(subscription, '2026-01-11', '80', 'wrong');
    await billed('2026-02-01');
    await post('/usage-events/wrong/void', { reason: 'Counted twice' });
    await billed('2026-03-01');
    expect((await invoices()).at(-1)?.lines.at(-1)).toMatchObject({
      quantity: '-1',
      net: '-20.00',
    });
  });

  test('that is not paid by flat price and tiers is raised to the minimum', async () => {
    const minimums = [{ currency: 'EUR', amount: '100.00' }];
    const subscription = await metered({ minimums });
    await used(subscription, '2026-01-10', '30');
    await billed('2026-02-01');
    expect((await invoices()).at(-1)?.lines.at(-1)).toMatchObject({ net: '20.00' });
  });

  test('example 27: the minimum is of the days that are active', async () => {
    const subscription = await metered(
      { minimums: [{ currency: 'EUR', amount: '100.00' }] },
      { startDate: '2026-01-15', anchorDay: 1 },
    );
    await used(subscription, '2026-01-15', '10');
    await billed('2026-02-01');
    expect((await invoices()).at(-1)?.lines.at(-1)).toMatchObject({ net: '17.42' });
  });

  test('is waited for as long as the plan says', async () => {
    const subscription = await metered({ graceDays: 3 });
    await billed('2026-02-01');
    expect(await invoices()).toHaveLength(1);
    await used(subscription, '2026-01-31', '10');
    await billed('2026-02-04');
    const [, second] = await invoices();
    expect(second).toMatchObject({ issueDate: '2026-02-01' });
    expect(second && amounts(second).at(-1)).toBe('Calls, tier 1 10.00');
  });

  test('until the end is billed by itself, and what comes later once more', async () => {
    const subscription = await metered();
    await billed('2026-01-20');
    await used(subscription, '2026-01-19', '90');
    await post(`/subscriptions/${subscription.id}/cancel`, { at: 'now' });
    await billed('2026-01-21');
    expect(told(await invoices()).at(-1)).toEqual([
      '2026-01-20',
      '90.00: 2026-01-01 to 2026-01-19',
    ]);
    await used(subscription, '2026-01-18', '30');
    await billed('2026-03-21');
    expect(await invoices()).toHaveLength(2);
    await billed('2026-03-22');
    expect(told(await invoices()).at(-1)).toEqual([
      '2026-03-22',
      '20.00: 2026-01-01 to 2026-01-19',
    ]);
    expect(await scheduleOf(subscription)).toMatchObject({ status: 'completed' });
  });

  test('that comes late is put on a draft on demand, once', async () => {
    const subscription = await metered();
    await used(subscription, '2026-01-10', '90');
    await billed('2026-02-01');
    await used(subscription, '2026-01-15', '30');
    const draft = (await invoices()).at(-1);
    const path = `/invoices/${draft?.id}/refresh-usage`;
    const refreshed = await post(path);
    expect(refreshed).toMatchObject({ status: 200, body: { total: '160.00' } });
    expect((await post(path)).body).toMatchObject({ total: '160.00' });
    await post(`/invoices/${draft?.id}/send`);
    expect((await post(path)).code).toBe('invoice_not_editable');
    await billed('2026-03-01');
    expect((await invoices()).at(-1)?.lines).toHaveLength(1);
  });

  test('is put on no invoice that is of no subscription', async () => {
    const account = await anAccount(admin);
    const lines = [{ description: 'Work', quantity: '1', unitPrice: '1' }];
    const { body } = await post('/invoices', { accountId: account.id, currency: 'EUR', lines });
    const refused = await post(`/invoices/${String(body.id)}/refresh-usage`);
    expect([refused.status, refused.code]).toEqual([409, 'no_usage_billed']);
  });

  test('in arrears is on the invoice of its own period', async () => {
    const subscription = await metered({ timing: 'arrears' });
    await used(subscription, '2026-01-12', '10');
    await billed('2026-02-01');
    expect(told(await invoices())).toEqual([
      ['2026-02-01', '50.00: 2026-01-01 to 2026-01-31', '10.00: 2026-01-01 to 2026-01-31'],
    ]);
  });
});

describe('the schedule of a subscription', () => {
  test('is not changed by hand', async () => {
    const schedule = await scheduleOf(await aSubscription(admin, await aPlan(admin)));
    const path = `/billing-schedules/${String(schedule.id)}`;
    for (const step of ['activate', 'pause', 'cancel']) {
      expect((await post(`${path}/${step}`)).code).toBe('schedule_of_subscription');
    }
    const patched = await call('PATCH', path, { endDate: '2026-12-31' });
    expect([patched.status, patched.code]).toEqual([409, 'schedule_of_subscription']);
  });

  test('waits until the subscription begins, as it does before a run is previewed', async () => {
    const plan = await aPlan(admin);
    const subscription = await aSubscription(admin, plan, { startDate: '2026-02-01' });
    expect(await scheduleOf(subscription)).toMatchObject({ status: 'draft' });
    t.clock.set('2026-02-01T10:00:00Z');
    const preview = await call('GET', '/billing-runs/preview?asOf=2026-02-01&catchUp=true');
    const { previewToken } = preview.body;
    expect(preview.body).toMatchObject({ scheduled: 1, invoices: 1 });
    expect(await scheduleOf(subscription)).toMatchObject({ status: 'active' });
    expect(await run('2026-02-01', { previewToken })).toMatchObject({ invoiced: 1 });
    expect(told(await invoices())).toEqual([['2026-02-01', '50.00: 2026-02-01 to 2026-02-28']]);
  });

  test.each([
    ['its start', {}, { startDate: '2026-02-01' }],
    ['the end of its trial', { trialDays: 17 }, {}],
  ])('begins with a run from %s on, before any sweep', async (_, version, more) => {
    const made = await aSubscription(admin, await aPlan(admin, version), more);
    const status = async () => (await call('GET', `/subscriptions/${made.id}`)).body.status;
    const before = await status();
    await run('2026-01-31');
    expect([await status(), await invoices()]).toEqual([before, []]);
    expect(await run('2026-02-03')).toMatchObject({ status: 'completed', invoiced: 1 });
    expect(await status()).toBe('active');
    expect(told(await invoices())).toEqual([['2026-02-01', '50.00: 2026-02-01 to 2026-02-28']]);
  });

  test('begins no subscription that ends on the day', async () => {
    const more = { startDate: '2026-02-01' };
    const { id } = await aSubscription(admin, await aPlan(admin), more);
    const cancelled = await post(`/subscriptions/${id}/cancel`, { at: 'day', day: '2026-02-01' });
    expect(cancelled.status).toBe(200);
    await run('2026-02-01');
    expect((await call('GET', `/subscriptions/${id}`)).body.status).toBe('pending');
    expect(await invoices()).toEqual([]);
  });
});
