import { sql } from '@quittance/database';
import { refuseDeadlocks } from '../../../../../test/support/deadlocks.js';
import { expectInvariants } from '../../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { comesToWait, waitingFor } from '../../../../../test/support/waiting.js';
import { bodyOf } from '../../access/members.js';
import { newAccount } from '../../receivables/billing-support.js';
import { GOODS, orderDesk, orderMoneyDesk, WORK, type OrderedInvoice } from './order-support.js';

refuseDeadlocks();

let t: TestDatabase;
let api: TestStaffApi;
let accountId: string;
let desk: ReturnType<typeof orderDesk>;
let money: ReturnType<typeof orderMoneyDesk>;
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

/** Whether somebody holds an order. */
const isHeld = (id: string) =>
  t.db.write(api.company, async (tx) => {
    const free = sql(`select id from sales.sales_order where company_id = $1 and id = $2
      for no key update skip locked`);
    return (await tx.rows(free, [api.company.companyId, id])).length === 0;
  });

const statusOf = async ({ id }: { readonly id: string }) => (await desk.read(id)).paymentStatus;

async function apply(noteId: string, invoice: OrderedInvoice, amount: string): Promise<void> {
  const answer = await money.post(`/credit-notes/${noteId}/apply`, {
    invoiceId: invoice.id,
    amount,
  });
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
}

/** The note by which the deposit of a cancelled order stays on account. */
async function leftOnAccount(paidAhead: string) {
  const order = await desk.confirmed(accountId, [WORK]);
  const deposit = await money.deposited(order, { percent: '30' });
  await money.post(`/invoices/${deposit.id}/send`);
  await money.paid(deposit, paidAhead);
  await desk.done(order.id, 'cancel', { reason: 'Changed their mind' });
  const filter = JSON.stringify({ field: 'invoiceId', op: 'eq', value: deposit.id });
  const notes = await money.call('GET', `/credit-notes?filter=${encodeURIComponent(filter)}`);
  const [note] = bodyOf<{ data: { id: string }[] }>(notes).data;
  return { order, deposit, noteId: note?.id ?? '' };
}

describe('how far an order is paid', () => {
  it('changes with a note that gives it back to be invoiced, whether applied or not', async () => {
    const order = await desk.confirmed(accountId, [WORK]);
    const invoice = await money.invoiced(order);
    await money.post(`/invoices/${invoice.id}/send`);
    await money.paid(invoice, '1190.00');
    expect(await statusOf(order)).toBe('paid');
    const body = { accountId, invoiceId: invoice.id, reason: 'Too early', reopenOrder: true };
    const note = bodyOf<{ id: string }>(await money.post('/credit-notes', body));
    expect(await money.post(`/credit-notes/${note.id}/issue`)).toMatchObject({ status: 200 });
    expect(await desk.read(order.id)).toMatchObject({
      paymentStatus: 'partially_paid',
      invoicedTotal: '0.00',
    });
  });

  it('counts what a deposit of another order left on account, as far as it is paid', async () => {
    const { deposit, noteId } = await leftOnAccount('357.00');
    const order = await desk.confirmed(accountId, [WORK]);
    const invoice = await money.invoiced(order);
    await apply(noteId, invoice, '357.00');
    expect(await statusOf(order)).toBe('partially_paid');
    const payments = await money.call('GET', `/invoices/${deposit.id}/payments`);
    const [payment] = bodyOf<{ data: { id: string }[] }>(payments).data;
    const refunded = await money.post(`/payments/${payment?.id}/refund`, { reason: 'Bounced' });
    expect(refunded.status).toBe(200);
    expect(await statusOf(order)).toBe('unpaid');
    await money.paid(deposit, '357.00');
    expect(await statusOf(order)).toBe('partially_paid');
    const back = { invoiceId: invoice.id, amount: '357.00' };
    expect((await money.post(`/credit-notes/${noteId}/unapply`, back)).status).toBe(200);
    expect(await statusOf(order)).toBe('unpaid');
  });

  it('counts it as it is paid by then, where its money goes back beside that', async () => {
    const { order: ahead, deposit, noteId } = await leftOnAccount('357.00');
    const order = await desk.confirmed(accountId, [WORK]);
    const invoice = await money.invoiced(order);
    const payments = await money.call('GET', `/invoices/${deposit.id}/payments`);
    const [payment] = bodyOf<{ data: { id: string }[] }>(payments).data;
    const work: Promise<unknown>[] = [];
    // Somebody holds the order of the deposit, which whoever returns its money waits for.
    await t.db.write(api.company, async (tx) => {
      const lock = `select from sales.sales_order where company_id = $1 and id = $2
        for no key update`;
      await tx.run(lock, [api.company.companyId, ahead.id]);
      const refund = money.post(`/payments/${payment?.id}/refund`, { reason: 'Bounced' });
      expect(await comesToWait(t, refund)).toBe(true);
      let isThrough = false;
      const applied = apply(noteId, invoice, '357.00').finally(() => (isThrough = true));
      work.push(refund, applied);
      while (!isThrough && (await waitingFor(t)) < 2);
    });
    expect(await Promise.all(work)).toMatchObject([{ status: 200 }, undefined]);
    expect(await statusOf(order)).toBe('unpaid');
  });

  it('is kept without waiting for an order whose holder waits for this one', async () => {
    const { order: ahead, noteId } = await leftOnAccount('357.00');
    const order = await desk.confirmed(accountId, [WORK]);
    const invoice = await money.invoiced(order);
    await money.post(`/invoices/${invoice.id}/send`);
    await apply(noteId, invoice, '357.00');
    expect(ahead.id < order.id).toBe(true);
    const said = { accountId, invoiceId: invoice.id, reason: 'Too early', reopenOrder: true };
    const note = bodyOf<{ id: string }>(await money.post('/credit-notes', said));
    const { companyId } = api.company;
    const locking = `select id from sales.sales_order where company_id = $1 and id = $2
      for no key update`;
    const work: Promise<unknown>[] = [];
    await t.db.write(api.company, async (tx) => {
      await tx.run(locking, [companyId, ahead.id]);
      // It holds its own order by the time it asks for the other one.
      work.push(money.post(`/credit-notes/${note.id}/issue`));
      while (!(await isHeld(order.id)));
      await tx.run(locking, [companyId, order.id]);
    });
    expect(await Promise.all(work)).toMatchObject([{ status: 200 }]);
    expect(await desk.read(order.id)).toMatchObject({ invoicedTotal: '0.00' });
  });

  it('counts a deposit once that is deducted from its own order and was given back', async () => {
    const order = await desk.confirmed(accountId, [{ ...WORK, ordered: '2', unitPrice: '500.00' }]);
    const deposit = await money.deposited(order, { percent: '30' });
    await money.paid(deposit, '357.00');
    const half = { lines: [{ lineId: order.lines[0]?.id, quantity: '1' }] };
    expect(await money.invoiced(order, half)).toMatchObject({ balance: '238.00' });
    expect(await statusOf(order)).toBe('partially_paid');
    const payments = await money.call('GET', `/invoices/${deposit.id}/payments`);
    const [payment] = bodyOf<{ data: { id: string }[] }>(payments).data;
    await money.post(`/payments/${payment?.id}/refund`, { reason: 'Bounced' });
    expect(await statusOf(order)).toBe('unpaid');
  });

  it('is not in full while some of it is open, whatever came back', async () => {
    const order = await desk.confirmed(accountId, [GOODS]);
    const five = [{ lineId: order.lines[0]?.id, quantity: '5' }];
    await desk.done(order.id, 'ship', { lines: five });
    const invoice = await money.invoiced(order);
    await money.paid(invoice, invoice.total);
    const after = await desk.done(order.id, 'return', { lines: five, reason: 'Broken' });
    expect(after).toMatchObject({ paymentStatus: 'partially_paid', lines: [{ open: '5' }] });
    const shipped = await desk.done(order.id, 'ship', { lines: five });
    expect(shipped).toMatchObject({ paymentStatus: 'paid', lines: [{ open: '0' }] });
  });

  it('goes by milestones that are divided once, also of prices with tax in them', async () => {
    const stages = [
      { name: 'Start', percent: '20' },
      { name: 'Launch', percent: '80' },
    ];
    const line = { ...WORK, unitPrice: '1000.11', invoicing: 'milestone', stages };
    const order = await desk.confirmed(accountId, [line], { pricesIncludeTax: true });
    const reach = (name: string) =>
      money.post(`/sales-orders/${order.id}/lines/${order.lines[0]?.id}/reach`, { name });
    await reach('Start');
    expect(await money.invoiced(order)).toMatchObject({ total: '200.02' });
    expect(await desk.read(order.id)).toMatchObject({ lines: [{ invoicedPercent: '20' }] });
    await reach('Launch');
    expect(await money.invoiced(order)).toMatchObject({ total: '800.09' });
  });
});
