import { billingMigrations } from '@quittance/billing/host';
import type { Migration } from '@quittance/database';
import { formatMinor, parseMinor, sumOf } from '@quittance/money';
import { expectInvariants } from '../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import { asAdmin } from '../../../../test/support/test-server';
import type { Json } from '../objects/objects-support';
import { aPlan, aSubscription, call as callAs } from './sales-support';
import { billedOn, invoicesOf } from './subscription-support';

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
afterAll(async () => {
  // No dispatcher runs while the clock goes on for months.
  await expectInvariants(t, ['I15b']);
  await api?.close();
  await t?.close();
});

const post = (path: string, body: object = {}) => callAs(admin, 'POST', path, body);
const billed = (day: string) => billedOn({ t, api, admin }, day);
const amount = (value: unknown) => parseMinor(value as string, 'EUR') ?? 0n;

/** 100.00 a month that is billed from April, 50.00 of usage, and a minimum of 300.00. */
async function aMinimum(version: object = {}) {
  const meter = await post('/meters', { code: 'calls', name: 'Calls', aggregation: 'sum' });
  const prices = [{ currency: 'EUR', model: 'per_unit', unitPrice: '1' }];
  const plan = await aPlan(admin, {
    prices: [{ currency: 'EUR', unitPrice: '100' }],
    charges: [{ key: 'calls', meterId: meter.body.id, name: 'Calls', prices }],
    minimums: [{ currency: 'EUR', amount: '300' }],
    ...version,
  });
  const made = await aSubscription(admin, plan, { startDate: '2026-04-01' });
  await billed('2026-04-01');
  t.clock.set('2026-04-16T12:00:00Z');
  const [item] = made.items as unknown as Json[];
  const events = [
    { eventId: 'one', meter: 'calls', timestamp: '2026-04-10T09:00:00Z', value: '50' },
  ];
  expect((await post(`/subscriptions/${made.id}/usage`, { events })).status).toBe(200);
  return { path: `/subscriptions/${made.id}`, item: { itemId: item?.itemId, planId: plan.id } };
}

/** What invoices ask for April, less what credit notes give back. */
async function askedForApril(): Promise<string> {
  const standing = (await invoicesOf(admin)).filter(({ status }) => status !== 'cancelled');
  const lines = standing.flatMap((invoice) => invoice.lines);
  const asked = lines.filter(({ periodStart }) => periodStart < '2026-05-01');
  const { body } = await callAs(admin, 'GET', '/credit-notes');
  const back = (body.data as Json[]).map(({ total }) => amount(total));
  return formatMinor(sumOf(asked.map(({ net }) => amount(net))) - sumOf(back), 'EUR');
}

describe('the flat price that a minimum is compared with', () => {
  test.each([
    ['prorated', '40'],
    ['prorated', '160'],
    ['none', '40'],
    ['none', '160'],
    ['full', '40'],
    ['full', '160'],
  ])('is what was billed after a change (%s, to %s)', async (proration, unitPrice) => {
    const { path, item } = await aMinimum();
    const [effective, items] = ['now', [{ ...item, unitPrice }]];
    const changed = await post(`${path}/change`, { items, effective, proration });
    expect(changed.status).toBe(200);
    await billed('2026-05-01');
    expect(await askedForApril()).toBe('300.00');
  });

  test.each(['40', '160'])(
    'is what was billed after two changes of a day (to %s)',
    async (unitPrice) => {
      const { path, item } = await aMinimum();
      for (const [price, proration] of [
        ['120', 'full'],
        [unitPrice, 'prorated'],
      ]) {
        const items = [{ ...item, unitPrice: price }];
        const changed = await post(`${path}/change`, { items, effective: 'now', proration });
        expect(changed.status).toBe(200);
      }
      await billed('2026-05-01');
      expect(await askedForApril()).toBe('300.00');
    },
  );

  test.each([
    ['pause', 'resume', '2026-04-26', '200.00'],
    ['suspend', 'resume', '2026-04-26', '200.00'],
    ['pause', 'resume', '2026-05-11', '150.00'],
    ['pause', 'cancel', '2026-05-11', '150.00'],
  ])('stays billed at a %s, whose days ask no minimum (%s on %s)', async (stop, go, day, total) => {
    const { path } = await aMinimum();
    expect((await post(`${path}/${stop}`, { reason: 'away' })).status).toBe(200);
    t.clock.set(`${day}T10:00:00Z`);
    const end = go === 'cancel' ? { at: 'now', credit: 'none' } : {};
    expect((await post(`${path}/${go}`, end)).status).toBe(200);
    await billed('2026-06-01');
    expect(await askedForApril()).toBe(total);
  });

  test('is that of days on which it stood still before that was kept with the gap', async () => {
    const { path } = await aMinimum();
    expect((await post(`${path}/pause`)).status).toBe(200);
    await asAdmin(t.ownerUrl, async (owner) => {
      await owner.query(`update billing.schedule set gaps = gaps #- '{0,stoodFrom}'`);
      const runner = { query: (text: string) => owner.query(text) };
      const StoodFrom = billingMigrations.find(({ name }) => name.startsWith('StoodFrom'));
      await new (StoodFrom as Migration)().up(runner as never);
    });
    t.clock.set('2026-04-26T10:00:00Z');
    expect((await post(`${path}/resume`)).status).toBe(200);
    await billed('2026-06-01');
    expect(await askedForApril()).toBe('200.00');
  });

  test.each([
    ['none', '150.00'],
    ['prorated', '150.00'],
    ['full', '150.00'],
  ])('is what was billed and kept at an end (credit %s)', async (credit, total) => {
    const { path } = await aMinimum();
    expect((await post(`${path}/cancel`, { at: 'now', credit })).status).toBe(200);
    await billed('2026-05-01');
    expect(await askedForApril()).toBe(total);
  });

  test('is what the same invoice asks in arrears', async () => {
    const { path, item } = await aMinimum({ timing: 'arrears' });
    const items = [{ ...item, unitPrice: '40' }];
    await post(`${path}/change`, { items, effective: 'now' });
    await billed('2026-05-01');
    expect(await askedForApril()).toBe('300.00');
  });

  test('is nothing where its invoice was cancelled', async () => {
    await aMinimum();
    const [invoice] = await invoicesOf(admin);
    await post(`/invoices/${invoice?.id}/cancel`);
    await billed('2026-05-01');
    const last = (await invoicesOf(admin)).at(-1);
    expect(last?.lines.map(({ net }) => net)).toEqual(['100.00', '50.00', '250.00']);
  });
});
