import { SweepContracts, SweepSubscriptions } from '@quittance/sales/host';
import { expectInvariants } from '../../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database';
import { made, type Json, type Made } from '../../objects/objects-support';
import { anAccount, aPlan, call as callAs } from '../sales-support';
import { invoicesOf, ranOn, scheduleOf, told } from '../subscription-support';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
beforeEach(async () => {
  t.clock.set('2026-01-01T10:00:00Z');
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
const run = (day: string, more: object = {}) => ranOn({ t, api, admin }, day, more);
const billed = async () => told(await invoicesOf(admin));

/** A contract from January to the middle of March, and a monthly subscription under it. */
async function agreed(more: object = {}, version: object = {}): Promise<Made[]> {
  const account = await anAccount(admin);
  const contract = await made(admin, '/contracts', {
    accountId: account.id,
    startDate: '2026-01-01',
    endDate: '2026-03-14',
    ...more,
  });
  expect((await post(`/contracts/${contract.id}/activate`)).status).toBe(200);
  const subscription = await made(admin, '/subscriptions', {
    accountId: account.id,
    contractId: contract.id,
    currency: 'EUR',
    items: [{ planId: (await aPlan(admin, version)).id }],
  });
  return [contract, subscription];
}

async function swept(day: string, more = {}): Promise<number> {
  t.clock.set(`${day}T10:00:00Z`);
  return api.app.get(SweepContracts).execute(t.ctx(admin.companyId), more);
}

const previewed = async ({ id }: Made) => {
  const { body } = await call('GET', `/subscriptions/${id}/preview?count=9`);
  return (body.invoices as Json[]).map(({ issueDate, lines }) => [
    issueDate,
    ...(lines as Json[]).map(({ periodStart, periodEnd, net }) => {
      return `${String(net)}: ${String(periodStart)} to ${String(periodEnd)}`;
    }),
  ]);
};

const TO_THE_END = [
  ['2026-01-01', '50.00: 2026-01-01 to 2026-01-31'],
  ['2026-02-01', '50.00: 2026-02-01 to 2026-02-28'],
  ['2026-03-01', '22.58: 2026-03-01 to 2026-03-14'],
];

describe('a run ahead of the sweep', () => {
  test('bills nothing behind a contract that ends, as its preview says', async () => {
    const [, subscription = {} as Made] = await agreed();
    expect(await previewed(subscription)).toEqual(TO_THE_END);
    await run('2026-06-01');
    expect(await billed()).toEqual(TO_THE_END);
    expect(await scheduleOf(admin, subscription)).toMatchObject({ status: 'completed' });
    await swept('2026-06-01');
    await run('2026-06-01');
    expect(await billed()).toEqual(TO_THE_END);
    expect((await call('GET', `/subscriptions/${subscription.id}`)).body).toMatchObject({
      status: 'expired',
      endedOn: '2026-03-15',
    });
  });

  test('bills no period of the new term before its price is known', async () => {
    const more = { autoRenew: true, upliftPercent: '10', renewalTermMonths: 12 };
    const [, subscription = {} as Made] = await agreed(more);
    const before = [...TO_THE_END.slice(0, 2), ['2026-03-01', '50.00: 2026-03-01 to 2026-03-31']];
    expect(await previewed(subscription)).toEqual(before);
    await run('2026-03-20');
    expect(await scheduleOf(admin, subscription)).toMatchObject({
      status: 'active',
      nextBillingDate: '2026-04-01',
    });
    const due = await call('GET', '/billing-runs/preview?asOf=2026-05-01&catchUp=true');
    expect(due.body).toMatchObject({ invoices: 0 });
    expect(await run('2026-05-01')).toMatchObject({ status: 'completed', invoiced: 0, failed: 0 });
    expect(await billed()).toEqual(before);
    await swept('2026-05-01');
    expect(await scheduleOf(admin, subscription)).toMatchObject({
      status: 'active',
      nextBillingDate: '2026-04-01',
    });
    await run('2026-05-01');
    const after = [
      ...before,
      ['2026-04-01', '55.00: 2026-04-01 to 2026-04-30'],
      ['2026-05-01', '55.00: 2026-05-01 to 2026-05-31'],
    ];
    expect(await billed()).toEqual(after);
  });

  test.each([['advance'], ['arrears']])(
    'makes the same invoices as one behind it, in %s',
    async (timing) => {
      const days = ['2026-01-10', '2026-03-15', '2026-04-01', '2026-05-20', '2026-09-01'];
      const terms = [{ autoRenew: true, upliftPercent: '10', renewalTermMonths: 2 }, {}];
      const made: unknown[] = [];
      for (const isAhead of [true, false]) {
        t.clock.set('2026-01-01T10:00:00Z');
        admin = await api.newAdmin(await t.newCompany());
        for (const more of terms) await agreed(more, { timing });
        for (const day of days) {
          if (!isAhead) await swept(day);
          await run(day);
        }
        if (isAhead) await swept('2026-09-01');
        await run('2026-09-01');
        made.push((await billed()).map((each) => each.join(' ')).sort());
      }
      expect(made[0]).toEqual(made[1]);
      expect((made[0] as unknown[]).length).toBeGreaterThan(9);
    },
  );
});

describe('a sweep', () => {
  test('leaves an end that was agreed for an earlier day', async () => {
    const [, subscription = {} as Made] = await agreed();
    await post(`/subscriptions/${subscription.id}/cancel`, { at: 'day', day: '2026-02-01' });
    await swept('2026-03-20');
    await api.app.get(SweepSubscriptions).execute(t.ctx(admin.companyId));
    await run('2026-03-20');
    expect(await billed()).toEqual(TO_THE_END.slice(0, 1));
    const { body } = await call('GET', `/subscriptions/${subscription.id}`);
    expect(body).toMatchObject({ status: 'cancelled', endedOn: '2026-02-01' });
  });

  test('gives back what was billed behind an end while a renewal was awaited', async () => {
    const [contract = {} as Made, subscription = {} as Made] = await agreed({ autoRenew: true });
    await run('2026-03-01');
    for (const { id } of await invoicesOf(admin)) await post(`/invoices/${id}/send`);
    const patched = await call('PATCH', `/contracts/${contract.id}`, { autoRenew: false });
    expect(patched.status).toBe(200);
    await swept('2026-03-20');
    await run('2026-03-20');
    const { body } = await call('GET', '/credit-notes');
    expect(body.data).toMatchObject([{ subtotal: '27.42' }]);
    expect(await scheduleOf(admin, subscription)).toMatchObject({ status: 'completed' });
  });

  test.each([
    ['full', '50.00'],
    ['prorated', '27.42'],
  ])('gives back in %s what was agreed of an end on its day', async (credit, subtotal) => {
    const [contract = {} as Made, subscription = {} as Made] = await agreed({ autoRenew: true });
    await run('2026-03-01');
    for (const { id } of await invoicesOf(admin)) await post(`/invoices/${id}/send`);
    const end = { at: 'day', day: '2026-03-15', credit };
    expect((await post(`/subscriptions/${subscription.id}/cancel`, end)).status).toBe(200);
    await call('PATCH', `/contracts/${contract.id}`, { autoRenew: false });
    await swept('2026-03-20');
    await api.app.get(SweepSubscriptions).execute(t.ctx(admin.companyId));
    const { body } = await call('GET', '/credit-notes');
    expect(body.data).toMatchObject([{ subtotal }]);
    // It is that end, and no lapse of the contract: months that are closed keep it on its day.
    const found = await call('GET', `/subscriptions/${subscription.id}`);
    expect(found.body).toMatchObject({ status: 'cancelled', endedOn: '2026-03-15' });
  });

  test('lets no change come that was planned for a day behind an end', async () => {
    const [contract = {} as Made, subscription = {} as Made] = await agreed({ autoRenew: true });
    await run('2026-03-01');
    for (const { id } of await invoicesOf(admin)) await post(`/invoices/${id}/send`);
    const { itemId, planId } = (subscription.items as Json[])[0] as Json;
    const items = [{ itemId, planId, quantity: '2' }];
    const change = { items, effective: 'day', day: '2026-03-20' };
    expect((await post(`/subscriptions/${subscription.id}/change`, change)).status).toBe(200);
    await call('PATCH', `/contracts/${contract.id}`, { autoRenew: false });
    const before = await billed();
    await run('2026-03-20');
    // Whoever reads it anew brings no change of its day with that.
    await post(`/subscriptions/${subscription.id}/preview-change`, { items, effective: 'now' });
    expect(await billed()).toEqual(before);
    await swept('2026-03-20');
    await run('2026-03-20');
    expect(await billed()).toEqual(before);
    expect((await call('GET', '/credit-notes')).body.data).toMatchObject([{ subtotal: '27.42' }]);
  });

  test('leaves what was agreed of an earlier end to come back with that', async () => {
    const [, subscription = {} as Made] = await agreed();
    await run('2026-02-01');
    for (const { id } of await invoicesOf(admin)) await post(`/invoices/${id}/send`);
    const end = { at: 'day', day: '2026-02-15', credit: 'prorated' };
    expect((await post(`/subscriptions/${subscription.id}/cancel`, end)).status).toBe(200);
    await swept('2026-03-20');
    await api.app.get(SweepSubscriptions).execute(t.ctx(admin.companyId));
    const { body } = await call('GET', '/credit-notes');
    expect(body.data).toMatchObject([{ subtotal: '25.00' }]);
  });

  test('works off all that is due, the terms that follow among them', async () => {
    const more = { autoRenew: true, endDate: '2026-01-31', renewalTermMonths: 1 };
    await agreed(more);
    for (let n = 0; n < 4; n += 1) await agreed();
    // Three terms are over by 15 April: to January, February and March.
    expect(await swept('2026-04-15', { batch: 2 })).toBe(3 + 4 + 1);
    expect(await swept('2026-04-15', { batch: 2 })).toBe(0);
  });

  test('leaves to the next what takes it too long', async () => {
    for (let n = 0; n < 3; n += 1) await agreed();
    expect(await swept('2026-04-15', { batch: 2, ms: 0 })).toBe(2);
    expect(await swept('2026-04-15')).toBe(1);
  });
});
