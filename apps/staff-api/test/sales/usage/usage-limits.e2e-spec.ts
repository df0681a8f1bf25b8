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
let meterId: string;
let made: Made;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
beforeEach(async () => {
  t.clock.set('2026-04-01T10:00:00Z');
  admin = await api.newAdmin(await t.newCompany());
  const meter = await call('POST', '/meters', { code: 'calls', name: 'Calls', aggregation: 'sum' });
  meterId = String(meter.body.id);
  const prices = [{ currency: 'EUR', model: 'per_unit', unitPrice: '1' }];
  const charges = [{ key: 'calls', meterId, name: 'Calls', prices }];
  const plan = await aPlan(admin, { prices: [], charges });
  made = await aSubscription(admin, plan, { startDate: '2026-04-01' });
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

const call = (method: string, path: string, body?: object) => callAs(admin, method, path, body);
const billed = (day: string) => billedOn({ t, api, admin }, day);

const properties = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`p${i}`, i]));
const event = (i: number, more: object = {}) => ({
  eventId: `e-${i}`,
  meter: 'calls',
  timestamp: '2026-04-01T09:00:00Z',
  value: '1',
  ...more,
});

describe('usage', () => {
  test('is taken ten thousand events at once as JSON, and no more', async () => {
    const path = `/subscriptions/${made.id}/usage`;
    const events = Array.from({ length: 10_000 }, (_, i) => event(i, { properties }));
    const taken = await call('POST', path, { events });
    expect(taken).toMatchObject({ status: 200, body: { accepted: 10_000, rejected: [] } });
    const many = await call('POST', path, { events: [...events, event(10_000)] });
    expect([many.status, many.code]).toEqual([422, 'validation_failed']);
  });

  async function ofSeats(): Promise<{ id: string; amount(): Promise<unknown> }> {
    const seats = { code: 'seats', name: 'Seats', aggregation: 'last' };
    const { body } = await call('POST', '/meters', seats);
    const prices = [{ currency: 'EUR', model: 'per_unit', unitPrice: '1' }];
    const charges = [{ key: 'seats', meterId: body.id, name: 'Seats', prices }];
    const plan = await aPlan(admin, { prices: [], charges });
    const { id } = await aSubscription(admin, plan, { startDate: '2026-04-01' });
    const amount = async () => {
      const usage = await call('GET', `/subscriptions/${id}/usage`);
      return (usage.body.charges as Json[])[0]?.amount;
    };
    return { id, amount };
  }

  test('of one moment counts by what came in last, also within one request', async () => {
    const { id, amount } = await ofSeats();
    const events = ['c', 'b', 'a'].map((each, i) =>
      event(i, { eventId: each, meter: 'seats', value: String(i + 1) }),
    );
    const taken = await call('POST', `/subscriptions/${id}/usage`, { events });
    expect(taken.body).toMatchObject({ accepted: 3 });
    expect(await amount()).toBe('3.00');
  });

  test('of one moment counts by the last row of a file, across its batches', async () => {
    const { id: subscriptionId, amount } = await ofSeats();
    const rows = Array.from({ length: 5001 }, (_, i) =>
      JSON.stringify(event(i, { subscriptionId, meter: 'seats', value: String(i + 1) })),
    );
    const imported = await admin.call('POST', '/usage-events/import', {
      body: rows.join('\n'),
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect(imported.body).toMatchObject({ accepted: 5001, rejected: 0 });
    expect(await amount()).toBe('5001.00');
  });

  test('is taken by line behind a byte order mark', async () => {
    const lines = `\uFEFF${JSON.stringify(event(1))}\n${JSON.stringify(event(2))}\n`;
    const taken = await admin.call('POST', `/subscriptions/${made.id}/usage`, {
      body: lines,
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect(taken.body).toMatchObject({ accepted: 2, rejected: [] });
  });

  test('that comes to less than the least amount makes no invoice', async () => {
    await call('POST', `/subscriptions/${made.id}/usage`, {
      events: [event(1, { value: '0.000001' })],
    });
    await billed('2026-05-01');
    expect(await invoicesOf(admin)).toEqual([]);
    t.clock.set('2026-05-02T10:00:00Z');
    await call('POST', `/subscriptions/${made.id}/usage`, { events: [event(2)] });
    await billed('2026-06-01');
    expect((await invoicesOf(admin)).map(({ total }) => total)).toEqual(['1.00']);
  });
});

describe('a plan that is subscribed to', () => {
  test('stays with its product', async () => {
    const [item] = made.items as never as Json[];
    const product = await call('POST', '/products', { sku: 'X', name: 'X', kind: 'recurring' });
    const path = `/plans/${String(item?.planId)}`;
    const moved = await call('PATCH', path, { productId: product.body.id });
    expect([moved.status, moved.code]).toEqual([409, 'plan_version_used']);
    expect((await call('PATCH', path, { name: 'Other' })).status).toBe(200);
    const unused = await aPlan(admin);
    const free = await call('PATCH', `/plans/${unused.id}`, { productId: product.body.id });
    expect(free.status).toBe(200);
  });

  test('keeps its version where a change names the plan alone', async () => {
    const [item] = made.items as never as Json[];
    const planId = String(item?.planId);
    await call('POST', `/plans/${planId}/versions`, {
      frequency: 'monthly',
      prices: [{ currency: 'EUR', unitPrice: '99' }],
    });
    const items = [{ planId, quantity: '2' }];
    const changed = await call('POST', `/subscriptions/${made.id}/change`, {
      items,
      effective: 'now',
    });
    expect(changed.body.items).toEqual([
      expect.objectContaining({
        itemId: item?.itemId,
        planVersionId: item?.planVersionId,
        quantity: '2',
      }),
    ]);
  });

  test('asks fees that its currency has', async () => {
    const plan = await aPlan(admin);
    const tiers = [{ unitPrice: '0.5', fee: '1.5' }];
    const version = (currency: string) => ({
      frequency: 'monthly',
      charges: [
        { key: 'c', meterId, name: 'C', prices: [{ currency, model: 'graduated', tiers }] },
      ],
    });
    const path = `/plans/${plan.id}/versions`;
    expect((await call('POST', path, version('EUR'))).status).toBe(201);
    expect((await call('POST', path, version('JPY'))).body.errors).toEqual([
      expect.objectContaining({ pointer: '/charges/0/prices/0/tiers/0/fee', code: 'scale' }),
    ]);
  });
});

test('what is cancelled for a day earns nothing from then on, also before its sweep', async () => {
  const plan = await aPlan(admin);
  const paying = await aSubscription(admin, plan, { startDate: '2026-04-01' });
  await call('POST', `/subscriptions/${paying.id}/cancel`, { at: 'period_end' });
  t.clock.set('2026-05-10T10:00:00Z');
  const { body } = await call('GET', '/reports/recurring-revenue?from=2026-04-01&to=2026-05-31');
  expect((body as never as Json[]).map(({ end, churn }) => [end, churn])).toEqual([
    ['50.00', '0.00'],
    ['0.00', '50.00'],
  ]);
  expect((await call('GET', `/subscriptions/${paying.id}`)).body.mrr).toBe('0.00');
});

describe('a level that is weighted', () => {
  const at = (day: string) => `${day}T00:00:00Z`;
  const level = (eventId: string, day: string, value: string) =>
    event(0, { eventId, meter: 'level', timestamp: at(day), value });

  /** Billed for weeks from the day on, at 1.00 for each unit that is held all week. */
  async function held(first: string): Promise<Made> {
    const { body } = await call('POST', '/meters', {
      code: 'level',
      name: 'Level',
      aggregation: 'weighted',
    });
    const prices = [{ currency: 'EUR', model: 'per_unit', unitPrice: '1' }];
    const charges = [{ key: 'level', meterId: body.id, name: 'Level', prices }];
    const plan = await aPlan(admin, { frequency: 'weekly', prices: [], charges });
    const subscription = await aSubscription(admin, plan, { startDate: first });
    const events = [level('l', first, '10')];
    await call('POST', `/subscriptions/${subscription.id}/usage`, { events });
    return subscription;
  }
  const asked = async () => {
    const invoices = await invoicesOf(admin);
    const { data } = (await call('GET', '/credit-notes?pageSize=100')).body;
    const sum = (all: readonly Json[]) => all.reduce((of, { total }) => of + Number(total), 0);
    return (sum(invoices as never) - sum(data as Json[])).toFixed(2);
  };
  const weeks = ['2026-04-08', '2026-04-15', '2026-04-22', '2026-04-29'];

  test('is another in all later periods where an event of an earlier one comes late', async () => {
    const { id } = await held('2026-04-01');
    for (const day of weeks) await billed(day);
    expect(await asked()).toBe('40.00');
    const events = [level('late', '2026-04-03', '20')];
    await call('POST', `/subscriptions/${id}/usage`, { events });
    await billed('2026-05-06');
    // 2 days at 10 and 5 at 20 of the first week, and four weeks at 20.
    expect(await asked()).toBe('97.14');
  });

  test('is none in all later periods where the event was taken back', async () => {
    await held('2026-04-01');
    for (const day of weeks) await billed(day);
    for (const { id } of await invoicesOf(admin)) await call('POST', `/invoices/${id}/send`);
    await call('POST', '/usage-events/l/void', { reason: 'Wrong' });
    await billed('2026-05-06');
    expect(await asked()).toBe('0.00');
  });
});
