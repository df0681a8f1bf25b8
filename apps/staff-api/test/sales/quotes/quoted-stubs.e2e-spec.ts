import { expectInvariants } from '../../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { limitCredit } from '../../credit/credit-support.js';
import { done, made, type Json, type Made } from '../../objects/objects-support.js';
import { anAccount, aPlan } from '../sales-support.js';
import { billedOn, invoicesOf, told } from '../subscription-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
beforeEach(async () => {
  t.clock.set('2026-11-28T09:00:00Z');
  admin = await api.newAdmin(await t.newCompany());
});
afterAll(async () => {
  // No dispatcher runs while the clock goes on for months.
  await expectInvariants(t, ['I15b']);
  await api.close();
  await t.close();
});

const post = (path: string, body: object = {}) => made(admin, path, body);
const TERM = { currency: 'EUR', startOn: '2026-11-28', termMonths: 3 };

interface Worth extends Made {
  readonly tcv: string;
  readonly orderId: string;
  readonly creditCheckId: string;
  readonly figures: { readonly firstInvoice: Json };
}

const LINE = {
  kind: 'recurring',
  unitPrice: '30',
  taxRate: '0',
  frequency: 'monthly',
  anchorDay: 15,
};
const lineOf = ({ id: planId, productId }: Made) => ({ ...LINE, planId, productId });

/** What is offered of some plans, ordered as it was accepted. */
async function ordered(plans: readonly Made[], timing: string) {
  const { id: accountId } = await anAccount(admin);
  const lines = plans.map((plan) => ({ ...lineOf(plan), timing }));
  const quote = (await post('/quotes', { ...TERM, accountId, lines })) as Worth;
  for (const step of ['submit', 'approve', 'send']) await post(`/quotes/${quote.id}/${step}`);
  const accepted = await post(`/quotes/${quote.id}/accept`, { name: 'Bo', evidence: 'A letter' });
  const order = (await post(`/quotes/${quote.id}/convert`)) as Worth;
  await post(`/sales-orders/${order.id}/confirm`);
  for (const same of [accepted as Worth, order]) {
    expect([same.tcv, same.figures]).toEqual([quote.tcv, quote.figures]);
  }
  return { quote, order };
}

async function billed() {
  await billedOn({ t, api, admin }, '2027-06-01');
  const invoices = await invoicesOf(admin);
  const cents = invoices.map(({ total }) => Math.round(Number(total) * 100));
  return { invoices, sum: (cents.reduce((a, b) => a + b, 0) / 100).toFixed(2) };
}

it.each([
  ['advance', 'prorated', '17.00', '90.93', 4],
  ['advance', 'full', '30.00', '103.93', 4],
  ['advance', 'free', '0.00', '73.93', 3],
  ['arrears', 'full', '0.00', '103.93', 3],
  ['arrears', 'free', '0.00', '73.93', 3],
])('%s, %s: what was accepted is billed', async (timing, stub, first, term, count) => {
  const { quote } = await ordered([await aPlan(admin, { timing, stub })], timing);
  expect([quote.figures.firstInvoice.net, quote.tcv]).toEqual([first, term]);
  const { invoices, sum } = await billed();
  expect([sum, invoices.length]).toEqual([term, count]);
});

it('bills each line the stub that it was agreed with', async () => {
  const plans = [await aPlan(admin, { stub: 'full' }), await aPlan(admin, { stub: 'free' })];
  const { quote } = await ordered(plans, 'advance');
  expect([quote.figures.firstInvoice.net, quote.tcv]).toEqual(['30.00', '177.86']);
  const { invoices, sum } = await billed();
  expect(sum).toBe('177.86');
  expect(told(invoices)[0]).toEqual(['2026-11-28', '30.00: 2026-11-28 to 2026-12-14']);
});

it('stays as it was agreed: a later version of the plan changes no figure', async () => {
  const plan = await aPlan(admin, { stub: 'full' });
  const { id: accountId } = await anAccount(admin);
  const body = { ...TERM, accountId, lines: [lineOf(plan)] };
  const quote = (await post('/quotes', body)) as Worth;
  await post(`/quotes/${quote.id}/submit`);
  await post(`/plans/${plan.id}/versions`, {
    frequency: 'monthly',
    prices: [{ currency: 'EUR', unitPrice: '50.00' }],
    stub: 'free',
  });
  for (const step of ['approve', 'send']) await post(`/quotes/${quote.id}/${step}`);
  const said = { name: 'Bo', evidence: 'A letter' };
  expect(await post(`/quotes/${quote.id}/accept`, said)).toMatchObject({ tcv: '103.93' });
  const order = await post(`/quotes/${quote.id}/convert`);
  await post(`/sales-orders/${order.id}/confirm`);
  expect((await billed()).sum).toBe('103.93');
});

it('is fixed by the plan that was made after the draft, where that is the first', async () => {
  const product = await post('/products', { sku: 'LATE', name: 'Late', kind: 'recurring' });
  const { id: accountId } = await anAccount(admin);
  await limitCredit(admin, accountId, '1000.00');
  const basis = { quoteValidityDays: 30, creditBasis: 'tcv' };
  await done(admin, 'PUT', '/settings/quotes', basis);
  const lines = [{ ...LINE, productId: product.id }];
  const quote = (await post('/quotes', { ...TERM, accountId, lines })) as Worth;
  expect(quote.tcv).toBe('90.93');
  const plan = await post('/plans', { name: 'Late', productId: product.id });
  await post(`/plans/${plan.id}/versions`, {
    frequency: 'monthly',
    prices: [{ currency: 'EUR', unitPrice: '50.00' }],
    stub: 'full',
  });
  await post(`/quotes/${quote.id}/submit`);
  const fixed = await done<Worth>(admin, 'GET', `/quotes/${quote.id}`);
  expect([fixed.tcv, fixed.figures.firstInvoice.net]).toEqual(['103.93', '30.00']);
  const check = await done<Json>(admin, 'GET', `/credit-checks/${fixed.creditCheckId}`);
  expect(check).toMatchObject({ documentAmount: '103.93' });
});
