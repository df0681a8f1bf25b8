import { expectInvariants } from '../../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { bodyOf, memberWith, refusal } from '../../access/members.js';
import { newAccount } from '../../receivables/billing-support.js';
import { GOODS, orderDesk, SERVICE, type OrderBody } from './order-support.js';

interface InvoiceBody {
  readonly id: string;
  readonly status: string;
  readonly total: string;
  readonly balance: string;
  readonly lines: readonly { readonly id: string; readonly net: string }[];
}

let t: TestDatabase;
let api: TestStaffApi;
let accountId: string;
let desk: ReturnType<typeof orderDesk>;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  desk = orderDesk(api.admin);
  accountId = await newAccount(t, api.company);
});
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

/** 1,000.00 + 19 %. */
const WORK = { ...SERVICE, unitPrice: '1000.00' } as const;

const call: TestStaffApi['admin']['call'] = (...args) => api.admin.call(...args);
const post = (path: string, body: object = {}) => call('POST', path, { body });

async function made(path: string, body: object = {}): Promise<InvoiceBody> {
  const answer = await post(path, body);
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return bodyOf<InvoiceBody>(answer);
}

const invoiced = (order: OrderBody, body: object = {}) =>
  made(`/sales-orders/${order.id}/invoice`, body);
const deposited = (order: OrderBody, body: object) =>
  made(`/sales-orders/${order.id}/deposit`, body);

async function paid(invoice: InvoiceBody, amount: string): Promise<void> {
  const body = { amount, currency: 'EUR', method: 'bank_transfer', receivedOn: '2026-03-01' };
  const answer = await post(`/invoices/${invoice.id}/payments`, body);
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
}

const invoiceOf = async ({ id }: InvoiceBody) =>
  bodyOf<InvoiceBody>(await call('GET', `/invoices/${id}`));

describe('an order is invoiced', () => {
  it('by quantities, never more than ordered, and says how far it is paid', async () => {
    const order = await desk.confirmed(accountId, [
      { ...SERVICE, ordered: '3', unitPrice: '33.33' },
    ]);
    const lineId = order.lines[0]?.id;
    const first = await invoiced(order, { lines: [{ lineId, quantity: '1' }] });
    expect(first).toMatchObject({
      status: 'draft',
      salesOrderId: order.id,
      lines: [{ quantity: '1', unitPrice: '33.33', net: '33.33' }],
    });
    const more = await post(`/sales-orders/${order.id}/invoice`, {
      lines: [{ lineId, quantity: '2.000001' }],
    });
    expect(refusal(more)).toEqual([422, 'exceeds_invoiceable']);
    const rest = await invoiced(order);
    expect(rest).toMatchObject({ lines: [{ quantity: '2', net: '66.66' }] });
    const none = await post(`/sales-orders/${order.id}/invoice`);
    expect(refusal(none)).toEqual([409, 'nothing_to_invoice']);
    await paid(first, first.total);
    expect(await desk.read(order.id)).toMatchObject({ paymentStatus: 'partially_paid' });
    await paid(rest, rest.total);
    expect(await desk.read(order.id)).toMatchObject({
      paymentStatus: 'paid',
      invoicedTotal: order.total,
    });
  });

  it('as what came from it: goods once they have left (examples 49 and 50)', async () => {
    const order = await desk.confirmed(accountId, [{ ...GOODS, overDeliveryPercent: '5' }]);
    expect(refusal(await post(`/sales-orders/${order.id}/invoice`))).toEqual([
      409,
      'nothing_to_invoice',
    ]);
    const lineId = order.lines[0]?.id;
    await desk.done(order.id, 'ship', { lines: [{ lineId, quantity: '10.5' }] });
    const invoice = await invoiced(order);
    expect(invoice).toMatchObject({ subtotal: '200.00', lines: [{ quantity: '10' }] });
  });

  it('in full once the rest came back, and is paid by that without any more money', async () => {
    const order = await desk.confirmed(accountId, [GOODS]);
    const lineId = order.lines[0]?.id;
    await desk.done(order.id, 'ship', { lines: [{ lineId, quantity: '10' }] });
    const first = await invoiced(order, { lines: [{ lineId, quantity: '7' }] });
    await paid(first, first.total);
    expect(await desk.read(order.id)).toMatchObject({ paymentStatus: 'partially_paid' });
    const rest = [{ lineId, quantity: '3' }];
    await desk.done(order.id, 'return', { lines: rest, reason: 'Broken' });
    expect(await desk.read(order.id)).toMatchObject({ paymentStatus: 'paid' });
  });

  it('by percentages that close to the cent (example 48)', async () => {
    const line = { ...SERVICE, unitPrice: '100.01', invoicing: 'percent' };
    const order = await desk.confirmed(accountId, [line]);
    const nets: (string | undefined)[] = [];
    for (const percent of ['33.33', '33.33', '33.34']) {
      nets.push((await invoiced(order, { percent })).lines[0]?.net);
    }
    expect(nets).toEqual(['33.33', '33.34', '33.34']);
    const lines = [{ lineId: order.lines[0]?.id, quantity: '1' }];
    const mixed = await post(`/sales-orders/${order.id}/invoice`, { lines });
    expect(refusal(mixed)).toEqual([422, 'mixed_invoicing']);
  });

  it('by milestones once they are reached', async () => {
    const stages = [
      { name: 'Start', percent: '30' },
      { name: 'Launch', percent: '70' },
    ];
    const order = await desk.confirmed(accountId, [{ ...WORK, invoicing: 'milestone', stages }]);
    const at = `/sales-orders/${order.id}`;
    expect(refusal(await post(`${at}/invoice`))).toEqual([409, 'nothing_to_invoice']);
    const reach = (name: string) => post(`${at}/lines/${order.lines[0]?.id}/reach`, { name });
    expect(await reach('Start')).toMatchObject({ status: 200 });
    expect(refusal(await reach('Start'))).toEqual([409, 'milestone_reached']);
    expect(refusal(await reach('End'))).toEqual([422, 'validation_failed']);
    expect(await invoiced(order)).toMatchObject({ subtotal: '300.00' });
    await reach('Launch');
    expect(await invoiced(order)).toMatchObject({ subtotal: '700.00' });
  });

  it('with its discounts, on lines and on the whole, to the cent', async () => {
    const order = await desk.confirmed(
      accountId,
      [{ ...SERVICE, ordered: '3', unitPrice: '9.99', discount: { percent: '7' } }, WORK],
      { discount: { amount: '10.01' } },
    );
    const lineId = order.lines[0]?.id;
    const part = await invoiced(order, { lines: [{ lineId, quantity: '1' }] });
    const rest = await invoiced(order);
    const sum = [part, rest].reduce((all, { total }) => all + Math.round(Number(total) * 100), 0);
    expect(Math.abs(sum - Math.round(Number(order.total) * 100))).toBeLessThanOrEqual(1);
    const after = bodyOf<{ invoicedTotal: string }>(await call('GET', `/sales-orders/${order.id}`));
    expect(after.invoicedTotal).toBe(order.total);
  });

  it('once, also when two ask for the same rest at once', async () => {
    const order = await desk.confirmed(accountId, [WORK]);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => post(`/sales-orders/${order.id}/invoice`)),
    );
    const told = answers.map(({ status }) => status).sort();
    expect(told).toEqual([201, 409, 409, 409]);
  });

  it('again, after its invoice was cancelled, voided or credited back', async () => {
    const order = await desk.confirmed(accountId, [WORK]);
    const draft = await invoiced(order);
    await post(`/invoices/${draft.id}/cancel`);
    const sent = await invoiced(order);
    await post(`/invoices/${sent.id}/send`);
    expect(await post(`/invoices/${sent.id}/void`, { reason: 'Wrong' })).toMatchObject({
      status: 200,
    });
    const credited = await invoiced(order);
    await post(`/invoices/${credited.id}/send`);
    const note = await post('/credit-notes', {
      accountId,
      invoiceId: credited.id,
      reason: 'Invoiced too early',
      reopenOrder: true,
    });
    const { id } = bodyOf<{ id: string }>(note);
    expect(await post(`/credit-notes/${id}/issue`)).toMatchObject({ status: 200 });
    const voided = await post(`/credit-notes/${id}/void`, { reason: 'No' });
    expect(refusal(voided)).toEqual([409, 'credit_note_reopened_order']);
    expect(await invoiced(order)).toMatchObject({ subtotal: '1000.00' });
  });

  it('again only for what was credited of it', async () => {
    const order = await desk.confirmed(accountId, [{ ...GOODS, invoicing: 'on_order' }]);
    const invoice = await invoiced(order);
    await post(`/invoices/${invoice.id}/send`);
    const cent = {
      invoiceLineId: invoice.lines[0]?.id,
      description: 'A cent each',
      quantity: '10',
      unitPrice: '0.01',
    };
    const note = await post('/credit-notes', {
      accountId,
      invoiceId: invoice.id,
      reason: 'A trick',
      reopenOrder: true,
      lines: [cent],
    });
    expect([note.status, note.body]).toEqual([201, expect.anything()]);
    await post(`/credit-notes/${bodyOf<{ id: string }>(note).id}/issue`);
    expect(await invoiced(order)).toMatchObject({ subtotal: '0.10' });
  });

  it('as it was ordered: its lines stay, others may be added', async () => {
    const order = await desk.confirmed(accountId, [WORK]);
    const invoice = await invoiced(order);
    const at = `/invoices/${invoice.id}`;
    const line = `${at}/lines/${invoice.lines[0]?.id}`;
    const cheaper = await call('PATCH', line, { body: { unitPrice: '1.00' } });
    expect(refusal(cheaper)).toEqual([409, 'invoice_of_order']);
    expect(refusal(await call('DELETE', line))).toEqual([409, 'invoice_of_order']);
    const other = await call('PATCH', at, { body: { salesOrderId: null } });
    expect(refusal(other)).toEqual([409, 'invoice_of_order']);
    const said = await call('PATCH', line, { body: { description: 'As agreed' } });
    expect(said).toMatchObject({ status: 200, body: { total: '1190.00' } });
    const more = { description: 'Freight', quantity: '1', unitPrice: '10.00', taxRate: '19' };
    expect(await post(`${at}/lines`, more)).toMatchObject({ status: 201 });
  });

  it('not before it binds, and not by who may not make invoices', async () => {
    const order = await desk.write(accountId, [WORK]);
    expect(refusal(await post(`/sales-orders/${order.id}/invoice`))).toEqual([
      409,
      'order_not_confirmed',
    ]);
    const seller = await memberWith(api, { matrix: { 'sales-orders': ['view', 'update'] } });
    const asked = await seller.call('POST', `/sales-orders/${order.id}/invoice`, { body: {} });
    expect(refusal(asked)).toEqual([403, 'permission_denied']);
  });
});

describe('a deposit', () => {
  it('is exact, and deducted from the invoice with its very tax (example 44)', async () => {
    const order = await desk.confirmed(accountId, [WORK]);
    const deposit = await deposited(order, { percent: '30' });
    expect(deposit).toMatchObject({ total: '357.00', subtotal: '300.00', taxTotal: '57.00' });
    await post(`/invoices/${deposit.id}/send`);
    await paid(deposit, '357.00');
    expect(await desk.read(order.id)).toMatchObject({ paymentStatus: 'partially_paid' });
    const final = await invoiced(order);
    expect(final).toMatchObject({ total: '1190.00', creditedAmount: '357.00', balance: '833.00' });
    const sent = await post(`/invoices/${final.id}/send`);
    expect(sent).toMatchObject({ status: 200, body: { status: 'partially_paid' } });
    expect(refusal(await post(`/invoices/${final.id}/send`))).toEqual([
      409,
      'invoice_status_conflict',
    ]);
    await paid(final, '833.00');
    expect(await desk.read(order.id)).toMatchObject({ paymentStatus: 'paid' });
  });

  it('of 100.00 is 100.00, spread over the rates of the order (examples 45 and 46)', async () => {
    const order = await desk.confirmed(accountId, [
      WORK,
      { ...WORK, unitPrice: '500.00', taxRate: '7' },
    ]);
    const deposit = await deposited(order, { amount: '100.00' });
    expect(deposit).toMatchObject({
      total: '100.00',
      lines: [
        { total: '68.99', net: '57.97', tax: '11.02' },
        { total: '31.01', net: '28.98', tax: '2.03' },
      ],
    });
    const dutch = await desk.confirmed(accountId, [{ ...WORK, taxRate: '21' }]);
    expect(await deposited(dutch, { amount: '100.00' })).toMatchObject({
      total: '100.00',
      subtotal: '82.64',
      taxTotal: '17.36',
    });
  });

  it('that is paid in part settles itself first (example 47)', async () => {
    const order = await desk.confirmed(accountId, [WORK]);
    const deposit = await deposited(order, { percent: '30' });
    await post(`/invoices/${deposit.id}/send`);
    await paid(deposit, '100.00');
    const final = await invoiced(order);
    expect(final).toMatchObject({ total: '1190.00', balance: '1090.00' });
    expect(await invoiceOf(deposit)).toMatchObject({ status: 'paid', balance: '0.00' });
  });

  it('is deducted as far as it fits, or by what the invoice is of the order', async () => {
    const order = await desk.confirmed(accountId, [{ ...WORK, ordered: '2', unitPrice: '500.00' }]);
    const deposit = await deposited(order, { percent: '30' });
    await post(`/invoices/${deposit.id}/send`);
    await paid(deposit, '357.00');
    const lines = [{ lineId: order.lines[0]?.id, quantity: '1' }];
    const half = await invoiced(order, { lines, deduct: 'proportional' });
    expect(half).toMatchObject({ total: '595.00', balance: '416.50' });
    expect(await invoiced(order, { deduct: 'proportional' })).toMatchObject({ balance: '416.50' });
  });

  it('nobody was sent is cancelled, and all of them stay within the order', async () => {
    const order = await desk.confirmed(accountId, [WORK]);
    const deposit = await deposited(order, { amount: '190.00' });
    const above = await post(`/sales-orders/${order.id}/deposit`, { amount: '1000.01' });
    expect(refusal(above)).toEqual([422, 'deposit_exceeds_order']);
    expect(refusal(await post(`/sales-orders/${order.id}/deposit`))).toEqual([
      422,
      'validation_failed',
    ]);
    expect(await invoiced(order)).toMatchObject({ balance: '1190.00' });
    expect(await invoiceOf(deposit)).toMatchObject({ status: 'cancelled' });
  });

  it('of an order that is cancelled stays on account', async () => {
    const order = await desk.confirmed(accountId, [WORK]);
    const deposit = await deposited(order, { percent: '30' });
    await post(`/invoices/${deposit.id}/send`);
    await paid(deposit, '357.00');
    await desk.done(order.id, 'cancel', { reason: 'Changed their mind' });
    const filter = JSON.stringify({ field: 'invoiceId', op: 'eq', value: deposit.id });
    const notes = await call('GET', `/credit-notes?filter=${encodeURIComponent(filter)}`);
    expect(notes.body).toMatchObject({ data: [{ total: '357.00', remaining: '357.00' }] });
  });

  it('is asked for what is not invoiced yet, and not beside it', async () => {
    const order = await desk.confirmed(accountId, [{ ...WORK, ordered: '2', unitPrice: '500.00' }]);
    const lines = [{ lineId: order.lines[0]?.id, quantity: '1' }];
    await invoiced(order, { lines });
    const above = await post(`/sales-orders/${order.id}/deposit`, { amount: '595.01' });
    expect(refusal(above)).toEqual([422, 'deposit_exceeds_order']);
    expect(await deposited(order, { amount: '595.00' })).toMatchObject({ total: '595.00' });
  });

  it('stays what was deducted, also when its payment goes back', async () => {
    const order = await desk.confirmed(accountId, [{ ...WORK, ordered: '2', unitPrice: '500.00' }]);
    const deposit = await deposited(order, { percent: '30' });
    await paid(deposit, '357.00');
    const lines = [{ lineId: order.lines[0]?.id, quantity: '1' }];
    expect(await invoiced(order, { lines })).toMatchObject({ balance: '238.00' });
    const payments = await call('GET', `/invoices/${deposit.id}/payments`);
    const [payment] = bodyOf<{ data: { id: string }[] }>(payments).data;
    const refunded = await post(`/payments/${payment?.id}/refund`, { reason: 'Bounced' });
    expect(refunded.status).toBe(200);
    expect(await invoiced(order)).toMatchObject({ balance: '595.00' });
    expect(await invoiceOf(deposit)).toMatchObject({ status: 'draft', balance: '357.00' });
  });

  it('above what the order became stays on account', async () => {
    const onAccount = async ({ id }: InvoiceBody) => {
      const filter = JSON.stringify({ field: 'invoiceId', op: 'eq', value: id });
      const found = await call('GET', `/credit-notes?filter=${encodeURIComponent(filter)}`);
      return bodyOf<{ data: { remaining: string }[] }>(found).data.map((each) => each.remaining);
    };
    const paidAhead = async () => {
      const order = await desk.confirmed(accountId, [{ ...GOODS, taxRate: '0' }]);
      const deposit = await deposited(order, { percent: '100' });
      await post(`/invoices/${deposit.id}/send`);
      await paid(deposit, '200.00');
      return { order, deposit, lineId: order.lines[0]?.id };
    };
    const short = await paidAhead();
    const five = { lines: [{ lineId: short.lineId, quantity: '5' }] };
    await desk.done(short.order.id, 'ship', five);
    expect(await invoiced(short.order)).toMatchObject({ balance: '0.00' });
    await desk.done(short.order.id, 'close-short', { reason: 'Sold out' });
    expect((await onAccount(short.deposit)).sort()).toEqual(['0.00', '100.00']);
    const less = await paidAhead();
    const amended = { lines: [{ lineId: less.lineId, ordered: '3' }], reason: 'Fewer' };
    await desk.done(less.order.id, 'amend', amended);
    await desk.done(less.order.id, 'ship');
    expect(await invoiced(less.order)).toMatchObject({ total: '60.00', balance: '0.00' });
    expect(await onAccount(less.deposit)).toEqual(['140.00']);
  });
});
