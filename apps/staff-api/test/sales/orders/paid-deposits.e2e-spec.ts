import type { InvoiceId } from '@quittance/kernel';
import { parseInstant, systemCtx } from '@quittance/kernel';
import { Database } from '@quittance/database';
import { checkInvariants } from '@quittance/database/host';
import { OnDepositPaid, receivablesInvariants } from '@quittance/receivables/host';
import { Client } from 'pg';
import { expectInvariants } from '../../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { bodyOf, refusal } from '../../access/members.js';
import { made, type Json } from '../../objects/objects-support.js';
import { newAccount } from '../../receivables/billing-support.js';
import { aPlan } from '../sales-support.js';
import { ranOn } from '../subscription-support.js';
import { orderDesk, type OrderBody } from './order-support.js';

const NOW = '2026-03-10T09:00:00.000Z';

let t: TestDatabase;
let api: TestStaffApi;
let desk: ReturnType<typeof orderDesk>;
let accountId: string;
let productId: string;
beforeAll(async () => {
  t = await testDatabase();
  t.clock.set(NOW);
  api = await startStaffApi(t);
  desk = orderDesk(api.admin);
  accountId = await newAccount(t, api.company);
  productId = String((await aPlan(api.admin)).productId);
});
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

const post = (path: string, body: object = {}) => desk.call('POST', path, { body });
const get = async (path: string) => bodyOf<Json>(await desk.call('GET', path));
const settings = async (body: object) => {
  const said = { quoteValidityDays: 30, ...body };
  expect((await desk.call('PUT', '/settings/quotes', { body: said })).status).toBe(200);
};

const ONCE = { description: 'Set-up', quantity: '1', unitPrice: '500.00', taxRate: '19' };
const SEATS = {
  kind: 'recurring',
  description: 'Seats',
  quantity: '3',
  unitPrice: '33.00',
  frequency: 'monthly',
  taxRate: '19',
};

async function accepted(lines: readonly object[], over: object = {}): Promise<string> {
  const quote = await made(api.admin, '/quotes', { accountId, currency: 'EUR', lines, ...over });
  for (const operation of ['submit', 'approve', 'send']) {
    expect((await post(`/quotes/${quote.id}/${operation}`)).status).toBe(200);
  }
  const said = { name: 'Bo Buyer', evidence: 'A letter', poNumber: 'PO-9' };
  expect((await post(`/quotes/${quote.id}/accept`, said)).status).toBe(200);
  return quote.id;
}

interface Deposit {
  readonly id: string;
  readonly number: string;
  readonly salesOrderId: string | null;
  readonly total: string;
}

/** The newest invoice of the account. */
async function newestInvoice(of = accountId): Promise<Deposit> {
  const filter = JSON.stringify({ field: 'accountId', op: 'eq', value: of });
  const at = `/invoices?sort=-number&pageSize=1&filter=${encodeURIComponent(filter)}`;
  const { data } = bodyOf<{ data: Deposit[] }>(await desk.call('GET', at));
  return data[0] as Deposit;
}

async function pay(invoice: Deposit, amount: string) {
  const body = { amount, currency: 'EUR', method: 'bank_transfer', receivedOn: '2026-03-10' };
  expect((await post(`/invoices/${invoice.id}/payments`, body)).status).toBe(201);
}

/** What the outbox does with the event that an invoice is paid. */
async function told({ id }: Deposit): Promise<void> {
  const consumer = api.app.get(OnDepositPaid, { strict: false });
  const ctx = systemCtx(api.company.companyId, parseInstant(NOW), 'told');
  await api.app
    .get(Database, { strict: false })
    .write(ctx, (tx) => consumer.handle(tx, { recordId: id as InvoiceId } as never));
}

describe('a quote that becomes an order once its deposit is paid', () => {
  const DEPOSIT = { autoConvert: 'on_deposit_paid', deposit: { percent: '30' } };

  it('asks for the deposit as it is accepted, and waits for all of it', async () => {
    const id = await accepted(
      [ONCE, SEATS].map((line) => ({ ...line, productId: line === SEATS ? productId : null })),
      DEPOSIT,
    );
    const deposit = await newestInvoice();
    expect(deposit).toMatchObject({ total: '213.84', salesOrderId: null, poNumber: 'PO-9' });
    await told(deposit);
    await pay(deposit, '100.00');
    await told(deposit);
    expect(await get(`/quotes/${id}`)).toMatchObject({ status: 'accepted', orderId: null });
    await pay(deposit, '113.84');
    await Promise.all([told(deposit), told(deposit), told(deposit)]);
    const { status, orderId } = await get(`/quotes/${id}`);
    expect(status).toBe('ordered');
    expect(await get(`/invoices/${deposit.id}`)).toMatchObject({ salesOrderId: orderId });
    const order = await desk.read(String(orderId));
    expect(order).toMatchObject({ status: 'pending', paymentStatus: 'partially_paid' });
    const filter = JSON.stringify({ field: 'salesOrderId', op: 'eq', value: orderId });
    const of = await get(`/invoices?filter=${encodeURIComponent(filter)}`);
    expect(of.total).toBe(1);
    await desk.done(order.id, 'confirm');
    const final = await made(api.admin, `/sales-orders/${order.id}/invoice`, {});
    expect(final).toMatchObject({ total: '595.00', creditedAmount: '213.84' });
  });

  it('takes what was paid ahead for the deposit', async () => {
    const of = await newAccount(t, api.company);
    const line = { description: 'Ahead', amount: '178.50', taxRate: '19' };
    const ahead = await made(api.admin, '/deposits', {
      accountId: of,
      currency: 'EUR',
      lines: [line],
    });
    expect((await post(`/invoices/${ahead.id}/send`)).status).toBe(200);
    await pay(await newestInvoice(of), '178.50');
    const id = await accepted([ONCE], { ...DEPOSIT, accountId: of });
    const deposit = await newestInvoice(of);
    expect((await post(`/invoices/${deposit.id}/deduct-deposits`)).status).toBe(200);
    await told(deposit);
    const { status, orderId } = await get(`/quotes/${id}`);
    expect(status).toBe('ordered');
    expect(await desk.read(String(orderId))).toMatchObject({ paymentStatus: 'partially_paid' });
  });

  it('is converted by hand with the deposit it has asked for, and no second one', async () => {
    const id = await accepted([ONCE], DEPOSIT);
    const deposit = await newestInvoice();
    const order = bodyOf<OrderBody>(await post(`/quotes/${id}/convert`));
    expect(await newestInvoice()).toMatchObject({ id: deposit.id, salesOrderId: order.id });
    await pay(deposit, '178.50');
    await told(deposit);
    expect(await desk.read(order.id)).toMatchObject({ paymentStatus: 'partially_paid' });
  });

  it('asks anew where the deposit was given up, and waits where it was credited', async () => {
    const id = await accepted([ONCE], DEPOSIT);
    const deposit = await newestInvoice();
    expect((await post(`/invoices/${deposit.id}/send`)).status).toBe(200);
    const note = await made(api.admin, '/credit-notes', {
      accountId,
      invoiceId: deposit.id,
      reason: 'No',
    });
    await post(`/credit-notes/${note.id}/issue`);
    await post(`/credit-notes/${note.id}/apply`, { invoiceId: deposit.id, amount: '178.50' });
    expect(await get(`/invoices/${deposit.id}`)).toMatchObject({ balance: '0.00' });
    await told(deposit);
    expect(await get(`/quotes/${id}`)).toMatchObject({ status: 'accepted' });
    const other = await accepted([ONCE], DEPOSIT);
    const first = await newestInvoice();
    expect((await post(`/invoices/${first.id}/cancel`)).status).toBe(200);
    const order = bodyOf<OrderBody>(await post(`/quotes/${other}/convert`));
    expect(await newestInvoice()).toMatchObject({ total: '178.50', salesOrderId: order.id });
  });

  it('has a deposit whose lines nobody changes', async () => {
    await accepted([ONCE], DEPOSIT);
    const { id } = await newestInvoice();
    const more = { description: 'Less', quantity: '1', unitPrice: '0.01', taxRate: '19' };
    expect(refusal(await post(`/invoices/${id}/lines`, more))).toEqual([409, 'invoice_of_order']);
    const other = await newAccount(t, api.company);
    const given = await desk.call('PATCH', `/invoices/${id}`, { body: { accountId: other } });
    expect(refusal(given)).toEqual([409, 'invoice_of_order']);
  });

  it('waits for somebody to convert it where nothing is asked ahead', async () => {
    const before = await newestInvoice();
    const id = await accepted([ONCE], { autoConvert: 'on_deposit_paid' });
    expect(await get(`/quotes/${id}`)).toMatchObject({ status: 'accepted' });
    expect(await newestInvoice()).toMatchObject({ id: before.id });
  });

  it('is paid for all the same where nothing can be made of it', async () => {
    const plan = await aPlan(api.admin, { frequency: 'annually' });
    const yearly = { ...SEATS, productId: String(plan.productId), frequency: 'annually' };
    const id = await accepted([yearly], DEPOSIT);
    // Accepted before lines kept their plans: it is looked for as it is ordered.
    await t.db.write(api.company, (tx) =>
      tx.run(
        `update sales.quote_line set plan_id = null, plan_version_id = null, plan_said = null
         where company_id = $1 and quote_id = $2`,
        [api.company.companyId, id],
      ),
    );
    const gone = await desk.call('PATCH', `/plans/${plan.id}`, { body: { active: false } });
    expect(gone.status).toBe(200);
    const deposit = await newestInvoice();
    await pay(deposit, deposit.total);
    await told(deposit);
    expect(await get(`/quotes/${id}`)).toMatchObject({ status: 'accepted' });
    expect(refusal(await post(`/quotes/${id}/convert`))).toEqual([422, 'order_plan_missing']);
  });
});

describe('what a company says of its quotes', () => {
  afterEach(() => settings({}));

  it('is how they become orders, unless they say otherwise', async () => {
    await settings({ autoConvert: 'on_accept' });
    expect(await get('/settings/quotes')).toMatchObject({
      autoConvert: 'on_accept',
      startOnConvert: false,
    });
    expect(await get(`/quotes/${await accepted([ONCE])}`)).toMatchObject({ status: 'ordered' });
    const id = await accepted([ONCE], { autoConvert: 'manual' });
    expect(await get(`/quotes/${id}`)).toMatchObject({ status: 'accepted' });
  });

  it('lets what recurs begin with the order, once, and end with it', async () => {
    await settings({ startOnConvert: true });
    const id = await accepted([{ ...SEATS, productId }], { termMonths: 12 });
    const order = bodyOf<OrderBody>(await post(`/quotes/${id}/convert`));
    expect(order).toMatchObject({ status: 'pending', startOn: '2026-03-10' });
    const contract = () => get(`/contracts/${order.contractId}`);
    expect(await contract()).toMatchObject({ status: 'active', startDate: '2026-03-10' });
    const filter = JSON.stringify({ field: 'contractId', op: 'eq', value: order.contractId });
    const of = () => get(`/subscriptions?filter=${encodeURIComponent(filter)}`);
    expect(await of()).toMatchObject({ data: [{ status: 'active', startDate: '2026-03-10' }] });
    t.clock.set('2026-03-12T09:00:00.000Z');
    await desk.done(order.id, 'confirm');
    expect(await of()).toMatchObject({
      total: 1,
      data: [{ status: 'active', startDate: '2026-03-10' }],
    });
    await desk.done(order.id, 'cancel', { reason: 'Changed their mind' });
    expect(await of()).toMatchObject({ data: [{ status: 'cancelled' }] });
    t.clock.set(NOW);
    const later = await accepted([{ ...SEATS, productId }], { startOn: '2026-04-01' });
    const other = bodyOf<OrderBody>(await post(`/quotes/${later}/convert`));
    expect(await get(`/contracts/${other.contractId}`)).toMatchObject({ status: 'active' });
  });

  it('is not given up while an invoice of what has begun is live, a draft too', async () => {
    await settings({ startOnConvert: true });
    const customer = await newAccount(t, api.company);
    const own = { accountId: customer, termMonths: 12 };
    const id = await accepted([{ ...SEATS, productId }], own);
    const order = bodyOf<OrderBody>(await post(`/quotes/${id}/convert`));
    await ranOn({ t, api, admin: api.admin }, '2026-03-10');
    const invoice = await newestInvoice(customer);
    expect(invoice).toMatchObject({ status: 'draft', total: '99.00' });
    const reason = { reason: 'Changed their mind' };
    const refused = await desk.operate(order.id, 'cancel', reason);
    expect(refusal(refused)).toEqual([409, 'order_has_invoices']);
    expect(bodyOf<Json>(refused).detail).toContain(invoice.number);
    expect((await post(`/invoices/${invoice.id}/cancel`)).status).toBe(200);
    await desk.done(order.id, 'cancel', reason);
    t.clock.set(NOW);
  });

  it('lets nothing begin under a hard hold before the order is confirmed', async () => {
    await settings({ startOnConvert: true });
    const id = await accepted([{ ...SEATS, productId }]);
    const hold = await made(api.admin, '/credit-holds', {
      accountId,
      strength: 'hard',
      reason: 'manual',
    });
    const order = bodyOf<OrderBody>(await post(`/quotes/${id}/convert`));
    expect(await get(`/contracts/${order.contractId}`)).toMatchObject({ status: 'draft' });
    expect(refusal(await desk.operate(order.id, 'confirm'))).toEqual([422, 'credit_hold_hard']);
    expect((await post(`/credit-holds/${hold.id}/release`, { note: 'Paid' })).status).toBe(200);
    await desk.done(order.id, 'confirm');
    expect(await get(`/contracts/${order.contractId}`)).toMatchObject({ status: 'active' });
  });
});

test('a deposit of a quote that is none of its order is told', async () => {
  const owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
  const violated = async () => {
    const ask = async (text: string) => (await owner.query(text)).rows as never;
    const checked = await checkInvariants(ask, receivablesInvariants);
    const found = checked.flatMap(({ violations }) => violations.map(({ invariant }) => invariant));
    return [...new Set(found)];
  };
  await owner.query('begin');
  expect(await violated()).toEqual([]);
  const { rowCount } = await owner.query(`delete from receivables.order_deposit d
    using receivables.quote_deposit q
    where q.company_id = d.company_id and q.invoice_id = d.invoice_id`);
  expect(rowCount).toBeGreaterThan(0);
  expect(await violated()).toContain('I30d');
  await owner.query('rollback');
  await owner.end();
});
