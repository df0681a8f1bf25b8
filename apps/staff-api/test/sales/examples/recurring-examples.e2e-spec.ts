import { SweepSubscriptions } from '@quittance/sales/host';
import { expectInvariants } from '../../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { bodyOf } from '../../access/members.js';
import { done, type Json, type Made } from '../../objects/objects-support.js';
import { aPlan, aSubscription } from '../sales-support.js';
import { billedOn, invoicesOf, told } from '../subscription-support.js';

/*
 * Worked examples of what recurs as a host answers them, with the figures that they were given; the
 * numbers are those of the list that `revenue.spec.ts` and `proration.spec.ts` name.
 */

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
// No dispatcher runs while the clock goes on for months.
afterEach(() => expectInvariants(t, ['I15b']));
afterAll(async () => {
  await api?.close();
  await t?.close();
});

const post = (path: string, body: object = {}) => done<Made>(admin, 'POST', path, body);

describe('what recurs', () => {
  beforeEach(async () => {
    t.clock.set('2026-01-05T10:00:00Z');
    admin = await api.newAdmin();
  });

  async function on(day: string): Promise<void> {
    t.clock.set(`${day}T10:00:00Z`);
    await api.app.get(SweepSubscriptions).execute(t.ctx(admin.companyId));
  }

  const plan = () => aPlan(admin, { prices: [{ currency: 'EUR', unitPrice: '1.00' }] });
  const subscribed = (of: Made, unitPrice: string) =>
    aSubscription(admin, of, { items: [{ planId: of.id, unitPrice }] });
  const reprice = (subscription: Made, unitPrice: string, effective: string) => {
    const [item] = subscription.items as { itemId: string; planId: string }[];
    const items = [{ ...item, unitPrice }].map(({ itemId, planId = '' }) => {
      return { itemId, planId, unitPrice };
    });
    return post(`/subscriptions/${subscription.id}/change`, { items, effective });
  };
  const report = async (query: string) =>
    bodyOf<readonly Json[]>(await admin.call('GET', `/reports/${query}`));

  it('12: in arrears, 50 until 10 April and 80 from 11 April: 16.67 + 53.33 = 70.00', async () => {
    t.clock.set('2026-04-01T10:00:00Z');
    const monthly = await aPlan(admin, { timing: 'arrears' });
    const subscription = await aSubscription(admin, monthly, { startDate: '2026-04-01' });
    await on('2026-04-11');
    await reprice(subscription, '80.00', 'now');
    await billedOn({ t, api, admin }, '2026-05-01');
    const invoices = await invoicesOf(admin);
    expect(told(invoices)).toEqual([
      ['2026-05-01', '16.67: 2026-04-01 to 2026-04-10', '53.33: 2026-04-11 to 2026-04-30'],
    ]);
    expect(invoices).toMatchObject([{ subtotal: '70.00' }]);
  });

  it('54 and 55: 430.00 and what became of six customers in a month: 450.00', async () => {
    const of = await plan();
    const [a, b, c, e] = (await Promise.all(
      ['100.00', '200.00', '50.00', '30.00'].map((price) => subscribed(of, price)),
    )) as [Made, Made, Made, Made];
    await subscribed(of, '80.00');
    // One had been there, and had left.
    await on('2026-02-10');
    await post(`/subscriptions/${e.id}/pause`);
    await on('2026-02-20');
    await reprice(a, '150.00', 'period_end');
    await reprice(b, '120.00', 'period_end');
    await on('2026-03-10');
    await subscribed(of, '70.00');
    await post(`/subscriptions/${c.id}/cancel`, { at: 'now' });
    await post(`/subscriptions/${e.id}/resume`);
    await on('2026-03-31');
    expect(await report('recurring-revenue?from=2026-03-01&to=2026-03-31')).toMatchObject([
      {
        month: '2026-03',
        currency: 'EUR',
        start: '430.00',
        new: '70.00',
        expansion: '50.00',
        reactivation: '30.00',
        contraction: '80.00',
        churn: '50.00',
        fx: '0.00',
        end: '450.00',
        grr: '69.77',
        nrr: '81.40',
      },
    ]);
  });

  it('58: of four customers of January three are left in April: 75.00 %, 115.00 %', async () => {
    const of = await plan();
    const [a, b, c, d] = (await Promise.all(
      ['100.00', '100.00', '100.00', '100.00'].map((price) => subscribed(of, price)),
    )) as [Made, Made, Made, Made];
    await on('2026-02-10');
    await post(`/subscriptions/${d.id}/cancel`, { at: 'now' });
    await on('2026-04-10');
    for (const [each, price] of [
      [a, '150.00'],
      [b, '150.00'],
      [c, '160.00'],
    ] as const) {
      await reprice(each, price, 'now');
    }
    await on('2026-04-30');
    const cohorts = await report('revenue-cohorts?from=2026-01-01&to=2026-04-30');
    const [first, , , fourth] = cohorts;
    expect(first).toMatchObject({ cohort: '2026-01', accounts: 4, logo: '100.00' });
    expect(fourth).toMatchObject({
      cohort: '2026-01',
      monthsLater: 3,
      accounts: 3,
      logo: '75.00',
      revenueRetention: '115.00',
    });
    const revenue = await report('recurring-revenue?from=2026-01-01&to=2026-04-30');
    expect([revenue[0]?.end, revenue[3]?.end]).toEqual(['400.00', '460.00']);
  });
});
