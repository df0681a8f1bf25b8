import { expectInvariants } from '../../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { bodyOf, memberWith, refusal } from '../../access/members.js';
import { newAccount } from '../../receivables/billing-support.js';
import { GOODS, orderDesk, orderMoneyDesk, SERVICE, WORK } from './order-support.js';

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

describe('an order is invoiced', () => {
  it('by quantities, never more than ordered, and says how far it is paid', async () => {
    const order = await desk.confirmed(accountId, [
      { ...SERVICE, ordered: '3', unitPrice: '33.33' },
    ]);
    const lineId = order.lines[0]?.id;
    const first = await money.invoiced(order, { lines: [{ lineId, quantity: '1' }] });
    expect(first).toMatchObject({
      status: 'draft',
      salesOrderId: order.id,
      lines: [{ quantity: '1', unitPrice: '33.33', net: '33.33' }],
    });
    const more = await money.post(`/sales-orders/${order.id}/invoice`, {
      lines: [{ lineId, quantity: '2.000001' }],
    });
    expect(refusal(more)).toEqual([422, 'exceeds_invoiceable']);
    for (const body of [{ all: true, percent: '10' }, { all: false }]) {
      const refused = await money.post(`/sales-orders/${order.id}/invoice`, body);
      expect(refusal(refused)).toEqual([422, 'validation_failed']);
    }
    const rest = await money.invoiced(order, { all: true });
    expect(rest).toMatchObject({ lines: [{ quantity: '2', net: '66.66' }] });
    const none = await money.post(`/sales-orders/${order.id}/invoice`);
    expect(refusal(none)).toEqual([409, 'nothing_to_invoice']);
    await money.paid(first, first.total);
    expect(await desk.read(order.id)).toMatchObject({ paymentStatus: 'partially_paid' });
    await money.paid(rest, rest.total);
    expect(await desk.read(order.id)).toMatchObject({
      paymentStatus: 'paid',
      invoicedTotal: order.total,
    });
  });

  it('as what came from it: goods once they have left (examples 49 and 50)', async () => {
    const planned = { deliveryDate: '2020-01-01' };
    const goods = { ...GOODS, overDeliveryPercent: '5' };
    const order = await desk.confirmed(accountId, [goods], planned);
    expect(refusal(await money.post(`/sales-orders/${order.id}/invoice`))).toEqual([
      409,
      'nothing_to_invoice',
    ]);
    const lineId = order.lines[0]?.id;
    const lines = [{ lineId, quantity: '10.5' }];
    await desk.done(order.id, 'ship', { lines, shippedOn: '2020-01-03' });
    const invoice = await money.invoiced(order);
    expect(invoice).toMatchObject({ subtotal: '200.00', lines: [{ quantity: '10' }] });
    expect(invoice).toMatchObject({ deliveryDate: '2020-01-03' });
  });

  it('by shares and deposits in the words of whom it is for', async () => {
    const account = await desk.call('POST', '/accounts', {
      body: { name: 'Muster GmbH', language: 'de' },
    });
    const { id: german } = bodyOf<{ id: string }>(account);
    const order = await desk.confirmed(german, [{ ...WORK, unitPrice: '100.01' }]);
    const deposit = bodyOf<{ lines: object[] }>(
      await money.post(`/sales-orders/${order.id}/deposit`, { amount: '10.00' }),
    );
    expect(deposit.lines).toMatchObject([{ description: `Anzahlung auf Auftrag ${order.number}` }]);
    const shared = await money.invoiced(order, { percent: '33.33' });
    expect(shared.lines).toMatchObject([{ description: 'Install (33,33\u00a0%)', net: '33.33' }]);
  });

  it('at the price of what is left of it, tax included, and is printed so', async () => {
    const line = { ...SERVICE, ordered: '2', unitPrice: '10.00' };
    const order = await desk.confirmed(accountId, [line], { pricesIncludeTax: true });
    expect(order).toMatchObject({ total: '20.00' });
    const less = { lines: [{ lineId: order.lines[0]?.id, quantity: '1' }], reason: 'Less' };
    await desk.done(order.id, 'close-short', less);
    expect(await desk.read(order.id)).toMatchObject({ value: '10.00' });
    expect(await money.invoiced(order)).toMatchObject({ subtotal: '8.40', total: '10.00' });
    const page = await desk.call('GET', `/sales-orders/${order.id}/print`);
    const text = String(page.body).replace(/<[^>]*>/g, ' ');
    expect(text).toContain('8.41');
    expect(text).not.toContain('16.81');
  });

  it('in full once the rest came back, and is paid by that without any more money', async () => {
    const order = await desk.confirmed(accountId, [GOODS]);
    const lineId = order.lines[0]?.id;
    await desk.done(order.id, 'ship', { lines: [{ lineId, quantity: '10' }] });
    const first = await money.invoiced(order, { lines: [{ lineId, quantity: '7' }] });
    await money.paid(first, first.total);
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
      nets.push((await money.invoiced(order, { percent })).lines[0]?.net);
    }
    expect(nets).toEqual(['33.33', '33.34', '33.34']);
    const lines = [{ lineId: order.lines[0]?.id, quantity: '1' }];
    const mixed = await money.post(`/sales-orders/${order.id}/invoice`, { lines });
    expect(refusal(mixed)).toEqual([422, 'mixed_invoicing']);
  });

  it('by milestones once they are reached', async () => {
    const stages = [
      { name: 'Start', percent: '30' },
      { name: 'Launch', percent: '70' },
    ];
    const order = await desk.confirmed(accountId, [{ ...WORK, invoicing: 'milestone', stages }]);
    const at = `/sales-orders/${order.id}`;
    expect(refusal(await money.post(`${at}/invoice`))).toEqual([409, 'nothing_to_invoice']);
    const reach = (name: string) => money.post(`${at}/lines/${order.lines[0]?.id}/reach`, { name });
    expect(await reach('Start')).toMatchObject({ status: 200 });
    expect(refusal(await reach('Start'))).toEqual([409, 'milestone_reached']);
    expect(refusal(await reach('End'))).toEqual([422, 'reference_not_found']);
    expect(await money.invoiced(order)).toMatchObject({ subtotal: '300.00' });
    await reach('Launch');
    expect(await money.invoiced(order)).toMatchObject({ subtotal: '700.00' });
  });

  it('with its discounts, on lines and on the whole, to the cent', async () => {
    const order = await desk.confirmed(
      accountId,
      [{ ...SERVICE, ordered: '3', unitPrice: '9.99', discount: { percent: '7' } }, WORK],
      { discount: { amount: '10.01' } },
    );
    const lineId = order.lines[0]?.id;
    const part = await money.invoiced(order, { lines: [{ lineId, quantity: '1' }] });
    const rest = await money.invoiced(order);
    const sum = [part, rest].reduce((all, { total }) => all + Math.round(Number(total) * 100), 0);
    expect(Math.abs(sum - Math.round(Number(order.total) * 100))).toBeLessThanOrEqual(1);
    const after = bodyOf<{ invoicedTotal: string }>(
      await money.call('GET', `/sales-orders/${order.id}`),
    );
    expect(after.invoicedTotal).toBe(order.total);
  });

  it('once, also when two ask for the same rest at once', async () => {
    const order = await desk.confirmed(accountId, [WORK]);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => money.post(`/sales-orders/${order.id}/invoice`)),
    );
    const told = answers.map(({ status }) => status).sort();
    expect(told).toEqual([201, 409, 409, 409]);
  });

  it('again, after its invoice was cancelled, voided or credited back', async () => {
    const order = await desk.confirmed(accountId, [WORK]);
    const draft = await money.invoiced(order);
    await money.post(`/invoices/${draft.id}/cancel`);
    const sent = await money.invoiced(order);
    await money.post(`/invoices/${sent.id}/send`);
    expect(await money.post(`/invoices/${sent.id}/void`, { reason: 'Wrong' })).toMatchObject({
      status: 200,
    });
    const credited = await money.invoiced(order);
    await money.post(`/invoices/${credited.id}/send`);
    const note = await money.post('/credit-notes', {
      accountId,
      invoiceId: credited.id,
      reason: 'Invoiced too early',
      reopenOrder: true,
    });
    const { id } = bodyOf<{ id: string }>(note);
    expect(await money.post(`/credit-notes/${id}/issue`)).toMatchObject({ status: 200 });
    const voided = await money.post(`/credit-notes/${id}/void`, { reason: 'No' });
    expect(refusal(voided)).toEqual([409, 'credit_note_reopened_order']);
    expect(await money.invoiced(order)).toMatchObject({ subtotal: '1000.00' });
  });

  it('again only for what was credited of it', async () => {
    const order = await desk.confirmed(accountId, [{ ...GOODS, invoicing: 'on_order' }]);
    const invoice = await money.invoiced(order);
    await money.post(`/invoices/${invoice.id}/send`);
    const cent = {
      invoiceLineId: invoice.lines[0]?.id,
      description: 'A cent each',
      quantity: '10',
      unitPrice: '0.01',
    };
    const note = await money.post('/credit-notes', {
      accountId,
      invoiceId: invoice.id,
      reason: 'A trick',
      reopenOrder: true,
      lines: [cent],
    });
    expect([note.status, note.body]).toEqual([201, expect.anything()]);
    await money.post(`/credit-notes/${bodyOf<{ id: string }>(note).id}/issue`);
    expect(await money.invoiced(order)).toMatchObject({ subtotal: '0.10' });
  });

  it('as it was ordered: its lines stay, others may be added', async () => {
    const order = await desk.confirmed(accountId, [WORK]);
    const invoice = await money.invoiced(order);
    const at = `/invoices/${invoice.id}`;
    const line = `${at}/lines/${invoice.lines[0]?.id}`;
    const cheaper = await money.call('PATCH', line, { body: { unitPrice: '1.00' } });
    expect(refusal(cheaper)).toEqual([409, 'invoice_of_order']);
    expect(refusal(await money.call('DELETE', line))).toEqual([409, 'invoice_of_order']);
    const other = await money.call('PATCH', at, { body: { salesOrderId: null } });
    expect(refusal(other)).toEqual([409, 'invoice_of_order']);
    const said = await money.call('PATCH', line, { body: { description: 'As agreed' } });
    expect(said).toMatchObject({ status: 200, body: { total: '1190.00' } });
    const more = { description: 'Freight', quantity: '1', unitPrice: '10.00', taxRate: '19' };
    expect(await money.post(`${at}/lines`, more)).toMatchObject({ status: 201 });
  });

  it('to its value to the minor unit where prices include tax and some was given up', async () => {
    const line = { ...SERVICE, ordered: '3', unitPrice: '0.016667', invoicing: 'percent' };
    const included = { pricesIncludeTax: true };
    const order = await desk.confirmed(accountId, [{ ...line, taxRate: '25' }], included);
    await desk.done(order.id, 'close-short', {
      lines: [{ lineId: order.lines[0]?.id, quantity: '1' }],
      reason: 'Less is enough',
    });
    await money.invoiced(order, { percent: '50' });
    await money.invoiced(order, { percent: '50' });
    const { value, invoicedTotal } = await desk.read(order.id);
    expect(invoicedTotal).toBe(value);
  });

  it('by milestones that are all of the line', async () => {
    const milestone = (stages: object[]) => ({ ...WORK, invoicing: 'milestone', stages });
    const body = (stages: object[]) => {
      return { accountId, currency: 'EUR', lines: [milestone(stages)] };
    };
    const half = { name: 'Half', percent: '50' };
    const short = await money.post(
      '/sales-orders',
      body([half, { name: 'Rest', percent: '49.999999' }]),
    );
    expect(refusal(short)).toEqual([422, 'validation_failed']);
    const mixed = await money.post('/sales-orders', body([half, { name: 'Rest', amount: '1.00' }]));
    expect(mixed.status).toBe(201);
    // WORK is worth 1000.00: what is above would be invoiced by no milestone.
    const rest = (amount: string) => body([half, { name: 'Rest', amount }]);
    expect((await money.post('/sales-orders', rest('500.00'))).status).toBe(201);
    expect(await money.post('/sales-orders', rest('500.01'))).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/lines/0/stages', code: 'sum' }] },
    });
    const { id, lines } = bodyOf<{ id: string; lines: { id: string }[] }>(mixed);
    const cheaper = { body: { unitPrice: '1.00' } };
    const line = `/sales-orders/${id}/lines/${lines[0]?.id}`;
    expect(await money.call('PATCH', line, cheaper)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/stages', code: 'sum' }] },
    });
  });

  it('at the tax of its day, and says what that is beside what was agreed', async () => {
    const boss = await api.newAdmin(await t.newCompany());
    const made = async (path: string, body: object) => {
      const answer = await boss.call('POST', path, { body });
      expect([path, answer.status]).toEqual([path, 201]);
      return bodyOf<{ id: string }>(answer);
    };
    const address = { line1: 'Hauptstr. 1', city: 'Berlin', postalCode: '10115', country: 'DE' };
    await boss.call('PATCH', '/company', { body: { address } });
    await made('/tax/codes', { code: 'standard', name: 'Standard', isDefault: true });
    const place = { level: 'country', code: 'DE', name: 'Germany', parentId: null };
    const { id: jurisdictionId } = await made('/tax/jurisdictions', place);
    const rate = { jurisdictionId, taxCode: 'standard', kind: 'vat' };
    const old = { rate: '19', validFrom: '2021-01-01', validTo: '2026-01-31' };
    await made('/tax/rates', { ...rate, ...old });
    await made('/tax/rates', { ...rate, rate: '21', validFrom: '2026-02-01' });
    const { id: customer } = await made('/accounts', {
      name: 'Customer',
      billingAddress: address,
    });
    const [own, bills] = [orderDesk(boss), orderMoneyDesk(boss)];
    const lines = [{ description: 'Work', ordered: '3', unitPrice: '100.00' }];
    const order = await own.confirmed(customer, lines, { issueDate: '2026-01-10' });
    expect(order).toMatchObject({ total: '357.00', taxDifference: '0.00' });
    const parts = { lines: [{ lineId: order.lines[0]?.id, quantity: '1' }] };
    const then = await bills.invoiced(order, { ...parts, issueDate: '2026-01-20' });
    expect(await own.read(order.id)).toMatchObject({ taxDifference: '0.00' });
    const later = await bills.invoiced(order, { issueDate: '2026-02-10' });
    expect([then.total, later.total]).toEqual(['119.00', '242.00']);
    expect(await own.read(order.id)).toMatchObject({
      taxDifference: '4.00',
      invoicedTotal: '357.00',
    });
    await boss.call('POST', `/invoices/${later.id}/cancel`);
    expect(await own.read(order.id)).toMatchObject({ taxDifference: '0.00' });
  });

  it('on a day that a due date can be counted from', async () => {
    const order = await desk.confirmed(accountId, [WORK]);
    for (const issueDate of ['0001-01-01', '1899-12-31', '9000-01-01', '9999-12-31']) {
      const asked = await money.post(`/sales-orders/${order.id}/invoice`, { issueDate });
      expect(refusal(asked)).toEqual([422, 'validation_failed']);
    }
    expect(
      (await money.post(`/sales-orders/${order.id}/invoice`, { issueDate: '1900-01-01' })).status,
    ).toBe(201);
  });

  it('not before it binds, and not by who may not make invoices', async () => {
    const order = await desk.write(accountId, [WORK]);
    expect(refusal(await money.post(`/sales-orders/${order.id}/invoice`))).toEqual([
      409,
      'order_not_confirmed',
    ]);
    const seller = await memberWith(api, { matrix: { 'sales-orders': ['view', 'update'] } });
    const asked = await seller.call('POST', `/sales-orders/${order.id}/invoice`, { body: {} });
    expect(refusal(asked)).toEqual([403, 'permission_denied']);
  });
});
