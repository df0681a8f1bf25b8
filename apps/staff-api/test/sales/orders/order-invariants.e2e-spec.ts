import { salesInvariants } from '@quittance/sales/host';
import { Client } from 'pg';
import { damages } from '../damage.js';
import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { bodyOf } from '../../access/members.js';
import { done } from '../../objects/objects-support.js';
import { newAccount } from '../../receivables/billing-support.js';
import { GOODS, orderDesk, SERVICE } from './order-support.js';
import { aPlan } from '../sales-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let owner: Client;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  const desk = orderDesk(api.admin);
  owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
  const accountId = await newAccount(t, api.company);
  const order = await desk.confirmed(accountId, [GOODS, SERVICE], { discount: { amount: '7.77' } });
  const some = (quantity: string) => [{ lineId: order.lines[0]?.id, quantity }];
  await desk.done(order.id, 'ship', { lines: some('7') });
  await desk.done(order.id, 'return', { lines: some('2'), reason: 'Broken' });
  await desk.done(order.id, 'amend', {
    lines: [{ lineId: order.lines[0]?.id, ordered: '11' }],
    reason: 'More',
  });
  await desk.done(order.id, 'close-short', { reason: 'Sold out' });
  const { productId } = await aPlan(api.admin);
  const line = { kind: 'recurring', productId, quantity: '1', unitPrice: '9.00', taxRate: '0' };
  const lines = [{ ...line, frequency: 'monthly' }];
  const { id } = bodyOf<{ id: string }>(
    await desk.call('POST', '/quotes', { body: { accountId, currency: 'EUR', lines } }),
  );
  for (const operation of ['submit', 'approve', 'send', 'accept', 'convert']) {
    const body = operation === 'accept' ? { name: 'Bo Buyer', evidence: 'A letter' } : {};
    await done(api.admin, 'POST', `/quotes/${id}/${operation}`, body);
  }
});

afterAll(async () => {
  await owner?.end();
  await api?.close();
  await t?.close();
});

const { violated, damage } = damages(() => owner, salesInvariants);

test('what was shipped, returned, amended and converted violates nothing', async () => {
  expect(await violated()).toEqual([]);
});

test.each([
  ['I29a', `update sales.sales_order set value = value - 1 where status = 'delivered'`],
  ['I29a', `update sales.sales_order set invoiced_total = 1 where status = 'delivered'`],
  ['I29b', `update sales.sales_order_line set returned = 3 where shipped > 0`],
  ['I29b', 'delete from sales.order_return'],
  ['I29c', `update sales.sales_order set fulfilment = 'none' where status = 'delivered'`],
  ['I29c', `update sales.sales_order set status = 'pending' where status = 'delivered'`],
  ['I29d', `update sales.sales_order set quote_id = null where quote_id is not null`],
  ['I29e', `update sales.subscription set awaits_order = false where awaits_order`],
  ['I29f', `update sales.sales_order set amendment = 3 where amendment = 2`],
  ['I29f', `delete from sales.order_amendment where number = 1`],
])('%s is told', async (invariant, statement) => {
  expect(await damage(statement)).toEqual([invariant]);
});
