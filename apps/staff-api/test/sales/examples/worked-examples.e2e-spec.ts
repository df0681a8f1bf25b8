import { SweepSubscriptions } from '@quittance/sales/host';
import { expectInvariants } from '../../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { bodyOf, refusal } from '../../access/members.js';
import { done, made, type Json, type Made } from '../../objects/objects-support.js';
import { GOODS, orderDesk, orderMoneyDesk, SERVICE } from '../orders/order-support.js';
import { anAccount, aPlan, aSubscription } from '../sales-support.js';
import { billedOn, invoicesOf, told } from '../subscription-support.js';

/*
 * Worked examples of docs/decisions 0230 to 0233 as a host answers them, with the figures that they
 * were given.
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

describe('quotes and orders', () => {
  let accountId: string;
  let desk: ReturnType<typeof orderDesk>;
  let money: ReturnType<typeof orderMoneyDesk>;
  beforeEach(async () => {
    t.clock.set('2026-03-10T10:00:00Z');
    admin = await api.newAdmin();
    accountId = (await anAccount(admin)).id;
    desk = orderDesk(admin);
    money = orderMoneyDesk(admin);
  });

  const quoted = (lines: readonly object[]) =>
    post('/quotes', { accountId, currency: 'EUR', lines });

  it('41: list 100.00, typed 90.00: 14.50 % passes 15 %, 15.40 % asks for approval', async () => {
    const product = await post('/products', { sku: 'PRESS', name: 'Press' });
    const book = await post('/pricebooks', { name: 'List', currency: 'EUR', isDefault: true });
    await post(`/pricebooks/${book.id}/entries`, { productId: product.id, unitPrice: '100.00' });
    const rules = [{ maxPercent: '15', maxTotal: null, roleId: null }];
    await done(admin, 'PUT', '/settings/quote-approval', { mode: 'rules', rules });
    const less = async (percent: string) => {
      const line = { productId: product.id, unitPrice: '90.00', discount: { percent } };
      const { id } = await quoted([{ ...line, quantity: '1', taxRate: '19' }]);
      return post(`/quotes/${id}/submit`);
    };
    expect(await less('5')).toMatchObject({
      status: 'approved',
      approval: [],
      lines: [{ listPrice: '100.00', net: '85.50' }],
    });
    expect(await less('6')).toMatchObject({
      status: 'submitted',
      approval: [{ rule: 1, about: 'discount', line: 1, limit: '15', value: '15.4' }],
      lines: [{ listPrice: '100.00', net: '84.60' }],
    });
    // What lies between the two is judged by the limit itself.
    expect(await less('5.555555')).toMatchObject({ status: 'approved' });
    expect(await less('5.57')).toMatchObject({ status: 'submitted' });
  });

  it('42: 400.00, of options 100.00 chosen and 50.00 not: 500.00, with all 550.00', async () => {
    const line = { description: 'Till', quantity: '1', taxRate: '0' };
    const option = { ...line, optional: true };
    const quote = await quoted([
      { ...line, unitPrice: '400.00' },
      { ...option, unitPrice: '100.00', selected: true },
      { ...option, unitPrice: '50.00' },
    ]);
    expect(quote).toMatchObject({
      total: '500.00',
      figures: { withOptions: { net: '550.00', gross: '550.00' } },
    });
  });

  it('50: of 100 with 5 % above, 105 are shipped, and then not a millionth more', async () => {
    const line = { ...GOODS, ordered: '100', overDeliveryPercent: '5' };
    const order = await desk.confirmed(accountId, [line]);
    const some = (quantity: string) => ({ lines: [{ lineId: order.lines[0]?.id, quantity }] });
    expect(await desk.done(order.id, 'ship', some('105'))).toMatchObject({
      status: 'shipped',
      lines: [{ shipped: '105', open: '0', invoiceable: '100' }],
    });
    expect(await desk.operate(order.id, 'ship', some('0.000001'))).toMatchObject({
      status: 422,
      body: {
        code: 'over_delivery',
        detail: 'Of line 1 at most 0 is still to be shipped.',
        errors: [{ pointer: '/lines/0/quantity', message: 'Chair: 0' }],
      },
    });
    expect(await desk.read(order.id)).toMatchObject({
      status: 'shipped',
      lines: [{ shipped: '105', invoiceable: '100' }],
    });
  });

  it('50: what has left in full is not shipped again as far as a line tolerates', async () => {
    const line = { ...GOODS, ordered: '100', overDeliveryPercent: '5' };
    const order = await desk.confirmed(accountId, [line]);
    const some = (quantity: string) => ({ lines: [{ lineId: order.lines[0]?.id, quantity }] });
    await desk.done(order.id, 'ship', some('100'));
    const state = [409, 'order_not_confirmed'];
    expect(refusal(await desk.operate(order.id, 'ship', some('5')))).toEqual(state);
    expect(refusal(await desk.operate(order.id, 'ship'))).toEqual(state);
    expect(refusal(await desk.operate(order.id, 'ship', some('5.000001')))).toEqual([
      422,
      'over_delivery',
    ]);
    await desk.done(order.id, 'deliver');
    expect(refusal(await desk.operate(order.id, 'ship', some('6')))).toEqual(state);
  });

  it('51: of 10 at 20.00 + 19 % 6 shipped and invoiced, closed short: worth 142.80', async () => {
    const order = await desk.confirmed(accountId, [GOODS]);
    const lineId = order.lines[0]?.id;
    await desk.done(order.id, 'ship', { lines: [{ lineId, quantity: '6' }] });
    expect(await money.invoiced(order)).toMatchObject({ total: '142.80' });
    expect(await desk.done(order.id, 'close-short', { reason: 'Sold out' })).toMatchObject({
      status: 'delivered',
      value: '142.80',
      invoicedTotal: '142.80',
      lines: [{ ordered: '10', cancelled: '4', open: '0', invoiced: '6', invoiceable: '0' }],
    });
  });

  it('52: of 1,000 400 is paid, 600 invoiced, 599 of it paid, and then 1', async () => {
    const part = (unitPrice: string) => ({ ...SERVICE, unitPrice, taxRate: '0' });
    const order = await desk.confirmed(accountId, [part('400.00'), part('600.00')]);
    expect(order).toMatchObject({ total: '1000.00', paymentStatus: 'unpaid' });
    const status = async () => (await desk.read(order.id)).paymentStatus;
    const asked = async (at: number) => {
      const lines = [{ lineId: order.lines[at]?.id, quantity: '1' }];
      const invoice = await money.invoiced(order, { lines });
      await post(`/invoices/${invoice.id}/send`);
      return invoice;
    };
    await money.paid(await asked(0), '400.00');
    expect(await status()).toBe('partially_paid');
    const rest = await asked(1);
    expect(rest).toMatchObject({ total: '600.00' });
    await money.paid(rest, '599.00');
    expect(await status()).toBe('partially_paid');
    await money.paid(rest, '1.00');
    expect(await status()).toBe('paid');
  });
});

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
