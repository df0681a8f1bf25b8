import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { bodyOf, memberWith } from '../../access/members.js';
import { limitCredit } from '../../credit/credit-support.js';
import { newAccount } from '../../receivables/billing-support.js';
import { GOODS, orderDesk, SERVICE } from './order-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let desk: ReturnType<typeof orderDesk>;
let accountId: string;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  desk = orderDesk(api.admin);
  accountId = await newAccount(t, api.company);
});
afterAll(async () => {
  await api.close();
  await t.close();
});

const backlog = async (client = api.admin) =>
  bodyOf<{ data: unknown[]; total: number }>(await client.call('GET', '/reports/order-backlog'));

describe('GET /reports/order-backlog', () => {
  it('tells what is left to be shipped and invoiced of orders that bind', async () => {
    await desk.write(accountId, [GOODS]);
    const order = await desk.confirmed(accountId, [GOODS, SERVICE], { requestedOn: '2030-01-02' });
    const lines = [{ lineId: order.lines[0]?.id, quantity: '4' }];
    await desk.done(order.id, 'ship', { lines });
    await desk.done(order.id, 'close-short', {
      lines: [{ lineId: order.lines[0]?.id, quantity: '1' }],
      reason: 'Fewer',
    });
    const done = await desk.confirmed(accountId, [SERVICE]);
    await desk.done(done.id, 'cancel', { reason: 'No' });
    expect(await backlog()).toMatchObject({
      total: 1,
      data: [
        {
          orderId: order.id,
          number: order.number,
          status: 'confirmed',
          requestedOn: '2030-01-02',
          value: '333.20',
          toShip: '100.00',
          toInvoice: '280.00',
        },
      ],
    });
  });

  it('shows whoever sees only their own orders no others', async () => {
    const member = await memberWith(api, {
      matrix: { reports: ['view'], 'sales-orders': ['view'] },
      scopes: { 'sales-orders': 'own' },
    });
    expect(await backlog(member)).toMatchObject({ total: 0, data: [] });
  });

  it('and the report on credit count orders as the account itself does', async () => {
    const id = await newAccount(t, api.company);
    await limitCredit(api.admin, id, '1000.00');
    await desk.confirmed(id, [SERVICE]);
    const report = await desk.call('GET', '/reports/credit-utilisation?sort=-exposure');
    const { data } = bodyOf<{ data: { accountId: string; exposure: string }[] }>(report);
    expect(data.find((line) => line.accountId === id)).toMatchObject({ exposure: '119.00' });
    const credit = await desk.call('GET', `/accounts/${id}/credit`);
    expect(credit.body).toMatchObject({ exposure: { total: '119.00' } });
  });
});
