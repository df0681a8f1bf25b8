import { expectInvariants } from '../../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { refusal } from '../../access/members.js';
import { done, type Made } from '../../objects/objects-support.js';
import { GOODS, orderDesk, orderMoneyDesk, SERVICE } from '../orders/order-support.js';
import { anAccount } from '../sales-support.js';

/*
 * Worked examples of quotes and orders as a host answers them, with the figures that they were
 * given; the numbers are those of the list that specs of pure functions name, too.
 */

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
afterAll(async () => {
  await expectInvariants(t);
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
      lines: [{ listPrice: '100', net: '85.50' }],
    });
    expect(await less('6')).toMatchObject({
      status: 'submitted',
      approval: [{ rule: 1, about: 'discount', line: 1, limit: '15', value: '15.40' }],
      lines: [{ listPrice: '100', net: '84.60' }],
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
