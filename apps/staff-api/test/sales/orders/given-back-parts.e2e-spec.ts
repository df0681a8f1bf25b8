import { expectInvariants } from '../../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { bodyOf, refusal } from '../../access/members.js';
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

interface Invoice {
  readonly id: string;
  readonly total: string;
}

const post = (path: string, body: object = {}) => desk.call('POST', path, { body });
const cents = (amount: string) => Math.round(Number(amount) * 100);

async function ordered(body: object): Promise<OrderBody> {
  const made = await post('/sales-orders', { accountId, ...body });
  expect([made.status, made.body]).toEqual([201, expect.anything()]);
  const { id } = bodyOf<OrderBody>(made);
  await desk.done(id, 'place');
  await desk.done(id, 'confirm');
  return desk.read(id);
}

/** Sends an invoice and credits all of it, so that the order may be invoiced again. */
async function credited({ id }: Invoice): Promise<number> {
  expect((await post(`/invoices/${id}/send`)).status).toBe(200);
  const note = { accountId, invoiceId: id, reason: 'Again', reopenOrder: true };
  const made = await post('/credit-notes', note);
  expect([made.status, made.body]).toEqual([201, expect.anything()]);
  const issued = await post(`/credit-notes/${bodyOf<Invoice>(made).id}/issue`);
  expect([issued.status, issued.body]).toEqual([200, expect.anything()]);
  return cents(bodyOf<Invoice>(issued).total);
}

async function voided({ id, total }: Invoice): Promise<number> {
  expect((await post(`/invoices/${id}/void`, { reason: 'Again' })).status).toBe(200);
  return cents(total);
}

const GROSS = {
  currency: 'EUR',
  pricesIncludeTax: true,
  lines: [
    { description: 'Cup', unitPrice: '10.49', taxRate: '19', ordered: '3' },
    { description: 'Tea', unitPrice: '5.55', taxRate: '7', ordered: '2' },
  ],
};

describe('parts of an order with tax in its prices', () => {
  it.each([
    ['a note', '0.50', credited],
    ['a note', '0.90', credited],
    ['voiding', '0.50', voided],
  ])(
    'that %s gives back of a charge of %s are asked again to the cent',
    async (_, amount, back) => {
      const charge = { kind: 'charge', reason: 'Freight', amount, taxRate: '25' };
      const order = await ordered({ ...GROSS, adjustments: [charge] });
      const lineId = order.lines[0]?.id;
      let asked = 0;
      for (const isGivenBack of [false, true, true]) {
        const part = { lines: [{ lineId, quantity: '1' }] };
        const invoice: Invoice = (await money.invoiced(order, part)) as never;
        asked += cents(invoice.total) - (isGivenBack ? await back(invoice) : 0);
      }
      const rest: Invoice = (await money.invoiced(order, { all: true })) as never;
      asked += cents(rest.total);
      const { total, invoicedTotal } = (await desk.read(order.id)) as never as Record<
        string,
        string
      >;
      expect([asked, invoicedTotal]).toEqual([cents(total ?? ''), total]);
    },
  );

  it.each(['0.09', '0.10', '0.31'])('of an allowance of %s are credited whole', async (amount) => {
    const order = await ordered({
      currency: 'EUR',
      pricesIncludeTax: true,
      lines: [{ description: 'Cup', unitPrice: '10.00', taxRate: '19', ordered: '3' }],
      adjustments: [{ kind: 'allowance', reason: 'Loyal', amount, taxRate: '19' }],
    });
    const part = { lines: [{ lineId: order.lines[0]?.id, quantity: '1' }] };
    await credited((await money.invoiced(order, part)) as never);
    expect(await desk.read(order.id)).toMatchObject({ invoicedTotal: '0.00' });
  });
});

it('a line that was invoiced to its last per cent and is raised asks for the rest', async () => {
  const line = { description: 'Fit-out', unitPrice: '100', taxRate: '19', ordered: '3' };
  const order = await ordered({ currency: 'EUR', lines: [{ ...line, invoicing: 'percent' }] });
  for (const percent of ['50', '50']) await money.invoiced(order, { percent });
  const lineId = order.lines[0]?.id;
  const more = { reason: 'More', lines: [{ lineId, ordered: '9' }] };
  expect((await post(`/sales-orders/${order.id}/amend`, more)).status).toBe(200);
  const rest = await money.invoiced(order, {});
  expect(rest).toMatchObject({ subtotal: '600.00', lines: [{ description: 'Fit-out' }] });
  const again = await post(`/sales-orders/${order.id}/invoice`, {});
  expect(refusal(again)).toEqual([409, 'nothing_to_invoice']);
});
