import { expectInvariants } from '../../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { bodyOf, refusal } from '../../access/members.js';
import { newAccount } from '../../receivables/billing-support.js';
import { GOODS, orderDesk, orderMoneyDesk, SERVICE } from './order-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let desk: ReturnType<typeof orderDesk>;
let money: ReturnType<typeof orderMoneyDesk>;
let accountId: string;
beforeAll(async () => {
  t = await testDatabase();
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

/** Delivered, invoiced in full, and closed. */
async function closed() {
  const { id, lines } = await desk.confirmed(accountId, [GOODS, SERVICE]);
  await desk.done(id, 'ship', { lines: [{ lineId: lines[0]?.id, quantity: '10' }] });
  await desk.done(id, 'deliver');
  const invoice = await money.invoiced(await desk.read(id), { all: true });
  expect(await desk.done(id, 'close')).toMatchObject({ status: 'closed' });
  return { id, invoice, goods: lines[0]?.id };
}

describe('a closed order whose invoice gives back what it was of it', () => {
  it.each(['void', 'cancel'])('by a %s is invoiced and closed again', async (operation) => {
    const { id, invoice } = await closed();
    if (operation === 'void') await post(`/invoices/${invoice.id}/send`);
    const why = operation === 'void' ? { reason: 'Wrong address' } : {};
    const given = await post(`/invoices/${invoice.id}/${operation}`, why);
    expect(given.status).toBe(200);
    const order = await desk.read(id);
    expect(order).toMatchObject({ status: 'delivered', invoicedTotal: '0.00', closedAt: null });
    expect(refusal(await desk.operate(id, 'close'))).toEqual([409, 'order_not_invoiced']);
    const again = await money.invoiced(order, { all: true });
    expect(again.total).toBe(invoice.total);
    expect(refusal(await post(`/sales-orders/${id}/invoice`, { all: true }))).toEqual([
      409,
      'nothing_to_invoice',
    ]);
    expect(await desk.done(id, 'close')).toMatchObject({ status: 'closed', value: again.total });
  });

  it('by a note is, where that says so, and stays closed where it does not', async () => {
    const { id, invoice } = await closed();
    await post(`/invoices/${invoice.id}/send`);
    const credited = async (reopenOrder: boolean) => {
      const shown = await desk.call('GET', `/invoices/${invoice.id}`);
      const line = bodyOf<{ lines: { id: string; description: string }[] }>(shown).lines[0];
      const made = await post('/credit-notes', {
        accountId,
        invoiceId: invoice.id,
        reason: 'Broken',
        reopenOrder,
        lines: [{ invoiceLineId: line?.id, quantity: '1' }],
      });
      expect([made.status, made.body]).toEqual([201, expect.anything()]);
      const issued = await post(`/credit-notes/${bodyOf<{ id: string }>(made).id}/issue`);
      expect(issued.status).toBe(200);
      return (await desk.read(id)).status;
    };
    expect(await credited(false)).toBe('closed');
    expect(await credited(true)).toBe('delivered');
    const rest = await money.invoiced(await desk.read(id), { all: true });
    expect(rest.total).toBe('23.80');
    expect(await desk.done(id, 'close')).toMatchObject({ status: 'closed' });
  });

  it('may be closed with the reason why it is not invoiced', async () => {
    const { id, invoice } = await closed();
    await post(`/invoices/${invoice.id}/cancel`);
    const why = { reason: 'A gift after all' };
    expect(await desk.done(id, 'close', why)).toMatchObject({ status: 'closed', ...why });
  });
});
