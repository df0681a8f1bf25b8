import { expectInvariants } from '../../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { bodyOf } from '../../access/members.js';
import { newAccount } from '../../receivables/billing-support.js';
import { orderDesk, orderMoneyDesk, type OrderBody } from './order-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let desk: ReturnType<typeof orderDesk>;
let money: ReturnType<typeof orderMoneyDesk>;
let accountId: string;
beforeAll(async () => {
  t = await testDatabase();
  t.clock.set('2026-03-10T09:00:00.000Z');
  api = await startStaffApi(t);
  desk = orderDesk(api.admin);
  money = orderMoneyDesk(api.admin);
  accountId = await newAccount(t, api.company);
});
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

const post = (path: string, body: object = {}) => desk.call('POST', path, { body });
const PLACE = { line1: 'Am Deich 1', city: 'Husum', postalCode: '25813', country: 'DE' };
const REFERENCES = {
  buyerReference: '04011000-1234512345-06',
  deliveryDate: '2026-03-20',
  deliveryAddress: { ...PLACE, recipient: 'Goods-in' },
};
const CHAIRS = {
  description: 'Chair',
  quantity: '4',
  unitPrice: '25.00',
  taxRate: '19',
  invoicing: 'on_order',
};

async function quoted(lines: readonly object[], over: object = {}): Promise<string> {
  const made = await post('/quotes', { accountId, currency: 'EUR', lines, ...over });
  expect([made.status, made.body]).toEqual([201, expect.anything()]);
  return bodyOf<{ id: string }>(made).id;
}

async function ordered(id: string, said: object = {}): Promise<OrderBody> {
  for (const operation of ['submit', 'approve', 'send']) {
    expect((await post(`/quotes/${id}/${operation}`)).status).toBe(200);
  }
  const accepted = { name: 'Bo Buyer', evidence: 'A letter', ...said };
  expect((await post(`/quotes/${id}/accept`, accepted)).status).toBe(200);
  const answer = await post(`/quotes/${id}/convert`);
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  return desk.done(bodyOf<OrderBody>(answer).id, 'confirm');
}

describe('what a quote says of references and delivery', () => {
  it('is said by its next revision, its order and the invoice of that', async () => {
    const id = await quoted([CHAIRS], { ...REFERENCES, poNumber: 'PO-1' });
    for (const operation of ['submit', 'approve']) await post(`/quotes/${id}/${operation}`);
    const revised = bodyOf<{ id: string }>(await post(`/quotes/${id}/revise`));
    expect(revised).toMatchObject({ ...REFERENCES, poNumber: 'PO-1' });
    const page = await desk.call('GET', `/quotes/${revised.id}/print`);
    for (const said of ['PO-1', REFERENCES.buyerReference, 'Goods-in']) {
      expect(String(page.body)).toContain(said);
    }
    const order = await ordered(revised.id);
    expect(order).toMatchObject({ ...REFERENCES, poNumber: 'PO-1' });
    const other = { buyerReference: 'KST-7' };
    const said = await desk.call('PATCH', `/sales-orders/${order.id}`, { body: other });
    expect([said.status, said.body]).toEqual([200, expect.objectContaining(other)]);
    const invoice = await money.invoiced(order, { all: true });
    // What is planned for a day behind the invoice has not been delivered.
    const stated = { deliveryDate: null, poNumber: 'PO-1' };
    expect(invoice).toMatchObject({ ...REFERENCES, ...other, ...stated });
  });
});
