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
const LOYALTY = { kind: 'allowance', reason: 'Loyalty', percent: '10' };
const FREIGHT = { kind: 'charge', reason: 'Freight', amount: '7.00' };
const chairs = (over: object = {}) => ({
  description: 'Chair',
  quantity: '3',
  unitPrice: '33.33',
  taxRate: '19',
  invoicing: 'on_order',
  ...over,
});

interface Line {
  readonly id: string;
  readonly kind: string;
  readonly net: string;
  readonly value: string;
  readonly adjustment: string | null;
  readonly adjustmentBase: string | null;
}
interface Document {
  readonly id: string;
  readonly subtotal: string;
  readonly taxTotal: string;
  readonly total: string;
  readonly lines: readonly Line[];
}

async function quoted(lines: readonly object[], over: object = {}): Promise<Document> {
  const body = { accountId, currency: 'EUR', lines, adjustments: [LOYALTY, FREIGHT], ...over };
  const made = await post('/quotes', body);
  expect([made.status, made.body]).toEqual([201, expect.anything()]);
  return bodyOf<Document>(made);
}

async function ordered(quote: Document, accepted: object = {}): Promise<OrderBody & Document> {
  for (const operation of ['submit', 'approve', 'send']) {
    expect((await post(`/quotes/${quote.id}/${operation}`)).status).toBe(200);
  }
  const said = { name: 'Bo Buyer', evidence: 'A letter', ...accepted };
  const answer = await post(`/quotes/${quote.id}/accept`, said);
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  const converted = await post(`/quotes/${quote.id}/convert`);
  expect([converted.status, converted.body]).toEqual([200, expect.anything()]);
  return desk.done(bodyOf<OrderBody>(converted).id, 'confirm') as never;
}

const netsOf = ({ lines }: Document) => lines.map(({ net }) => net);
const sum = (amounts: readonly string[]) =>
  amounts.reduce((all, each) => all + Math.round(Number(each) * 100), 0);

describe('allowances and charges of a whole quote', () => {
  it('are priced with its lines and go over to the order and each of its invoices', async () => {
    const quote = await quoted([chairs()]);
    // 99.99 − 10.00 + 7.00 = 96.99; 19 % of that is 18.43.
    expect([netsOf(quote), quote.subtotal, quote.taxTotal]).toEqual([
      ['99.99', '-10.00', '7.00'],
      '96.99',
      '18.43',
    ]);
    const order = await ordered(quote);
    expect([netsOf(order), order.total]).toEqual([netsOf(quote), quote.total]);
    const lineId = order.lines[0]?.id;
    const parts: Document[] = [];
    for (const quantity of ['1', '1', '1']) {
      parts.push((await money.invoiced(order, { lines: [{ lineId, quantity }] })) as never);
    }
    expect(parts.map(netsOf)).toEqual([
      ['33.33', '-3.33', '2.33'],
      ['33.33', '-3.34', '2.34'],
      ['33.33', '-3.33', '2.33'],
    ]);
    expect(parts.map(({ lines }) => lines[1]?.adjustment)).toEqual([
      'allowance',
      'allowance',
      'allowance',
    ]);
    expect(sum(parts.map(({ subtotal }) => subtotal))).toBe(9699);
    const left = await desk.call('POST', `/sales-orders/${order.id}/invoice`, {
      body: { all: true },
    });
    expect(left.body).toMatchObject({ code: 'nothing_to_invoice' });
  });

  it('are given back with an invoice that is cancelled, and asked for once', async () => {
    const order = await ordered(await quoted([chairs()]));
    const lineId = order.lines[0]?.id;
    const one = { lines: [{ lineId, quantity: '1' }] };
    const first: Document = (await money.invoiced(order, one)) as never;
    expect((await post(`/invoices/${first.id}/cancel`)).status).toBe(200);
    const all: Document = (await money.invoiced(order, { all: true })) as never;
    expect(netsOf(all)).toEqual(['99.99', '-10.00', '7.00']);
  });

  it('go with what is left once the rest is closed short', async () => {
    const order = await ordered(await quoted([chairs({ invoicing: 'on_delivery' })]));
    const lineId = order.lines[0]?.id;
    const shipped = await post(`/sales-orders/${order.id}/ship`, {
      lines: [{ lineId, quantity: '2' }],
    });
    expect([shipped.status, shipped.body]).toEqual([200, expect.anything()]);
    const invoice: Document = (await money.invoiced(order, { all: true })) as never;
    expect(netsOf(invoice)).toEqual(['66.66', '-6.67', '4.67']);
    const closed = await post(`/sales-orders/${order.id}/close-short`, { reason: 'Sold out' });
    expect([closed.status, closed.body]).toEqual([200, expect.anything()]);
    const { lines, value } = bodyOf<Document & { value: string }>(closed);
    expect(lines.map((line) => line.value)).toEqual(['66.66', '-6.67', '4.67']);
    expect(value).toBe(invoice.total);
  });

  it('follow what is chosen, and take no more off than that comes to', async () => {
    const option = chairs({ description: 'Stool', optional: true, selected: true });
    const fixed = { kind: 'allowance', reason: 'Trade-in', amount: '150.00' };
    const quote = await quoted([chairs(), option], { adjustments: [fixed] });
    for (const operation of ['submit', 'approve', 'send'])
      await post(`/quotes/${quote.id}/${operation}`);
    const said = { name: 'Bo Buyer', evidence: 'A letter', selections: [] };
    const refused = await post(`/quotes/${quote.id}/accept`, said);
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { code: 'selection_invalid', errors: [{ pointer: '/selections' }] },
    ]);
    const other = await quoted([chairs(), option]);
    expect(netsOf(other)).toEqual(['99.99', '99.99', '-20.00', '7.00']);
    const order = await ordered(other, { selections: [] });
    expect(netsOf(order)).toEqual(['99.99', '-10.00', '7.00']);
    expect(order.lines[1]?.adjustmentBase).toBe('99.99');
  });

  it('are refused where they are of nothing, of more than all, or sent as lines', async () => {
    const yearly = chairs({ kind: 'recurring', frequency: 'annually', invoicing: null });
    const much = [{ kind: 'allowance', reason: 'All', amount: '100.00' }];
    const cases: readonly (readonly [object, string])[] = [
      [{ lines: [yearly] }, '/adjustments'],
      [{ lines: [chairs()], adjustments: much }, '/adjustments'],
      [
        { lines: [chairs()], adjustments: [{ ...LOYALTY, taxRate: '7' }] },
        '/adjustments/0/percent',
      ],
      [{ lines: [{ kind: 'adjustment', description: 'Off' }] }, '/lines/0/kind'],
      [{ lines: [{ kind: 'note', description: 'Off', quantity: '-1' }] }, '/lines/0/quantity'],
    ];
    for (const [over, pointer] of cases) {
      const body = { accountId, currency: 'EUR', adjustments: [LOYALTY], ...over };
      const refused = await post('/quotes', body);
      expect([pointer, refused.status, refused.body]).toEqual([
        pointer,
        422,
        expect.objectContaining({ errors: [expect.objectContaining({ pointer })] }),
      ]);
    }
    const { id, lines } = await quoted([chairs()]);
    const line = await desk.call('PATCH', `/quotes/${id}/lines/${lines[1]?.id}`, {
      body: { quantity: '2' },
    });
    expect([line.status, line.body]).toMatchObject([422, { errors: [{ code: 'adjustment' }] }]);
    const added = await post(`/quotes/${id}/lines`, chairs({ description: 'Stool' }));
    expect(netsOf(bodyOf<Document>(added))).toEqual(['99.99', '99.99', '-20.00', '7.00']);
    const cleared = await desk.call('PATCH', `/quotes/${id}`, { body: { adjustments: null } });
    expect(netsOf(bodyOf<Document>(cleared))).toEqual(['99.99', '99.99']);
  });

  it('stay with an invoice whose other lines change, beside its own', async () => {
    const order = await ordered(await quoted([chairs()]));
    const invoice: Document = (await money.invoiced(order, { all: true })) as never;
    const stool = { description: 'Stool', quantity: '1', unitPrice: '10.00', taxRate: '19' };
    const added = await post(`/invoices/${invoice.id}/lines`, stool);
    expect(netsOf(bodyOf<Document>(added))).toEqual(['99.99', '10.00', '-10.00', '7.00']);
    const own = [{ kind: 'charge', reason: 'Packing', amount: '1.00' }];
    for (const [adjustments, more] of [
      [own, ['1.00']],
      [null, []],
    ] as const) {
      const said = await desk.call('PATCH', `/invoices/${invoice.id}`, { body: { adjustments } });
      expect(netsOf(bodyOf<Document>(said))).toEqual(['99.99', '10.00', '-10.00', '7.00', ...more]);
    }
    const loyalty = bodyOf<Document>(added).lines[2]?.id;
    const removed = await desk.call('DELETE', `/invoices/${invoice.id}/lines/${loyalty}`);
    expect([removed.status, removed.body]).toMatchObject([
      422,
      { errors: [{ code: 'adjustment' }] },
    ]);
  });

  it('come back with what a note credits of them, and are amended with the lines', async () => {
    const order = await ordered(await quoted([chairs()]));
    const lineId = order.lines[0]?.id;
    const amended = await post(`/sales-orders/${order.id}/amend`, {
      reason: 'Four',
      lines: [
        { lineId, ordered: '4' },
        chairs({ description: 'Stool', quantity: undefined, ordered: '1' }),
      ],
    });
    expect([amended.status, amended.body]).toEqual([200, expect.anything()]);
    // 10 % of 133.32 + 33.33; the freight stays.
    expect(netsOf(bodyOf<Document>(amended))).toEqual(['133.32', '33.33', '-16.67', '7.00']);
    const invoice: Document = (await money.invoiced(order, { all: true })) as never;
    expect(netsOf(invoice)).toEqual(['133.32', '33.33', '-16.67', '7.00']);
    expect((await post(`/invoices/${invoice.id}/send`)).status).toBe(200);
    const note = await post('/credit-notes', {
      accountId,
      invoiceId: invoice.id,
      reason: 'Wrong',
      reopenOrder: true,
    });
    expect([note.status, note.body]).toEqual([201, expect.anything()]);
    const issued = await post(`/credit-notes/${bodyOf<Document>(note).id}/issue`);
    expect([issued.status, issued.body]).toEqual([200, expect.anything()]);
    const again: Document = (await money.invoiced(order, { all: true })) as never;
    expect([netsOf(again), again.total]).toEqual([netsOf(invoice), invoice.total]);
  });

  it('are deducted with a deposit, counted by credit, and printed', async () => {
    const order = await ordered(await quoted([chairs()]));
    expect(order).toMatchObject({ total: '115.42', value: '115.42' });
    const page = await desk.call('GET', `/sales-orders/${order.id}/print`);
    for (const said of ['Allowance: Loyalty', 'Charge: Freight', '10%']) {
      expect(String(page.body)).toContain(said);
    }
    const deposit = await money.deposited(order, { percent: '50' });
    expect(deposit.total).toBe('57.71');
    expect((await post(`/invoices/${deposit.id}/send`)).status).toBe(200);
    await money.paid(deposit, deposit.total);
    const invoice = await money.invoiced(order, { percent: '40' });
    expect(invoice).toMatchObject({ total: '46.17', balance: '0.00' });
    const rest = await money.invoiced(order, { all: true });
    expect(rest.lines.map(({ net }) => net)).toEqual(['59.99', '-6.00', '4.20']);
  });

  it('that name the default code are of lines that say none, to the note', async () => {
    const boss = await api.newAdmin(await t.newCompany());
    const made = async (path: string, body: object) => {
      const answer = await boss.call('POST', path, { body });
      expect([path, answer.status, answer.body]).toEqual([path, 201, expect.anything()]);
      return bodyOf<Document>(answer);
    };
    const address = { line1: 'Hauptstr. 1', city: 'Berlin', postalCode: '10115', country: 'DE' };
    await boss.call('PATCH', '/company', { body: { address } });
    const place = { level: 'country', code: 'DE', name: 'Germany', parentId: null };
    const { id: jurisdictionId } = await made('/tax/jurisdictions', place);
    for (const [code, rate] of [
      ['full', '19'],
      ['low', '7'],
    ] as const) {
      await made('/tax/codes', { code, name: code, isDefault: code === 'full' });
      const valid = { taxCode: code, kind: 'vat', rate, validFrom: '2021-01-01' };
      await made('/tax/rates', { jurisdictionId, ...valid });
    }
    const customer = await made('/accounts', { name: 'Customer', billingAddress: address });
    const line = { description: 'Chair', quantity: '1', unitPrice: '100.00' };
    const lines = [{ ...line, taxCode: 'full' }, line, { ...line, taxCode: 'low' }];
    const adjustments = [{ ...LOYALTY, taxCode: 'full' }];
    const head = { accountId: customer.id, currency: 'EUR' };
    const nets = ['100.00', '100.00', '100.00', '-20.00'];
    const quote = await made('/quotes', { ...head, lines, adjustments });
    expect([netsOf(quote), quote.total]).toEqual([nets, '321.20']);
    const of = { lines: lines.map(({ quantity, ...each }) => ({ ...each, ordered: quantity })) };
    const order = await made('/sales-orders', { ...head, ...of, adjustments });
    expect([netsOf(order), order.total]).toEqual([nets, '321.20']);
    const own = orderDesk(boss);
    await own.done(order.id, 'confirm');
    const parts = { lines: [{ lineId: order.lines[1]?.id, quantity: '1' }] };
    const part = (await orderMoneyDesk(boss).invoiced(order as never, parts)) as never;
    // Half of what it is of, in the report of what is left too.
    expect(netsOf(part)).toEqual(['100.00', '-10.00']);
    expect(bodyOf(await boss.call('GET', '/reports/order-backlog'))).toMatchObject({
      data: [{ toInvoice: '190.00' }],
    });
    const [first] = order.lines;
    const amend = { reason: 'One more', lines: [{ lineId: first?.id, ordered: '2' }] };
    const amended = await boss.call('POST', `/sales-orders/${order.id}/amend`, { body: amend });
    expect(netsOf(bodyOf<Document>(amended))).toEqual(['200.00', '100.00', '100.00', '-30.00']);
    const invoice = await made('/invoices', { ...head, lines, adjustments });
    expect([netsOf(invoice), invoice.total]).toEqual([nets, '321.20']);
    const sent = await boss.call('POST', `/invoices/${invoice.id}/send`);
    expect([sent.status, sent.body]).toEqual([200, expect.anything()]);
    const note = await made('/credit-notes', {
      accountId: customer.id,
      reason: 'Loyalty',
      lines,
      adjustments,
    });
    expect([netsOf(note), note.total]).toEqual([nets, '321.20']);
  });

  it('come to what was offered of a seller that charges no tax, of some options too', async () => {
    const boss = await api.newAdmin(await t.newCompany());
    const made = async (path: string, body: object = {}, status = 201) => {
      const answer = await boss.call('POST', path, { body });
      expect([path, answer.status, answer.body]).toEqual([path, status, expect.anything()]);
      return bodyOf<Document>(answer);
    };
    await made('/tax/codes', { code: 'full', name: 'Full', isDefault: true });
    const { id: own } = await made('/accounts', { name: 'Customer' });
    const line = { quantity: '2', unitPrice: '50.00', invoicing: 'on_order' };
    const lines = [
      { ...line, description: 'Desk', taxCode: 'full' },
      { ...line, description: 'Chair' },
      { ...line, description: 'Lamp', optional: true, selected: false },
    ];
    const adjustments = [{ ...LOYALTY, taxCode: 'full' }];
    const quote = await made('/quotes', { accountId: own, currency: 'EUR', lines, adjustments });
    expect([netsOf(quote).at(-1), quote.total]).toEqual(['-20.00', '180.00']);
    for (const operation of ['submit', 'approve', 'send']) {
      await made(`/quotes/${quote.id}/${operation}`, {}, 200);
    }
    // Another code that holds by default by then is none of what was offered.
    await made('/tax/codes', { code: 'other', name: 'Other', isDefault: true });
    const said = { name: 'Bo Buyer', evidence: 'A letter' };
    const accepted = await made(`/quotes/${quote.id}/accept`, said, 200);
    expect([netsOf(accepted).at(-1), accepted.total]).toEqual(['-20.00', '180.00']);
    const order = await made(`/quotes/${quote.id}/convert`, {}, 200);
    await orderDesk(boss).done(order.id, 'confirm');
    const parts = { lines: [{ lineId: order.lines[1]?.id, quantity: '1' }] };
    const part = (await orderMoneyDesk(boss).invoiced(order as never, parts)) as never;
    expect(netsOf(part)).toEqual(['50.00', '-5.00']);
    expect(bodyOf(await boss.call('GET', '/reports/order-backlog'))).toMatchObject({
      data: [{ toInvoice: '135.00' }],
    });
  });
});
