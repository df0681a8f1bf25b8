import { Client } from 'pg';
import { newId, parseInstant, systemCtx } from '@quittance/kernel';
import { SweepSubscriptions } from '@quittance/sales/host';
import { expectInvariants } from '../../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { bodyOf, refusal } from '../../access/members.js';
import { newAccount } from '../../receivables/billing-support.js';
import { orderDesk, type OrderBody } from './order-support.js';
import { aPlan } from '../sales-support.js';
import { ranOn } from '../subscription-support.js';

interface Subscription {
  readonly id: string;
  readonly status: string;
  readonly startDate: string;
  readonly contractId: string;
  readonly items: readonly {
    readonly itemId: string;
    readonly planId: string;
    readonly unitPrice: string;
  }[];
}

let t: TestDatabase;
let api: TestStaffApi;
let desk: ReturnType<typeof orderDesk>;
let accountId: string;
let productId: string;
beforeAll(async () => {
  t = await testDatabase();
  t.clock.set('2026-03-10T09:00:00.000Z');
  api = await startStaffApi(t);
  desk = orderDesk(api.admin);
  accountId = await newAccount(t, api.company);
  productId = String((await aPlan(api.admin)).productId);
});
beforeEach(() => t.clock.set('2026-03-10T09:00:00.000Z'));
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

const post = (path: string, body: object = {}) => desk.call('POST', path, { body });
const ONCE = { description: 'Set-up', quantity: '1', unitPrice: '500.00', taxRate: '19' };
const monthly = (over: object = {}) => ({
  kind: 'recurring',
  productId,
  description: 'Seats',
  quantity: '3',
  unitPrice: '33.00',
  frequency: 'monthly',
  taxRate: '19',
  ...over,
});

async function sent(lines: readonly object[], over: object = {}): Promise<string> {
  const body = { accountId, currency: 'EUR', lines, ...over };
  const made = await post('/quotes', body);
  expect([made.status, made.body]).toEqual([201, expect.anything()]);
  const { id } = bodyOf<{ id: string }>(made);
  for (const operation of ['submit', 'approve', 'send']) {
    expect((await post(`/quotes/${id}/${operation}`)).status).toBe(200);
  }
  return id;
}

async function accept(id: string): Promise<void> {
  const said = { name: 'Bo Buyer', evidence: 'A letter', poNumber: 'PO-9' };
  expect((await post(`/quotes/${id}/accept`, said)).status).toBe(200);
}

async function accepted(lines: readonly object[], over: object = {}): Promise<string> {
  const id = await sent(lines, over);
  await accept(id);
  return id;
}

async function converted(id: string): Promise<OrderBody> {
  const answer = await post(`/quotes/${id}/convert`);
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  return bodyOf<OrderBody>(answer);
}

async function subscriptionsOf({ contractId }: OrderBody): Promise<Subscription[]> {
  const filter = JSON.stringify({ field: 'contractId', op: 'eq', value: contractId });
  const found = await desk.call('GET', `/subscriptions?filter=${encodeURIComponent(filter)}`);
  const { data } = bodyOf<{ data: { id: string }[] }>(found);
  const each = data.map(({ id }) => desk.call('GET', `/subscriptions/${id}`));
  return (await Promise.all(each)).map((answer) => bodyOf<Subscription>(answer));
}

/** What bills a subscription. */
async function scheduleOf(subscription: Subscription | undefined): Promise<unknown> {
  const filter = JSON.stringify({ field: 'subscriptionId', op: 'eq', value: subscription?.id });
  const at = `/billing-schedules?filter=${encodeURIComponent(filter)}`;
  return bodyOf<{ data: unknown[] }>(await desk.call('GET', at)).data[0];
}

const contractOf = async ({ contractId }: OrderBody) =>
  (await desk.call('GET', `/contracts/${contractId}`)).body;

describe('an accepted quote', () => {
  it('asks for the deposit that was agreed to, with the order', async () => {
    const order = await converted(await accepted([ONCE], { deposit: { percent: '30' } }));
    const filter = JSON.stringify({ field: 'salesOrderId', op: 'eq', value: order.id });
    const found = await desk.call('GET', `/invoices?filter=${encodeURIComponent(filter)}`);
    expect(found.body).toMatchObject({
      data: [{ status: 'draft', total: '178.50', subtotal: '150.00', poNumber: 'PO-9' }],
    });
  });

  it.each(['salesOrderId', 'salesOrder.number', 'salesOrder.quoteId'])(
    'has invoices that are found by %s',
    async (field) => {
      const order = await converted(await accepted([ONCE], { deposit: { percent: '30' } }));
      const known: Record<string, unknown> = {
        salesOrderId: order.id,
        'salesOrder.number': order.number,
        'salesOrder.quoteId': order.quoteId,
      };
      const found = async (value: unknown) => {
        const filter = encodeURIComponent(JSON.stringify({ field, op: 'eq', value }));
        const answer = await desk.call('GET', `/invoices?filter=${filter}`);
        return bodyOf<{ data: unknown[] }>(answer).data.length;
      };
      expect(await found(known[field])).toBe(1);
      const other = field === 'salesOrder.number' ? 'SO-none' : newId();
      expect(await found(other)).toBe(0);
    },
  );

  it('waits for its order with all that recurs, which nobody moves meanwhile', async () => {
    const order = await converted(await accepted([monthly()]));
    const [waiting] = await subscriptionsOf(order);
    const at = `/subscriptions/${waiting?.id}`;
    const items = [{ planId: waiting?.items[0]?.planId }];
    const tried = [
      await post(`${at}/change`, { items }),
      await post(`${at}/preview-change`, { items }),
      await post(`${at}/cancel`, { at: 'now' }),
      await post(`${at}/suspend`),
      await post(`${at}/pause`),
      await post(`${at}/activate`),
    ];
    expect(tried.map(refusal)).toEqual(Array(6).fill([422, 'validation_failed']));
    const contract = `/contracts/${order.contractId}`;
    const refused = [
      await post(`${contract}/activate`),
      await post(`${contract}/terminate`, { reason: 'No' }),
      await desk.call('DELETE', contract),
    ];
    expect(refused.map(refusal)).toEqual(Array(3).fill([409, 'contract_awaits_order']));
    const body = { accountId: await newAccount(t, api.company) };
    const given = await desk.call('PATCH', contract, { body });
    expect(refusal(given)).toEqual([409, 'contract_locked']);
    await desk.done(order.id, 'confirm');
    expect(await subscriptionsOf(order)).toMatchObject([{ status: 'active' }]);
    expect(await contractOf(order)).toMatchObject({ status: 'active' });
  });

  it('becomes an order at its prices, and is asked twice for the same one', async () => {
    const id = await accepted([ONCE, { ...ONCE, optional: true }], {
      discount: { amount: '50.00' },
    });
    const order = await converted(id);
    expect(order).toMatchObject({
      status: 'pending',
      quoteId: id,
      poNumber: 'PO-9',
      subtotal: '450.00',
      total: '535.50',
      value: '535.50',
      lines: [{ ordered: '1', net: '450.00', quoteLineId: expect.any(String) }],
    });
    expect(order.lines).toHaveLength(1);
    expect((await desk.call('GET', `/quotes/${id}`)).body).toMatchObject({
      status: 'ordered',
      orderId: order.id,
    });
    expect(await converted(id)).toEqual(order);
  });

  it('becomes one order where two ask at once', async () => {
    const id = await accepted([ONCE, monthly()]);
    const answers = await Promise.all([
      post(`/quotes/${id}/convert`),
      post(`/quotes/${id}/convert`),
      post(`/quotes/${id}/convert`),
    ]);
    const orders = answers.map((answer) => bodyOf<OrderBody>(answer));
    expect(new Set(orders.map((order) => order.id)).size).toBe(1);
    expect(await subscriptionsOf(orders[0] as OrderBody)).toHaveLength(1);
  });

  it('is the only one that becomes an order', async () => {
    const made = await post('/quotes', { accountId, currency: 'EUR', lines: [ONCE] });
    const { id } = bodyOf<{ id: string }>(made);
    expect(refusal(await post(`/quotes/${id}/convert`))).toEqual([409, 'quote_status_conflict']);
  });

  it('keeps what was agreed until the order is confirmed', async () => {
    const order = await converted(await accepted([ONCE]));
    const at = `/sales-orders/${order.id}`;
    const line = { description: 'More', unitPrice: '1.00' };
    expect(refusal(await post(`${at}/lines`, line))).toEqual([409, 'order_lines_fixed']);
    const cheaper = await desk.call('PATCH', at, { body: { discount: { percent: '50' } } });
    expect(refusal(cheaper)).toEqual([409, 'order_lines_fixed']);
    const said = await desk.call('PATCH', at, { body: { title: 'Set-up', poNumber: 'PO-10' } });
    expect(said.body).toMatchObject({ title: 'Set-up', poNumber: 'PO-10', total: order.total });
  });

  it('becomes an order by itself where it says so', async () => {
    const id = await accepted([ONCE], { autoConvert: 'on_accept' });
    const { orderId } = bodyOf<{ orderId: string }>(await desk.call('GET', `/quotes/${id}`));
    expect(await desk.read(orderId)).toMatchObject({ status: 'pending', quoteId: id });
  });

  it('is accepted all the same where nothing can be made of it', async () => {
    const { id: planId, productId: yearlyId } = await aPlan(api.admin, { frequency: 'annually' });
    const yearly = monthly({ productId: yearlyId, frequency: 'annually' });
    const offered = async (active: boolean) => {
      const changed = await desk.call('PATCH', `/plans/${planId}`, { body: { active } });
      expect(changed.status).toBe(200);
    };
    const id = await sent([yearly], { autoConvert: 'on_accept' });
    // Of a quote that was sent before lines had plans: what is agreed of one holds.
    const owner = new Client({ connectionString: t.ownerUrl });
    await owner.connect();
    await owner.query(
      `update sales.quote_line set plan_id = null, plan_version_id = null, plan_said = null
       where quote_id = $1`,
      [id],
    );
    await owner.end();
    await offered(false);
    await accept(id);
    expect((await desk.call('GET', `/quotes/${id}`)).body).toMatchObject({ status: 'accepted' });
    expect(refusal(await post(`/quotes/${id}/convert`))).toEqual([422, 'order_plan_missing']);
    await offered(true);
    expect(await converted(id)).toMatchObject({ status: 'pending' });
  });

  it('is offered to nobody while a line of it has no plan, one to choose neither', async () => {
    const yearly = monthly({ frequency: 'annually', optional: true });
    const lines = [ONCE, monthly({ productId: undefined }), yearly, monthly()];
    const made = await post('/quotes', { accountId, currency: 'EUR', lines });
    const refused = await post(`/quotes/${bodyOf<{ id: string }>(made).id}/submit`);
    expect(refusal(refused)).toEqual([422, 'order_plan_missing']);
    expect(refused.body).toMatchObject({
      errors: [{ pointer: '/lines/1/productId' }, { pointer: '/lines/2/productId' }],
    });
  });
});

describe('what recurs of a quote', () => {
  it('waits at its prices until the order is confirmed', async () => {
    const lines = [ONCE, monthly(), monthly({ quantity: '1', unitPrice: '10.00' })];
    const id = await accepted(lines, { termMonths: 12, autoRenew: true, upliftPercent: '3' });
    const order = await converted(id);
    expect(await contractOf(order)).toMatchObject({
      status: 'draft',
      salesOrderId: order.id,
      quoteId: id,
      startDate: '2026-03-10',
      endDate: '2027-03-09',
      autoRenew: true,
      upliftPercent: '3',
      currency: 'EUR',
      value: '1808.00',
    });
    const [waiting, ...others] = await subscriptionsOf(order);
    expect(others).toEqual([]);
    expect(waiting).toMatchObject({
      status: 'pending',
      salesOrderId: order.id,
      quoteId: id,
      items: [{ unitPrice: '33' }, { unitPrice: '10' }],
    });
    expect(await scheduleOf(waiting)).toMatchObject({ status: 'draft' });
    t.clock.set('2026-03-20T09:00:00.000Z');
    const ctx = systemCtx(api.company.companyId, parseInstant('2026-03-20T09:00:00.000Z'), 'sweep');
    await api.app.get(SweepSubscriptions, { strict: false }).execute(ctx);
    const early = await post(`/subscriptions/${waiting?.id}/activate`);
    expect(early.status).toBe(422);
    expect(await subscriptionsOf(order)).toMatchObject([{ status: 'pending' }]);
    await desk.done(order.id, 'confirm');
    expect(await contractOf(order)).toMatchObject({
      status: 'active',
      startDate: '2026-03-20',
      endDate: '2027-03-19',
    });
    expect(await subscriptionsOf(order)).toMatchObject([
      { status: 'active', startDate: '2026-03-20', items: [{ unitPrice: '33' }, {}] },
    ]);
    expect(await scheduleOf(waiting)).toMatchObject({
      status: 'active',
      startDate: '2026-03-20',
      nextBillingDate: '2026-03-20',
    });
  });

  it('is one subscription for all that is billed together', async () => {
    const order = await converted(
      await accepted([monthly(), monthly({ trialDays: 14 }), monthly({ anchorDay: 1 }), monthly()]),
    );
    const made = await subscriptionsOf(order);
    expect(made.map(({ items }) => items.length).sort()).toEqual([1, 1, 2]);
  });

  it('begins on the day that was agreed, not on that of the order', async () => {
    const order = await converted(await accepted([monthly()], { startOn: '2026-04-01' }));
    await desk.done(order.id, 'confirm');
    expect(await subscriptionsOf(order)).toMatchObject([
      { status: 'pending', startDate: '2026-04-01' },
    ]);
  });

  it('keeps the length of its term where the trial moves, or the day of its end', async () => {
    const lines = [monthly({ trialDays: 14, termPeriods: 6 })];
    const order = await converted(await accepted(lines));
    await desk.done(order.id, 'confirm');
    const [trial] = await subscriptionsOf(order);
    expect(trial).toMatchObject({ trialEnd: '2026-03-24', cancelAt: '2026-09-24' });
    const extended = (trialEnd: string) =>
      post(`/subscriptions/${trial?.id}/extend-trial`, { trialEnd });
    expect((await extended('2026-04-05')).body).toMatchObject({ cancelAt: '2026-10-05' });
    await post(`/subscriptions/${trial?.id}/cancel`, { at: 'day', day: '2026-08-05' });
    expect((await extended('2026-04-20')).body).toMatchObject({ cancelAt: '2026-08-05' });
  });

  it('is given up with the order', async () => {
    const order = await converted(await accepted([ONCE, monthly()], { termMonths: 12 }));
    await desk.done(order.id, 'cancel', { reason: 'Too expensive' });
    expect(await subscriptionsOf(order)).toMatchObject([{ status: 'cancelled' }]);
    expect(await contractOf(order)).toMatchObject({ status: 'terminated' });
  });

  it('of an order that a person wrote begins when that is confirmed', async () => {
    const { quantity: ordered, ...line } = monthly() as { quantity: string };
    const written = await desk.write(accountId, [{ ...line, ordered }], { termMonths: 6 });
    expect(written).toMatchObject({ lines: [{ invoicing: 'subscription', open: '0' }] });
    const order = await desk.done(written.id, 'confirm');
    expect(order).toMatchObject({ contractId: expect.any(String), startOn: '2026-03-10' });
    expect(await subscriptionsOf(order)).toMatchObject([{ status: 'active', quoteId: null }]);
  });

  it('has its invoices, and those of changes, say what the order says', async () => {
    const { quantity: ordered, ...line } = monthly() as { quantity: string };
    const said = { buyerReference: 'LW-7', paymentTerms: 'Net 10', poNumber: 'PO-9' };
    const lines = [{ ...line, ordered }];
    const { id } = await desk.write(accountId, lines, { ...said, creditDays: 10 });
    const order = await desk.done(id, 'confirm');
    const [made] = await subscriptionsOf(order);
    const [item] = made?.items ?? [];
    await ranOn({ t, api, admin: api.admin }, '2026-03-10');
    t.clock.set('2026-03-20T09:00:00.000Z');
    const items = [{ ...item, unitPrice: '40.00' }].map(({ itemId, planId, unitPrice }) => {
      return { itemId, planId, unitPrice, quantity: '3' };
    });
    const change = { items, effective: 'now' };
    const changed = await post(`/subscriptions/${made?.id}/change`, change);
    expect([changed.status, changed.body]).toEqual([200, expect.anything()]);
    const filter = JSON.stringify({ field: 'salesOrderId', op: 'eq', value: id });
    const path = `/invoices?sort=number&filter=${encodeURIComponent(filter)}`;
    const found = bodyOf<{ data: { id: string }[] }>(await desk.call('GET', path)).data;
    const each = await Promise.all(found.map((one) => desk.call('GET', `/invoices/${one.id}`)));
    const own = { ...said, salesOrderId: id, subscriptionId: made?.id };
    expect(each.map(({ body }) => body)).toMatchObject([
      { ...own, issueDate: '2026-03-10', dueDate: '2026-03-20' },
      { ...own, issueDate: '2026-03-20', dueDate: '2026-03-30' },
    ]);
    expect(await scheduleOf(made)).toMatchObject({ salesOrderId: id });
  });

  it('lowers its first period by a discount that is given once', async () => {
    const order = await converted(
      await accepted([monthly({ discount: { percent: '10' }, discountPeriods: 3 })], {
        discount: { amount: '9.10' },
      }),
    );
    const rows = await t.db.read(api.company, (tx) =>
      tx.rows<{ from: string; to: string | null; net: string }>(
        `select i.valid_from::text as "from", i.valid_to::text as "to", i.net::text as net
         from sales.subscription_item i
         join sales.subscription s on s.company_id = i.company_id and s.id = i.subscription_id
         where i.company_id = $1 and s.sales_order_id = $2 order by i.valid_from`,
        [api.company.companyId, order.id],
      ),
    );
    expect(rows).toEqual([
      { from: '2026-03-10', to: '2026-04-10', net: '8000' },
      { from: '2026-04-10', to: '2026-06-10', net: '8910' },
      { from: '2026-06-10', to: null, net: '9900' },
    ]);
  });
});
