import { expectInvariants } from '../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import type { Json, Made } from '../objects/objects-support';
import { aPlan, aSubscription, call as callAs } from './sales-support';
import { billedOn, invoicesOf, told } from './subscription-support';

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
const on = (day: string) => t.clock.set(`${day}T12:00:00Z`);

interface Subscribed extends Made {
  readonly items: readonly { readonly itemId: string; readonly planId: string }[];
}

const priced = ({ items: [item] }: Subscribed, unitPrice: string) => [
  { itemId: item?.itemId, planId: item?.planId, unitPrice },
];

/** 31.00 until 16 December and 62.00 from then on, billed for December and sent. */
async function splitDecember(): Promise<Subscribed> {
  const plan = await aPlan(admin, { prices: [{ currency: 'EUR', unitPrice: '31' }] });
  const made = (await aSubscription(admin, plan, { startDate: '2026-11-01' })) as Subscribed;
  const items = priced(made, '62');
  await post(`/subscriptions/${made.id}/change`, { items, effective: 'day', day: '2026-12-17' });
  await billed('2026-12-01');
  const all = await invoicesOf(admin);
  expect(told(all).at(-1)).toEqual([
    '2026-12-01',
    '16.00: 2026-12-01 to 2026-12-16',
    '30.00: 2026-12-17 to 2026-12-31',
  ]);
  for (const { id } of all) await post(`/invoices/${id}/send`);
  return made;
}

async function notes(): Promise<unknown[]> {
  const { body } = await callAs(admin, 'GET', '/credit-notes?sort=number');
  const found: unknown[] = [];
  for (const { id } of body.data as Made[]) {
    const note = (await callAs(admin, 'GET', `/credit-notes/${id}`)).body;
    const lines = note.lines as Json[];
    found.push(...lines.map(({ net, periodStart }) => `${String(net)} of ${String(periodStart)}`));
  }
  return found;
}

describe('a period that is billed in two parts', () => {
  test('comes back with both of them by a pause, and is billed again when it goes on', async () => {
    const { id } = await splitDecember();
    on('2026-12-11');
    await post(`/subscriptions/${id}/pause`, { creditUnused: true });
    expect(await notes()).toEqual(['6.00 of 2026-12-11', '30.00 of 2026-12-17']);
    on('2026-12-14');
    await post(`/subscriptions/${id}/resume`);
    await expectInvariants(t, ['I15b']);
    expect(await billed('2027-01-01')).toMatchObject({ invoiced: 2, failed: 0 });
    expect(told(await invoicesOf(admin)).slice(2)).toEqual([
      ['2026-12-14', '3.00: 2026-12-14 to 2026-12-16', '30.00: 2026-12-17 to 2026-12-31'],
      ['2027-01-01', '62.00: 2027-01-01 to 2027-01-31'],
    ]);
  });

  test.each([
    ['prorated', ['6.00 of 2026-12-11', '30.00 of 2026-12-17']],
    ['full', ['8.86 of 2026-12-11', '30.00 of 2026-12-17', '7.14 of 2026-12-17']],
  ])('comes back by an end with %s credit, and never more than was asked', async (credit, back) => {
    const { id } = await splitDecember();
    on('2026-12-11');
    await post(`/subscriptions/${id}/cancel`, { at: 'now', credit });
    expect(await notes()).toEqual(back);
    // Nothing of it waits, to be taken off November.
    expect(await billed('2027-01-01')).toMatchObject({ invoiced: 0, failed: 0 });
    expect(await notes()).toEqual(back);
  });

  test.each(['2026-12-16', '2026-12-17', '2026-12-18'])(
    'comes back in full on %s, before and behind its second part alike',
    async (day) => {
      const { id } = await splitDecember();
      on(day);
      await post(`/subscriptions/${id}/cancel`, { at: 'now', credit: 'full' });
      const asked = { total: '46.00', creditedAmount: '46.00', balance: '0.00' };
      expect((await invoicesOf(admin)).at(-1)).toMatchObject(asked);
    },
  );

  test('has another price for all days that are left', async () => {
    const subscription = await splitDecember();
    on('2026-12-11');
    const items = priced(subscription, '93');
    await post(`/subscriptions/${subscription.id}/change`, { items, effective: 'now' });
    expect(told(await invoicesOf(admin)).at(-1)).toEqual([
      '2026-12-11',
      '-6.00: 2026-12-11 to 2026-12-16',
      '-30.00: 2026-12-17 to 2026-12-31',
      '63.00: 2026-12-11 to 2026-12-31',
    ]);
    on('2026-12-22');
    await post(`/subscriptions/${subscription.id}/cancel`, { at: 'now', credit: 'prorated' });
    // The draft of the change asked for 27.00 of them.
    expect((await invoicesOf(admin)).at(-1)).toMatchObject({ total: '0.00' });
    expect(await notes()).toEqual(['3.00 of 2026-12-22']);
  });

  test('is asked and given back in full by the parts of what is left of it', async () => {
    const subscription = await splitDecember();
    on('2026-12-11');
    const items = priced(subscription, '93');
    const asked = { items, effective: 'now', proration: 'full' };
    const { body } = await post(`/subscriptions/${subscription.id}/preview-change`, asked);
    // Of 21 days 6 at 31.00 and 15 at 62.00.
    expect(body).toMatchObject({ credit: '53.15', charge: '93.00', net: '39.85' });
  });

  test('stays at the price of its days where only the later one is taken back', async () => {
    const subscription = await splitDecember();
    on('2026-12-11');
    const items = priced(subscription, '31');
    const asked = { items, effective: 'now' };
    const preview = await post(`/subscriptions/${subscription.id}/preview-change`, asked);
    expect(preview.body).toMatchObject({ credit: '30.00', charge: '15.00', net: '-15.00' });
    await post(`/subscriptions/${subscription.id}/change`, asked);
    expect(await notes()).toEqual(['15.00 of 2026-12-17']);
  });

  test('is settled where the change that splits it is withdrawn', async () => {
    const { id } = await splitDecember();
    on('2026-12-11');
    const answer = await callAs(admin, 'DELETE', `/subscriptions/${id}/change`);
    expect(answer.status).toBe(200);
    expect(await notes()).toEqual(['15.00 of 2026-12-17']);
    on('2026-12-17');
    await post(`/subscriptions/${id}/cancel`, { at: 'now', credit: 'prorated' });
    expect(await notes()).toEqual(['15.00 of 2026-12-17', '15.00 of 2026-12-17']);
  });
});
