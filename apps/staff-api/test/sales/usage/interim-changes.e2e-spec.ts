import { BillInterimUsage } from '@quittance/billing/host';
import { expectInvariants } from '../../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database';
import type { Json, Made } from '../../objects/objects-support';
import { aPlan, aSubscription, call as callAs } from '../sales-support';
import { billedOn, invoicesOf } from '../subscription-support';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let meterId: unknown;
let count = 0;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
beforeEach(async () => {
  t.clock.set('2026-04-01T10:00:00Z');
  admin = await api.newAdmin(await t.newCompany());
  const meter = await call('POST', '/meters', { code: 'calls', name: 'Calls', aggregation: 'sum' });
  meterId = meter.body.id;
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
const worked = () => api.app.get(BillInterimUsage).execute(t.ctx(admin.companyId));

const EUR = { currency: 'EUR' };

/** A flat price and one of each call, with a threshold at 100.00. */
function metered(flat: string, each: string, more: object = {}): Promise<Made> {
  const prices = [{ ...EUR, model: 'per_unit', unitPrice: each }];
  return aPlan(admin, {
    prices: [{ ...EUR, unitPrice: flat }],
    charges: [{ key: 'calls', meterId, name: 'Calls', prices }],
    thresholds: [{ ...EUR, amount: '100' }],
    ...more,
  });
}

/** 30.00 a month billed for April, with 120 calls at 1.00 invoiced ahead on the 10th. */
async function ahead(more: object = {}): Promise<Made> {
  const made = await aSubscription(admin, await metered('30', '1', more), {
    startDate: '2026-04-01',
  });
  await billed('2026-04-01');
  await used(made, '2026-04-10', '120');
  expect(await worked()).toBe(1);
  return made;
}

async function used({ id }: Made, day: string, value: string): Promise<string> {
  count += 1;
  t.clock.set(`${day}T12:00:00Z`);
  const eventId = `c-${count}`;
  const event = { eventId, meter: 'calls', timestamp: `${day}T11:00:00Z`, value };
  expect(await post(`/subscriptions/${id}/usage`, { events: [event] })).toMatchObject({
    accepted: 1,
  });
  return eventId;
}

async function changed(made: Made, plan: Made, day: string, more: object = {}): Promise<void> {
  t.clock.set(`${day}T13:00:00Z`);
  const [item] = made.items as never as Json[];
  const items = [{ itemId: item?.itemId, planId: plan.id }];
  await post(`/subscriptions/${made.id}/change`, { items, ...more });
}

test('a change of quantity counts usage on towards what is watched, told once', async () => {
  const prices = [{ ...EUR, model: 'per_unit', unitPrice: '1' }];
  const watched = { included: '1000', alerts: { percents: [80, 100] } };
  const plan = await aPlan(admin, {
    charges: [{ key: 'calls', meterId, name: 'Calls', prices, ...watched }],
  });
  const made = await aSubscription(admin, plan, { startDate: '2026-04-01' });
  const [item] = made.items as never as Json[];
  await used(made, '2026-04-10', '700');
  const more = [{ itemId: item?.itemId, planId: plan.id, quantity: '5' }];
  await post(`/subscriptions/${made.id}/change`, { items: more, effective: 'now' });
  await used(made, '2026-04-15', '200');
  await used(made, '2026-04-16', '50');
  const filter = JSON.stringify({ field: 'type', op: 'eq', value: 'usage.threshold_reached' });
  const { body } = await call('GET', `/events?filter=${encodeURIComponent(filter)}`);
  const told = (body.data as readonly Json[]).map(({ data }) => data as Json);
  expect(told.map(({ start, percent, reached }) => [start, percent, reached])).toEqual([
    ['2026-04-01', 80, '900'],
  ]);
});

const totals = async () =>
  (await invoicesOf(admin)).map(({ issueDate, total }) => `${issueDate} ${total}`);

/** What is asked in all less what came back, in cents. */
async function asked(): Promise<number> {
  const { body } = await call('GET', '/credit-notes?sort=number');
  const cents = (all: readonly Json[]) =>
    all.reduce((sum, { total }) => sum + Math.round(Number(total) * 100), 0);
  const stands = ({ status }: Json) => status !== 'void' && status !== 'cancelled';
  return cents((await invoicesOf(admin)).filter(stands)) - cents(body.data as Json[]);
}

describe('usage invoiced ahead of a change', () => {
  test.each([
    ['now', ['2026-04-01 30.00', '2026-04-10 120.00', '2026-04-16 15.00', '2026-05-01 80.00']],
    ['next_invoice', ['2026-04-01 30.00', '2026-04-10 120.00', '2026-05-01 95.00']],
  ])('that is billed %s is taken off once', async (billing, expected) => {
    const made = await ahead();
    await changed(made, await metered('60', '2'), '2026-04-16', { effective: 'now', billing });
    await used(made, '2026-04-20', '10');
    expect(await worked()).toBe(0);
    await billed('2026-05-01');
    await billed('2026-05-02');
    expect(await totals()).toEqual(expected);
  });

  test.each(['now', 'next_invoice'])(
    'and taken back comes back beside what a change that is billed %s gives back',
    async (billing) => {
      const made = await ahead();
      await changed(made, await metered('10', '1'), '2026-04-16', { effective: 'now', billing });
      await post('/usage-events/c-' + String(count) + '/void', { reason: 'Wrong' });
      await billed('2026-05-01');
      // 15.00 and 5.00 for April, 10.00 for May.
      expect(await asked()).toBe(3000);
      await billed('2026-06-01');
      expect((await totals()).at(-1)).toBe('2026-06-01 10.00');
      expect(await asked()).toBe(4000);
    },
  );

  test.each(['now', 'next_invoice'])(
    'of frequency, billed %s, is taken off the days before it',
    async (billing) => {
      const made = await ahead();
      const yearly = await metered('365', '1', { frequency: 'annually' });
      await changed(made, yearly, '2026-04-16', { effective: 'now', billing });
      await billed('2026-04-16');
      // 15.00 of April and the year.
      expect(await asked()).toBe(1500 + 12000 + 36500);
      await used(made, '2026-04-20', '130');
      expect(await worked()).toBe(1);
      expect((await totals()).at(-1)).toBe('2026-04-20 130.00');
      await used(made, '2026-04-21', '5');
      await billed('2027-04-16');
      expect(await asked()).toBe(1500 + 12000 + 36500 + 13000 + 36500 + 500);
    },
  );

  test('that is withdrawn is taken off as if that had never been', async () => {
    const made = await ahead();
    await changed(made, await metered('60', '2'), '2026-04-16', { effective: 'period_end' });
    expect((await call('DELETE', `/subscriptions/${made.id}/change`)).status).toBe(200);
    await used(made, '2026-04-20', '10');
    await billed('2026-05-01');
    expect((await totals()).at(-1)).toBe('2026-05-01 40.00');
  });
});

describe('usage invoiced ahead by an invoice that is voided once its period is billed', () => {
  const voided = async () => {
    const [, interim] = await invoicesOf(admin);
    await post(`/invoices/${interim?.id}/send`);
    await post(`/invoices/${interim?.id}/void`, { reason: 'Never to be asked' });
  };

  test('is forgiven, and comes back no second time where it is taken back', async () => {
    await ahead();
    await billed('2026-05-01');
    expect(await asked()).toBe(3000 + 12000 + 3000);
    await voided();
    await post(`/usage-events/c-${count}/void`, { reason: 'Wrong' });
    await billed('2026-06-01');
    expect(await asked()).toBe(3 * 3000);
    await billed('2026-07-01');
    expect(await asked()).toBe(4 * 3000);
  });

  test('is forgiven as far as it was asked ahead, and not what its period has billed', async () => {
    const made = await ahead();
    await used(made, '2026-04-20', '50');
    const event = count;
    await billed('2026-05-01');
    await voided();
    expect(await asked()).toBe(3000 + 5000 + 3000);
    await post(`/usage-events/c-${event}/void`, { reason: 'Wrong' });
    await billed('2026-06-01');
    expect(await asked()).toBe(3 * 3000);
  });
});

describe.each(['draft', 'sent'])('usage invoiced ahead by a %s on the first day', (state) => {
  /** 30.00 a month, and 120 calls at 1.00 invoiced ahead on the first day of May. */
  async function aheadOfMay(): Promise<Made> {
    const made = await aSubscription(admin, await metered('30', '1'), { startDate: '2026-04-01' });
    await billed('2026-04-01');
    await billed('2026-05-01');
    await used(made, '2026-05-01', '120');
    expect(await worked()).toBe(1);
    const all = await invoicesOf(admin);
    if (state === 'sent') for (const { id } of all) await post(`/invoices/${id}/send`);
    return made;
  }

  test('of a period that is not begun comes back, and is asked with the days before', async () => {
    const made = await aheadOfMay();
    await post(`/subscriptions/${made.id}/cancel`, { at: 'now', credit: 'prorated' });
    await billed('2026-05-02');
    expect(await asked()).toBe(3000);
    await billed('2026-08-01');
    expect(await asked()).toBe(3000 + 12000);
    await billed('2026-09-01');
    expect(await asked()).toBe(3000 + 12000);
  });

  test('comes back where the plan of the day charges no usage', async () => {
    const made = await aheadOfMay();
    const flat = await aPlan(admin, { prices: [{ ...EUR, unitPrice: '60' }] });
    await changed(made, flat, '2026-05-01', { effective: 'now' });
    await billed('2026-05-02');
    expect(await asked()).toBe(3000 + 6000);
    await billed('2026-06-01');
    expect(await asked()).toBe(3000 + 6000 + 6000);
  });

  test('is asked once by the plan of the day', async () => {
    const made = await aheadOfMay();
    const other = await metered('60', '2', { thresholds: [] });
    await changed(made, other, '2026-05-01', { effective: 'now' });
    await billed('2026-06-01');
    await billed('2026-06-02');
    expect(await asked()).toBe(3000 + 6000 + 24000 + 6000);
  });
});

describe('usage invoiced ahead of an end', () => {
  test('on its very day stays owed, as it was taken ahead of the end', async () => {
    const made = await ahead();
    await post(`/subscriptions/${made.id}/cancel`, { at: 'now', credit: 'prorated' });
    await billed('2026-05-01');
    expect(await asked()).toBe(900 + 12000);
    await billed('2026-07-01');
    expect(await asked()).toBe(900 + 12000);
  });

  test.each(['draft', 'sent'])('and taken back comes back by its %s invoice', async (state) => {
    const made = await ahead();
    const all = await invoicesOf(admin);
    if (state === 'sent') for (const { id } of all) await post(`/invoices/${id}/send`);
    await post(`/usage-events/c-${count}/void`, { reason: 'Wrong' });
    await used(made, '2026-04-12', '20');
    t.clock.set('2026-04-16T12:00:00Z');
    await post(`/subscriptions/${made.id}/cancel`, { at: 'now', credit: 'prorated' });
    await billed('2026-05-01');
    expect(await asked()).toBe(1500 + 2000);
    const { body } = await call('GET', '/credit-notes?sort=number');
    const notes = (body.data as Json[]).map(({ invoiceId, total }) => [invoiceId, total]);
    expect(notes).toEqual(
      state === 'draft'
        ? []
        : [
            [all[0]?.id, '15.00'],
            [all[1]?.id, '100.00'],
          ],
    );
    await billed('2026-07-01');
    expect(await asked()).toBe(3500);
  });

  test('or of a standstill is billed once', async () => {
    const made = await ahead();
    t.clock.set('2026-04-16T12:00:00Z');
    await post(`/subscriptions/${made.id}/pause`, { creditUnused: true });
    t.clock.set('2026-05-16T12:00:00Z');
    await post(`/subscriptions/${made.id}/resume`);
    await billed('2026-05-16');
    await billed('2026-06-01');
    // 15.00 of April, 16 days of May and June.
    expect(await asked()).toBe(1500 + 12000 + 1548 + 3000);
  });
});
