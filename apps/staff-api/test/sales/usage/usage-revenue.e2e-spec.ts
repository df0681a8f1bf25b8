import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database';
import { memberWith } from '../../access/members';
import type { Json, Made } from '../../objects/objects-support';
import { aPlan, aSubscription, call as callAs } from '../sales-support';
import { billedOn } from '../subscription-support';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let count = 0;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
beforeEach(async () => {
  t.clock.set('2026-01-01T10:00:00Z');
  admin = await api.newAdmin(await t.newCompany());
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

const call = (method: string, path: string, body?: object) => callAs(admin, method, path, body);
const billed = (day: string) => billedOn({ t, api, admin }, day);

async function aMetered(version: object = {}): Promise<Made> {
  const code = `calls-${(count += 1)}`;
  const meter = await call('POST', '/meters', { code, name: 'Calls', aggregation: 'sum' });
  const prices = [{ currency: 'EUR', model: 'per_unit', unitPrice: '1' }];
  const charges = [{ key: 'calls', meterId: meter.body.id, name: 'Calls', prices }];
  return { ...(await aPlan(admin, { charges, ...version })), code };
}

async function used({ id }: Made, { code }: Made, day: string, value: string): Promise<void> {
  count += 1;
  t.clock.set(`${day}T12:00:00Z`);
  const event = { eventId: `e-${count}`, meter: code, timestamp: `${day}T11:00:00Z`, value };
  const taken = await call('POST', `/subscriptions/${id}/usage`, { events: [event] });
  expect(taken.body).toMatchObject({ accepted: 1 });
}

async function months(query = ''): Promise<unknown[]> {
  const path = `/reports/recurring-revenue?from=2026-01-01&to=2026-05-31${query}`;
  const { body } = await call('GET', path);
  return (body as never as Json[]).map(({ month, end, usageMrr }) => [month, end, usageMrr]);
}

describe('what usage brings beside what recurs', () => {
  test('is the mean of the last three closed periods, while it counts', async () => {
    const plan = await aMetered();
    const made = await aSubscription(admin, plan, { startDate: '2026-01-01' });
    for (const [day, value, next] of [
      ['2026-01-10', '30', '2026-02-01'],
      ['2026-02-10', '60', '2026-03-01'],
      ['2026-03-10', '90', '2026-04-01'],
      ['2026-04-10', '120', '2026-05-01'],
    ] as const) {
      await used(made, plan, day, value);
      if (day === '2026-04-10') await call('POST', `/subscriptions/${made.id}/cancel`, {});
      await billed(next);
    }
    t.clock.set('2026-05-20T10:00:00Z');
    expect(await months()).toEqual([
      ['2026-01', '50.00', '30.00'],
      ['2026-02', '50.00', '45.00'],
      ['2026-03', '50.00', '60.00'],
      ['2026-04', '50.00', '90.00'],
      ['2026-05', '0.00', '0.00'],
    ]);
    expect(await months('&base=true')).toEqual(await months());
    expect(await months('&restated=true')).toEqual(await months());
    const other = await aPlan(admin);
    expect(await months(`&planId=${other.id}`)).toEqual([]);
  });

  test('is that of the subscriptions that are reported to whoever asks', async () => {
    admin = api.admin;
    const plan = await aMetered();
    const made = await aSubscription(admin, plan, { startDate: '2026-01-01' });
    await used(made, plan, '2026-01-10', '30');
    await billed('2026-02-01');
    const matrix = { reports: ['view'], subscriptions: ['view'] };
    for (const resource of ['reports', 'subscriptions']) {
      admin = await memberWith(api, { matrix, scopes: { [resource]: 'own' } });
      expect(await months()).toEqual([]);
    }
    admin = await memberWith(api, { matrix });
    expect(await months()).toMatchObject([['2026-01', '50.00', '30.00'], {}]);
  });

  test('is told by the month, with the minimum, also where nothing else recurs', async () => {
    const version = { prices: [], minimums: [{ currency: 'EUR', amount: '90' }] };
    const plan = await aMetered({ ...version, frequency: 'quarterly' });
    const made = await aSubscription(admin, plan, { startDate: '2026-01-01' });
    await used(made, plan, '2026-01-10', '30');
    await billed('2026-04-01');
    t.clock.set('2026-04-20T10:00:00Z');
    expect(await months()).toEqual([
      ['2026-01', '0.00', '0.00'],
      ['2026-02', '0.00', '0.00'],
      ['2026-03', '0.00', '30.00'],
      ['2026-04', '0.00', '30.00'],
    ]);
  });

  test('of a period that a change has split is that of both its parts', async () => {
    const [plan, other] = [await aMetered(), await aMetered()];
    const made = await aSubscription(admin, plan, { startDate: '2026-01-01' });
    await used(made, plan, '2026-01-10', '30');
    t.clock.set('2026-01-16T10:00:00Z');
    const [item] = made.items as never as Json[];
    const items = [{ itemId: item?.itemId, planId: other.id }];
    await call('POST', `/subscriptions/${made.id}/change`, { items, effective: 'now' });
    await used(made, other, '2026-01-20', '12');
    await billed('2026-02-01');
    const [january] = await months();
    expect(january).toEqual(['2026-01', '50.00', '42.00']);
  });

  test('counts each period by its own months, also behind a change of frequency', async () => {
    const plan = await aMetered();
    const yearly = await aPlan(admin, {
      frequency: 'annually',
      prices: [{ currency: 'EUR', unitPrice: '600' }],
    });
    const made = await aSubscription(admin, plan, { startDate: '2026-01-01' });
    await used(made, plan, '2026-01-10', '30');
    await billed('2026-02-01');
    await used(made, plan, '2026-02-10', '60');
    await billed('2026-03-01');
    const [item] = made.items as never as Json[];
    const items = [{ itemId: item?.itemId, planId: yearly.id }];
    t.clock.set('2026-03-01T12:00:00Z');
    await call('POST', `/subscriptions/${made.id}/change`, { items, effective: 'now' });
    await billed('2026-03-20');
    expect((await months()).slice(0, 3)).toEqual([
      ['2026-01', '50.00', '30.00'],
      ['2026-02', '50.00', '45.00'],
      ['2026-03', '50.00', '45.00'],
    ]);
  });
});
