import type { LocalDate } from '@quittance/calendar';
import { expectInvariants } from '../../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database';
import type { Json, Made } from '../../objects/objects-support';
import { aPlan, aSubscription, call as callAs } from '../sales-support';
import { billedOn, invoicesOf, ranOn, scheduleOf } from '../subscription-support';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
beforeEach(async () => {
  t.clock.set('2026-11-13T10:00:00Z');
  admin = await api.newAdmin(await t.newCompany());
});
// No dispatcher runs while the clock goes on for weeks.
afterEach(() => expectInvariants(t, ['I15b']));
afterAll(async () => {
  await api?.close();
  await t?.close();
});

const get = async (path: string) => (await callAs(admin, 'GET', path)).body;
const post = async (path: string, body: object = {}) => {
  const answer = await callAs(admin, 'POST', path, body);
  expect([path, answer.code]).toEqual([path, undefined]);
  return answer.body;
};
const on = (day: LocalDate | string) => t.clock.set(`${day}T12:00:00Z`);

interface Subscribed extends Made {
  readonly items: readonly { readonly itemId: string; readonly planId: string }[];
}

async function subscribed(frequency: string, startDate: string, unitPrice: string, quantity = '1') {
  const plan = await aPlan(admin, { frequency, prices: [{ currency: 'EUR', unitPrice }] });
  const items = [{ planId: plan.id, quantity }];
  const made = await aSubscription(admin, plan, { startDate, items });
  await billedOn({ t, api, admin }, startDate);
  return made as Subscribed;
}

function changed(
  { id, items: [item] }: Subscribed,
  day: string,
  quantity: string,
  billing = 'next_invoice',
) {
  const items = [{ itemId: item?.itemId, planId: item?.planId, quantity }];
  const at = { effective: 'day', day, proration: 'prorated', billing };
  return post(`/subscriptions/${id}/change`, { items, ...at });
}

const nets = (of: Json) => (of.lines as Json[]).map(({ net }) => net);
const said = (of: Json) => [of.issueDate, of.total, nets(of)];
const coming = async ({ id }: Made, count = 5) =>
  get(`/subscriptions/${id}/preview?count=${count}`);
const comingSaid = async (of: Made) => ((await coming(of)).invoices as Json[]).map(said);
const forecast = async (of: Made) => {
  const { id } = await scheduleOf(admin, of);
  const { data } = await get(`/billing-schedules/${String(id)}/forecast?count=5`);
  return (data as Json[]).map(({ issueDate, total }) => [issueDate, total]);
};
const made = async (since: number) => (await invoicesOf(admin)).slice(since).map(said);

/** Billed 30.00 from the 10th on, 60.00 a month from the 20th on, and ended with its period. */
async function ended() {
  const subscription = await subscribed('monthly', '2026-11-10', '30');
  on('2026-11-28');
  await changed(subscription, '2026-11-20', '2');
  await post(`/subscriptions/${subscription.id}/cancel`, { at: 'period_end', credit: 'none' });
  return subscription;
}

describe('the coming invoices of a subscription', () => {
  test('are those of what waits where it has ended, and none once that is billed', async () => {
    const subscription = await ended();
    const preview = await coming(subscription);
    expect(preview.nextBillingDate).toBe('2026-11-28');
    const shown = await comingSaid(subscription);
    expect(shown.map(([day, total]) => [day, total])).toEqual([['2026-11-28', '20.00']]);
    expect(await forecast(subscription)).toEqual([['2026-11-28', '20.00']]);
    expect(await made(1)).toEqual([]);
    await ranOn({ t, api, admin }, '2026-11-28');
    expect(await made(1)).toEqual(shown);
    expect(await coming(subscription)).toMatchObject({ nextBillingDate: null, invoices: [] });
    expect(await forecast(subscription)).toEqual([]);
  });

  test('show what the next one takes of a decrease that is larger than it', async () => {
    const subscription = await subscribed('quarterly', '2026-11-13', '87.65', '11');
    on('2026-11-28');
    await changed(subscription, '2026-11-18', '12', 'now');
    await changed(subscription, '2026-11-19', '10');
    await changed(subscription, '2026-11-28', '1');
    const shown = await comingSaid(subscription);
    const since = (await invoicesOf(admin)).length;
    expect(shown.slice(0, 2)).toEqual([
      ['2027-02-13', '0.00', ['87.65', '-7.61', '-80.04']],
      ['2027-05-13', '87.65', ['87.65']],
    ]);
    expect((await coming(subscription, 1)).invoices).toHaveLength(1);
    expect((await forecast(subscription)).slice(0, 2)).toEqual([
      ['2027-02-13', '0.00'],
      ['2027-05-13', '87.65'],
    ]);
    await ranOn({ t, api, admin }, '2027-02-13');
    expect(await made(since)).toEqual(shown.slice(0, 1));
  });
});

describe('a run that bills what waits where all else is billed', () => {
  test.each([
    ['named', true],
    ['not named', false],
  ])('counts its invoice, and refuses nothing, where it is %s', async (_, isNamed) => {
    const subscription = await ended();
    const { id } = await scheduleOf(admin, subscription);
    expect((await get(`/billing-schedules/${String(id)}`)).status).toBe('completed');
    const asked = isNamed ? { scheduleIds: [id] } : {};
    const run = await ranOn({ t, api, admin }, '2026-11-28', asked);
    const status = 'completed';
    expect(run).toMatchObject({ status, scheduled: 0, invoiced: 1, failed: 0, failures: [] });
    expect(await made(1)).toMatchObject([['2026-11-28', '20.00', ['-20.00', '40.00']]]);
    // Nothing waits any more.
    const again = await ranOn({ t, api, admin }, '2026-11-28', asked);
    const refusals = isNamed ? [{ scheduleId: id, code: 'schedule_status_conflict' }] : [];
    expect(again).toMatchObject({ invoiced: 0, failed: refusals.length, failures: refusals });
    expect(await made(2)).toEqual([]);
  });

  test('leaves it alone where it names others', async () => {
    const { id } = await scheduleOf(admin, await subscribed('monthly', '2026-11-08', '7'));
    const subscription = await ended();
    const run = await ranOn({ t, api, admin }, '2026-11-28', { scheduleIds: [id] });
    expect(run).toMatchObject({ scheduled: 0, invoiced: 0, failed: 0 });
    expect((await comingSaid(subscription)).map(([, total]) => total)).toEqual(['20.00']);
  });
});
