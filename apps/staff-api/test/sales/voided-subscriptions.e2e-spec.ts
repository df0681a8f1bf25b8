import { expectInvariants } from '../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import type { Json, Made } from '../objects/objects-support';
import { aPlan, aSubscription, call as callAs } from './sales-support';
import { billedOn, invoicesOf, scheduleOf, told, type Invoice } from './subscription-support';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
beforeEach(async () => {
  t.clock.set('2026-11-01T10:00:00Z');
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
const standing = async () =>
  (await invoicesOf(admin)).filter(({ status }) => !['void', 'cancelled'].includes(String(status)));

/** A subscription to one item at 30.00 a month, billed for November. */
async function billedSubscription(): Promise<Made & { readonly items: readonly Json[] }> {
  const plan = await aPlan(admin, { prices: [{ currency: 'EUR', unitPrice: '30' }] });
  const made = await aSubscription(admin, plan, { startDate: '2026-11-01' });
  await billed('2026-11-01');
  return made as Made & { readonly items: readonly Json[] };
}

const last = async () => (await invoicesOf(admin)).at(-1) as Invoice;

/** The ways in which the last invoice comes to ask for nothing. */
const WAYS = {
  voided: async () => {
    const { id } = await last();
    await post(`/invoices/${id}/send`);
    await post(`/invoices/${id}/void`, { reason: 'Never owed' });
  },
  cancelled: async () => post(`/invoices/${(await last()).id}/cancel`),
};

async function pausedAndResumed({ id }: Made): Promise<void> {
  await post(`/subscriptions/${id}/pause`, { creditUnused: true });
  await post(`/subscriptions/${id}/resume`);
}

describe.each(Object.entries(WAYS))('a period whose invoice was %s', (_, undo) => {
  test('is not given back by a pause, and is billed again from the day it goes on', async () => {
    const subscription = await billedSubscription();
    await undo();
    t.clock.set('2026-11-26T12:00:00Z');
    await pausedAndResumed(subscription);
    await pausedAndResumed(subscription);
    await expectInvariants(t, ['I15b']);
    expect(await billed('2026-12-01')).toMatchObject({ invoiced: 2, failed: 0 });
    expect(told(await standing())).toEqual([
      ['2026-11-26', '5.00: 2026-11-26 to 2026-11-30'],
      ['2026-12-01', '30.00: 2026-12-01 to 2026-12-31'],
    ]);
    expect((await callAs(admin, 'GET', '/credit-notes')).body).toMatchObject({ data: [] });
  });

  test('is billed however often it is begun again on a day', async () => {
    const subscription = await billedSubscription();
    await post(`/invoices/${(await last()).id}/send`);
    t.clock.set('2026-11-26T12:00:00Z');
    await pausedAndResumed(subscription);
    for (let i = 0; i < 2; i += 1) {
      expect(await billed('2026-11-26')).toMatchObject({ invoiced: 1, failed: 0 });
      await undo();
      await pausedAndResumed(subscription);
    }
    expect(await billed('2026-11-26')).toMatchObject({ status: 'completed', invoiced: 1 });
    expect(await billed('2026-12-01')).toMatchObject({ status: 'completed', invoiced: 1 });
    expect(told(await standing()).slice(1)).toEqual([
      ['2026-11-26', '5.00: 2026-11-26 to 2026-11-30'],
      ['2026-12-01', '30.00: 2026-12-01 to 2026-12-31'],
    ]);
    expect((await callAs(admin, 'GET', '/credit-notes')).body.data).toMatchObject([
      { total: '5.00' },
    ]);
    expect(await scheduleOf(admin, subscription)).toMatchObject({ nextBillingDate: '2027-01-01' });
  });

  test.each(['2026-11-01', '2026-11-26'])(
    'is asked at its new price by a change on %s',
    async (day) => {
      const { id, items } = await billedSubscription();
      await undo();
      t.clock.set(`${day}T12:00:00Z`);
      const [item] = items;
      const wanted = [{ itemId: item?.itemId, planId: item?.planId, unitPrice: '60' }];
      await post(`/subscriptions/${id}/change`, { items: wanted, effective: 'now' });
      const asked = day === '2026-11-01' ? '60.00' : '10.00';
      expect(told(await standing())).toEqual([[day, `${asked}: ${day} to 2026-11-30`]]);
      await billed('2026-12-01');
      expect(told(await standing()).at(-1)).toEqual([
        '2026-12-01',
        '60.00: 2026-12-01 to 2026-12-31',
      ]);
    },
  );

  test('is not given back by an end', async () => {
    const { id } = await billedSubscription();
    await undo();
    t.clock.set('2026-11-26T12:00:00Z');
    await post(`/subscriptions/${id}/cancel`, { at: 'now', credit: 'prorated' });
    expect((await callAs(admin, 'GET', '/credit-notes')).body).toMatchObject({ data: [] });
    expect(await standing()).toEqual([]);
  });

  test('is begun again with a price that holds from a later day of it', async () => {
    const { id, items } = await billedSubscription();
    const [item] = items;
    const wanted = [{ itemId: item?.itemId, planId: item?.planId, unitPrice: '60' }];
    const planned = { items: wanted, effective: 'day', day: '2026-12-17' };
    await post(`/subscriptions/${id}/change`, planned);
    await billed('2026-12-01');
    await undo();
    t.clock.set('2026-12-11T12:00:00Z');
    await pausedAndResumed({ id } as Made);
    await expectInvariants(t, ['I15b']);
    expect(await billed('2026-12-11')).toMatchObject({ invoiced: 1, failed: 0 });
    expect(told(await standing()).at(-1)).toEqual([
      '2026-12-11',
      '5.81: 2026-12-11 to 2026-12-16',
      '29.03: 2026-12-17 to 2026-12-31',
    ]);
  });
});
