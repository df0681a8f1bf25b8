import { expectInvariants } from '../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { done } from '../objects/objects-support.js';
import { newAccount } from '../receivables/billing-support.js';
import { SERVICE } from '../sales/orders/order-support.js';
import { aPlan, call } from '../sales/sales-support.js';
import { billedOn, invoicesOf, type Invoice } from '../sales/subscription-support.js';
import { partnerDesk } from './partner-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let desk: ReturnType<typeof partnerDesk>;
let accountId: string;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  desk = partnerDesk(t, api);
  accountId = await newAccount(t, api.company);
});
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

interface Subscribed {
  readonly id: string;
  readonly items: readonly { readonly itemId: string; readonly planId: string }[];
}

/** What was earned by an invoice once all of it is paid: bases and amounts. */
async function earnedBy({ id, total }: Pick<Invoice, 'id' | 'total'>) {
  const { body } = await call(api.admin, 'GET', `/invoices/${id}`);
  if (body.status === 'draft') await done(api.admin, 'POST', `/invoices/${id}/send`);
  await desk.pay(id, total);
  await desk.dispatch();
  const entries = await desk.commissions('invoiceId', id);
  return entries.map(({ base, amount }) => [base, amount]);
}

/** 50.00 a month from April on, by an order of a partner; 80.00 from the 16th. */
async function raised(plan: object) {
  t.clock.set('2026-04-01T08:00:00Z');
  const partnerId = await desk.partner();
  await desk.plan([partnerId], plan);
  const { productId } = await aPlan(api.admin, {});
  const seat = {
    kind: 'recurring',
    productId,
    ordered: '1',
    unitPrice: '50.00',
    frequency: 'monthly',
  };
  const lines = [{ description: 'Seat', ...seat, taxRate: '19' }];
  const order = await desk.ordered(accountId, partnerId, lines);
  const filter = encodeURIComponent(
    JSON.stringify({ field: 'salesOrderId', op: 'eq', value: order.id }),
  );
  const { body } = await call(api.admin, 'GET', `/subscriptions?filter=${filter}`);
  const [{ id } = { id: '' }] = body.data as { id: string }[];
  const whole = await call(api.admin, 'GET', `/subscriptions/${id}`);
  const { items } = whole.body as unknown as Subscribed;
  await billedOn({ t, api, admin: api.admin }, '2026-04-01');
  t.clock.set('2026-04-16T10:00:00Z');
  const asked = items.map(({ itemId, planId }) => ({ itemId, planId, unitPrice: '80.00' }));
  await done(api.admin, 'POST', `/subscriptions/${id}/change`, {
    items: asked,
    effective: 'now',
    preview: false,
  });
  const own = (await invoicesOf(api.admin)).filter(({ subscriptionId }) => subscriptionId === id);
  return own as [Invoice, Invoice];
}

describe('a commission of what an invoice takes back itself', () => {
  it('is of the difference that a change asks', async () => {
    const [first, second] = await raised({ lines: [{ rate: '10' }] });
    expect([first.subtotal, second.subtotal]).toEqual(['50.00', '15.00']);
    expect(await earnedBy(first)).toEqual([['50.00', '5.00']]);
    expect(await earnedBy(second)).toEqual([['15.00', '1.50']]);
  });

  it('counts none for a change where the first invoice alone does', async () => {
    const [first, second] = await raised({ lines: [{ rate: '20', recurringMonths: 0 }] });
    expect(await earnedBy(first)).toEqual([['50.00', '10.00']]);
    expect(await earnedBy(second)).toEqual([]);
  });

  it('is of what an allowance on the whole leaves', async () => {
    const partnerId = await desk.partner();
    await desk.plan([partnerId], {});
    const lines = [{ ...SERVICE, unitPrice: '1000.00' }];
    const adjustments = [{ kind: 'allowance', percent: '10', reason: 'Trade', taxRate: '19' }];
    const { invoice } = await desk.invoice(accountId, partnerId, lines, { adjustments });
    expect(invoice.total).toBe('1071.00');
    expect(await earnedBy(invoice)).toEqual([['900.00', '90.00']]);
  });
});
