import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database';
import { memberMaker } from '../../access/access-support';
import { made, type Json, type Made } from '../../objects/objects-support';
import { aPlan, aSubscription, call as callAs } from '../sales-support';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let calls: Made;
let level: Made;
let users: Made;
let paid: Made;
let plan: Made;

const tier = (upTo: string | null, unitPrice: string) => ({ upTo, unitPrice });
const charge = (key: string, meter: Made, price: object) => ({
  key,
  meterId: meter.id,
  name: key,
  prices: [{ currency: 'EUR', ...price }],
});

beforeAll(async () => {
  t = await testDatabase();
  t.clock.set('2026-04-30T10:00:00Z');
  api = await startStaffApi(t);
  admin = api.admin;
  calls = await made(admin, '/meters', { code: 'calls', name: 'Calls', aggregation: 'sum' });
  level = await made(admin, '/meters', { code: 'level', name: 'Level', aggregation: 'weighted' });
  users = await made(admin, '/meters', {
    code: 'users',
    name: 'Users',
    aggregation: 'unique_count',
    countedProperty: 'user',
  });
  paid = await made(admin, '/meters', { code: 'paid', name: 'Paid', aggregation: 'sum' });
  plan = await aPlan(admin, {
    charges: [
      charge('calls', calls, {
        model: 'graduated',
        tiers: [tier('100', '1.00'), tier('200', '0.50'), tier(null, '0.10')],
      }),
      charge('level', level, { model: 'per_unit', unitPrice: '2.00' }),
      charge('users', users, { model: 'per_unit', unitPrice: '3.00' }),
      charge('paid', paid, { model: 'percentage', rate: '1.2', fee: '0.10', freeEvents: 3 }),
    ],
  });
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

const call = (method: string, path: string, body?: object, as = admin) =>
  callAs(as, method, path, body);
const send = (events: readonly object[], as = admin) =>
  call('POST', '/usage-events', { events }, as);

let count = 0;
function event(subscription: Made, meter: string, value: string, more: object = {}) {
  count += 1;
  return {
    eventId: `event-${count}`,
    meter,
    subscriptionId: subscription.id,
    timestamp: '2026-04-16T00:00:00Z',
    value,
    ...more,
  };
}

const monthOf = (startDate: string, more: object = {}) =>
  aSubscription(admin, plan, { startDate, ...more });

async function usageOf({ id }: Made): Promise<Json> {
  return (await call('GET', `/subscriptions/${id}/usage`)).body;
}

const amounts = (usage: Json) =>
  Object.fromEntries((usage.charges as readonly Json[]).map(({ key, amount }) => [key, amount]));

describe('usage', () => {
  test('is taken, rated by tier, and told so far', async () => {
    const subscription = await monthOf('2026-04-01');
    const paidEvents = ['1000', '200', '30', '4', '0.5', '0.05', '0.01'];
    const answer = await send([
      event(subscription, 'calls', '200'),
      event(subscription, 'calls', '50', { timestamp: '2026-04-01T00:00:00Z' }),
      event(subscription, 'level', '10', { timestamp: '2026-04-01T00:00:00Z' }),
      event(subscription, 'level', '20'),
      ...['a', 'b', 'a', 'c', 'B'].map((user) =>
        event(subscription, 'users', '1', { properties: { user } }),
      ),
      ...paidEvents.map((value) => event(subscription, 'paid', value)),
    ]);
    expect(answer.body).toEqual({ accepted: 16, duplicates: 0, rejected: [] });
    const usage = await usageOf(subscription);
    // Examples 17, 32, 34 and 23.
    expect(amounts(usage)).toEqual({
      calls: '155.00',
      level: '30.00',
      users: '12.00',
      paid: '15.21',
    });
    expect(usage).toMatchObject({
      periodStart: '2026-04-01',
      periodEnd: '2026-04-30',
      total: '212.21',
    });
  });

  test('sent again is a duplicate, and otherwise a conflict', async () => {
    const subscription = await monthOf('2026-04-01', { externalKey: 'acme' });
    const { subscriptionId, ...sent } = event(subscription, 'calls', '5');
    const first = await send([
      { ...sent, externalKey: 'acme' },
      { ...sent, subscriptionId },
    ]);
    expect(first.body).toMatchObject({ accepted: 1, duplicates: 1, rejected: [] });
    const again = await send([
      { ...sent, subscriptionId, value: '5.0' },
      { ...sent, subscriptionId, value: '6' },
    ]);
    expect(again.body).toMatchObject({
      accepted: 0,
      duplicates: 1,
      rejected: [{ index: 1, code: 'usage_event_conflict', pointer: '/eventId' }],
    });
    expect(amounts(await usageOf(subscription))).toMatchObject({ calls: '5.00' });
  });

  test('sent twice at once counts once', async () => {
    const subscription = await monthOf('2026-04-01');
    const events = Array.from({ length: 50 }, () => event(subscription, 'calls', '1'));
    const answers = await Promise.all([send(events), send([...events].reverse()), send(events)]);
    const sums = answers.map(({ body }) => body as { accepted: number; duplicates: number });
    expect(sums.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(50);
    expect(sums.reduce((sum, { duplicates }) => sum + duplicates, 0)).toBe(100);
    expect(amounts(await usageOf(subscription))).toMatchObject({ calls: '50.00' });
  });

  test('that is wrong is refused row by row', async () => {
    const subscription = await monthOf('2026-04-10', { startDate: '2026-04-10' });
    const paused = await monthOf('2026-04-10');
    await call('POST', `/subscriptions/${paused.id}/pause`);
    const ended = await monthOf('2026-04-10');
    await call('POST', `/subscriptions/${ended.id}/cancel`, { at: 'now' });
    const at = (timestamp: string) => ({ timestamp });
    const answer = await send([
      event(subscription, 'calls', '1'),
      event(subscription, 'none', '1'),
      event({ ...subscription, id: plan.id }, 'calls', '1'),
      event(subscription, 'calls', '1', at('2026-04-30T10:06:00Z')),
      event(subscription, 'calls', '1', at('2026-02-01T00:00:00Z')),
      event(subscription, 'calls', '1', at('2026-04-09T21:00:00Z')),
      event(ended, 'calls', '1', at('2026-04-30T09:00:00Z')),
      event(paused, 'calls', '1', at('2026-04-30T09:00:00Z')),
      event(subscription, 'calls', '1.0000001'),
      event(subscription, 'level', '-1'),
      event(subscription, 'users', '1'),
      event(subscription, 'calls', '1', { more: 1 }),
      event(subscription, 'calls', '1', at('yesterday')),
      event(subscription, 'calls', '1', { externalKey: 'acme' }),
      'nothing' as never,
    ]);
    expect(answer.body).toEqual({
      accepted: 1,
      duplicates: 0,
      rejected: [
        'meter_unknown /meter',
        'subscription_unknown /subscriptionId',
        'usage_in_future /timestamp',
        'usage_too_late /timestamp',
        'usage_before_start /timestamp',
        'usage_after_end /timestamp',
        'usage_while_paused /timestamp',
        'value_invalid /value',
        'value_invalid /value',
        'value_invalid /properties/user',
        'event_invalid /more',
        'event_invalid /timestamp',
        'event_invalid /subscriptionId',
        'event_invalid ',
      ].map((fault, i) => {
        const [code, pointer] = fault.split(' ');
        return { index: i + 1, code, pointer, detail: expect.stringMatching(/^\w.{10}/) };
      }),
    });
  });

  test('is taken for as many days as the company says, and at most for 60', async () => {
    const subscription = await monthOf('2026-03-01');
    const old = (day: string) =>
      event(subscription, 'calls', '1', { timestamp: `${day}T12:00:00Z` });
    const refused = async (day: string) => {
      const { body } = await send([old(day)]);
      return (body as { rejected: Json[] }).rejected.map(({ code }) => code);
    };
    expect(await refused('2026-03-25')).toEqual([]);
    expect((await call('PATCH', '/company', { maxLateDays: 30 })).status).toBe(200);
    expect(await refused('2026-03-30')).toEqual(['usage_too_late']);
    expect(await refused('2026-03-31')).toEqual([]);
    const over = await call('PATCH', '/company', { maxLateDays: 61 });
    expect([over.status, over.code]).toEqual([422, 'validation_failed']);
  });

  test('of the days of a pause is refused later too, unless the plan takes it', async () => {
    const lines = async (of: Made) => {
      t.clock.set('2026-04-12T10:00:00Z');
      await call('POST', `/subscriptions/${of.id}/pause`);
      t.clock.set('2026-04-20T10:00:00Z');
      await call('POST', `/subscriptions/${of.id}/resume`);
      t.clock.set('2026-04-30T10:00:00Z');
      const days = ['11', '12', '19', '20'].map((day) => `2026-04-${day}T12:00:00Z`);
      return (await send(days.map((timestamp) => event(of, 'calls', '1', { timestamp })))).body;
    };
    t.clock.set('2026-04-01T10:00:00Z');
    const strict = await monthOf('2026-04-01');
    expect(await lines(strict)).toMatchObject({
      accepted: 2,
      rejected: [1, 2].map((index) => ({ index, code: 'usage_while_paused' })),
    });
    const lenient = await aPlan(admin, { usageWhilePaused: true });
    t.clock.set('2026-04-01T10:00:00Z');
    const free = await aSubscription(admin, lenient, { startDate: '2026-04-01' });
    expect(await lines(free)).toMatchObject({ accepted: 4, rejected: [] });
  });

  test('comes in by line, each judged for itself', async () => {
    const subscription = await monthOf('2026-04-01');
    const rows = [event(subscription, 'calls', '1'), event(subscription, 'calls', '2')];
    const text = [JSON.stringify(rows[0]), '{"eventId": ', '', JSON.stringify(rows[1]), '7'];
    const by = (path: string, body: string, type = 'application/x-ndjson') =>
      admin.call('POST', path, { body, headers: { 'content-type': type } });
    const answer = await by('/usage-events', text.join('\n'));
    expect(answer).toMatchObject({
      status: 200,
      body: {
        accepted: 2,
        rejected: [1, 3].map((index) => ({ index, code: 'event_invalid' })),
      },
    });
    const { subscriptionId: _, ...bare } = event(subscription, 'calls', '4');
    const own = await by(`/subscriptions/${subscription.id}/usage`, JSON.stringify(bare));
    expect(own.body).toMatchObject({ accepted: 1 });
    expect(amounts(await usageOf(subscription))).toMatchObject({ calls: '7.00' });
    const many = `${JSON.stringify(bare)}\n`.repeat(10_001);
    expect((await by('/usage-events', many)).status).toBe(422);
    expect((await by('/usage-events', '1\n'.repeat(60_001))).status).toBe(400);
    expect((await by('/usage-events', 'x', 'text/csv')).status).toBe(415);
  });

  test('is imported from a file, once', async () => {
    const subscription = await monthOf('2026-04-01', { externalKey: 'by-file' });
    const file = [
      'eventId,meter,externalKey,timestamp,value,properties.user,subscriptionId',
      'file-1,calls,by-file,2026-04-03T00:00:00Z,5,,',
      'file-2,users,by-file,2026-04-03T00:00:00Z,1,ada,',
      'file-3,none,,2027-04-03T00:00:00Z,much,,none',
    ].join('\n');
    const load = (body: string, type = 'text/csv') =>
      admin.call('POST', '/usage-events/import', { body, headers: { 'content-type': type } });
    const others = ['value_invalid', 'meter_unknown', 'usage_in_future'].map((code) => ({ code }));
    const refusal = { line: 4, code: 'subscription_unknown', others };
    const summary = { rows: 3, rejected: 1, refusals: [refusal] };
    expect((await load(file)).body).toMatchObject({ ...summary, accepted: 2, duplicates: 0 });
    expect((await load(file)).body).toMatchObject({ ...summary, accepted: 0, duplicates: 2 });
    expect(amounts(await usageOf(subscription))).toMatchObject({ calls: '5.00', users: '3.00' });
    const row = JSON.stringify(event(subscription, 'calls', '1'));
    expect((await load(row, 'application/x-ndjson')).body).toMatchObject({ accepted: 1 });
    const other = await load('{"nothing":1}\n', 'application/x-ndjson');
    expect(other.body).toMatchObject({ code: 'import_columns_invalid' });
    expect(await load('eventId,nothing\n')).toMatchObject({
      status: 422,
      body: { code: 'import_columns_invalid', errors: [{ pointer: '/nothing' }] },
    });
  });

  test('tells once in a period that it has reached a percent of what is watched', async () => {
    const alerts = { percents: [80, 100] };
    const watched = await aPlan(admin, {
      charges: [
        {
          ...charge('calls', calls, { model: 'per_unit', unitPrice: '1.00' }),
          included: '100',
          alerts,
        },
        {
          ...charge('paid', paid, { model: 'percentage', rate: '10', fee: '1.00' }),
          alerts: { ...alerts, amounts: [{ currency: 'EUR', amount: '20.00' }] },
        },
      ],
    });
    const of = await aSubscription(admin, watched, { startDate: '2026-03-01' });
    const told = async () => {
      const filter = JSON.stringify({
        and: [
          { field: 'type', op: 'eq', value: 'usage.threshold_reached' },
          { field: 'recordId', op: 'eq', value: of.id },
        ],
      });
      const list = await call(
        'GET',
        `/events?sort=occurredAt&filter=${encodeURIComponent(filter)}`,
      );
      const data = (list.body.data as readonly Json[]).map((each) => each.data as Json);
      return data.map((each) => [each.charge, each.start, each.percent, each.of, each.reached]);
    };
    await send([event(of, 'calls', '79.9')]);
    expect(await told()).toEqual([]);
    await send([event(of, 'calls', '0.1'), event(of, 'calls', '5')]);
    expect(await told()).toEqual([['calls', '2026-04-01', 80, 'included', '85']]);
    await send([event(of, 'calls', '100')]);
    await send([event(of, 'calls', '100', { timestamp: '2026-03-31T10:00:00Z' })]);
    await send([event(of, 'paid', '160'), event(of, 'paid', '1')]);
    const all = [
      ['calls', '2026-03-01', 100, 'included', '100'],
      ['calls', '2026-03-01', 80, 'included', '100'],
      ['calls', '2026-04-01', 100, 'included', '185'],
      ['calls', '2026-04-01', 80, 'included', '85'],
      ['paid', '2026-04-01', 80, 'amount', '18.10'],
    ];
    expect((await told()).toSorted()).toEqual(all.toSorted());
    const wrong = await call('POST', `/plans/${watched.id}/versions`, {
      frequency: 'monthly',
      charges: [{ ...charge('calls', calls, { model: 'per_unit', unitPrice: '1' }), alerts }],
    });
    expect(wrong.body).toMatchObject({ errors: [{ pointer: '/charges/0/alerts/amounts' }] });
  });

  test('is at most ten thousand events of a request', async () => {
    const events = Array.from({ length: 10_001 }, () => ({}));
    expect((await send(events)).status).toBe(422);
    expect((await call('POST', '/usage-events', { events: 'x' })).status).toBe(422);
  });

  test('is taken back once, and costs what its tiers asked no more', async () => {
    const subscription = await monthOf('2026-04-01');
    const [kept, back] = [event(subscription, 'calls', '170'), event(subscription, 'calls', '80')];
    await send([kept, back]);
    expect(amounts(await usageOf(subscription))).toMatchObject({ calls: '155.00' });
    const path = `/usage-events/${back.eventId}/void`;
    expect((await call('POST', path, { reason: 'Double' })).status).toBe(200);
    expect((await call('POST', path, { reason: 'Double' })).code).toBe('usage_event_voided');
    expect(amounts(await usageOf(subscription))).toMatchObject({ calls: '135.00' });
    expect((await send([back])).body).toMatchObject({ accepted: 0, duplicates: 1 });
    const unknown = await call('POST', '/usage-events/none/void', { reason: 'x' });
    expect([unknown.status, unknown.code]).toEqual([404, 'usage_event_unknown']);
  });

  test('of a subscription is taken under its path alone', async () => {
    const [one, other] = [await monthOf('2026-04-01'), await monthOf('2026-04-01')];
    const { subscriptionId: _, ...bare } = event(one, 'calls', '7');
    const answer = await call('POST', `/subscriptions/${one.id}/usage`, {
      events: [bare, event(other, 'calls', '7')],
    });
    expect(answer.body).toMatchObject({
      accepted: 1,
      duplicates: 0,
      rejected: [{ index: 1, code: 'subscription_unknown', pointer: '/subscriptionId' }],
    });
  });

  test('of others is seen and sent by nobody', async () => {
    const subscription = await monthOf('2026-04-01');
    const sent = event(subscription, 'calls', '1');
    await send([sent]);
    const { client } = await memberMaker(
      api,
      t,
    )({
      matrix: { subscriptions: ['view', 'create', 'update'] },
      scopes: { subscriptions: 'own' },
    } as never);
    const elsewhere = await api.newAdmin();
    for (const as of [client, elsewhere]) {
      expect(
        (await call('GET', `/subscriptions/${subscription.id}/usage`, undefined, as)).status,
      ).toBe(404);
      const { body } = await send([event(subscription, 'calls', '1')], as);
      expect(body).toMatchObject({ accepted: 0, rejected: [{ index: 0 }] });
      const taken = await call('POST', `/usage-events/${sent.eventId}/void`, { reason: 'x' }, as);
      expect(taken.status).toBe(404);
    }
  });

  test('keeps the meter it came in on as it is', async () => {
    const subscription = await monthOf('2026-04-01');
    await send([event(subscription, 'calls', '1')]);
    const patched = await call('PATCH', `/meters/${calls.id}`, { aggregation: 'max' });
    expect([patched.status, patched.code]).toEqual([409, 'meter_used']);
    expect((await call('PATCH', `/meters/${calls.id}`, { unit: 'call' })).status).toBe(200);
  });
});
