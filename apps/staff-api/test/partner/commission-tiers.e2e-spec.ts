import { parseInstant } from '@quittance/kernel';
import { expectInvariants } from '../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { done, made } from '../objects/objects-support.js';
import { newAccount } from '../receivables/billing-support.js';
import { SERVICE } from '../sales/orders/order-support.js';
import { partnerDesk, type CommissionBody } from './partner-support.js';

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

const payouts = (entries: readonly CommissionBody[]) => entries.map((each) => each.payoutAmount);
const sum = (entries: readonly CommissionBody[]) =>
  entries.reduce((all, each) => all + Math.round(Number(each.payoutAmount) * 100), 0) / 100;

const MERCHANDISE = { category: 'merchandise', tiers: [{ rate: '1' }] };
const FIVE_AND_EIGHT = [{ upTo: '10000.00', rate: '5' }, { rate: '8' }];

/** A partner with a plan by which all of a period has one rate, and what it sells. */
async function seller() {
  const partnerId = await desk.partner();
  const lines = [{ tiers: FIVE_AND_EIGHT }];
  const plan = await desk.plan([partnerId], { lines, tierMode: 'whole' });
  const paid = async (unitPrice: string, over: object = {}) => {
    const items = [{ ...SERVICE, unitPrice, taxRate: '0' }];
    const { id } = (await desk.invoice(accountId, partnerId, items, over)).invoice;
    const payment = await desk.pay(id, unitPrice, over);
    await desk.dispatch();
    return { payment, entries: () => desk.commissions('invoiceId', id) };
  };
  return { planId: plan.id, paid, all: () => desk.commissions('partnerId', partnerId) };
}

async function refunds(payment: string, amount: string): Promise<void> {
  await done(api.admin, 'POST', `/payments/${payment}/refund`, { reason: 'Returned', amount });
  await desk.dispatch();
}

describe('a period of which all has one rate', () => {
  it('comes to nothing by a sale that is given back in parts', async () => {
    const { paid } = await seller();
    const { payment, entries } = await paid('12000.00');
    expect(payouts(await entries())).toEqual(['960.00']);
    await refunds(payment, '3000.00');
    expect(payouts(await entries()).slice(1)).toEqual(['-240.00', '-270.00']);
    await refunds(payment, '9000.00');
    expect((await entries()).slice(3)).toMatchObject([
      { payoutAmount: '-720.00', kind: 'reversed', reason: 'Refund' },
      { payoutAmount: '270.00', kind: 'top_up', reason: 'Refund', status: 'payable' },
    ]);
    expect(sum(await entries())).toBe(0);
  });

  it('keeps that for all that is left where an early sale is given back', async () => {
    const { paid, all } = await seller();
    const first = await paid('9000.00');
    await paid('3000.00');
    await paid('10000.00');
    expect(sum(await all())).toBe(1760);
    await refunds(first.payment, '9000.00');
    expect(payouts(await all()).slice(4)).toEqual(['-450.00', '-270.00']);
    expect(sum(await all())).toBe(1040);
  });
});

describe('a plan whose tiers are changed', () => {
  /** A moment later, so that what is sold from then on is sold by the plan as it is. */
  async function change(planId: string, patch: object): Promise<void> {
    t.clock.set(parseInstant(new Date(Date.parse(t.clock.now()) + 1000).toISOString()));
    await done(api.admin, 'PATCH', `/commission-plans/${planId}`, patch);
    t.clock.set(parseInstant(new Date(Date.parse(t.clock.now()) + 1000).toISOString()));
  }
  const TEN_AND_TWELVE = [{ upTo: '10000.00', rate: '10' }, { rate: '12' }];

  it('counts what is sold from then on from nothing, and leaves alone what was sold', async () => {
    const { planId, paid, all } = await seller();
    const old = await paid('9000.00');
    await change(planId, { lines: [{ tiers: TEN_AND_TWELVE }] });
    const next = await paid('3000.00');
    expect(payouts(await all())).toEqual(['450.00', '300.00']);
    await change(planId, { holdDays: 10, lines: [{ tiers: TEN_AND_TWELVE }, MERCHANDISE] });
    const last = await paid('8000.00');
    expect(payouts(await last.entries())).toEqual(['960.00', '60.00']);
    await refunds(old.payment, '9000.00');
    expect(payouts(await old.entries())).toEqual(['450.00', '-450.00']);
    await refunds(next.payment, '3000.00');
    expect(payouts(await next.entries())).toEqual(['300.00', '-300.00', '-60.00', '-160.00']);
    expect(sum(await all())).toBe(800);
    expect(new Set((await all()).map(({ line }) => line))).toEqual(new Set(['all']));
  });

  it('adds no base of another currency to that', async () => {
    const rate = { base: 'EUR', quote: 'USD', rate: '2', day: '2026-01-01', source: 'test' };
    await made(api.admin, '/exchange-rates', rate);
    const { planId, paid, all } = await seller();
    await paid('9000.00');
    await change(planId, { currency: 'USD' });
    await paid('3000.00');
    expect(payouts(await all())).toEqual(['450.00', '300.00']);
    await paid('3000.00');
    expect(payouts(await all())).toEqual(['450.00', '300.00', '480.00', '180.00']);
  });
});

describe('a plan that comes to be paid out in another currency', () => {
  it('says its least payout in that, and none that is not enabled', async () => {
    const { id } = await desk.plan([await desk.partner()], { minimumPayout: '50.00' });
    const patch = (body: object) => api.admin.call('PATCH', `/commission-plans/${id}`, { body });
    expect((await patch({ currency: 'JPY' })).body).toMatchObject({
      status: 422,
      errors: [{ pointer: '/minimumPayout', code: 'required' }],
    });
    expect((await patch({ currency: 'JPY', minimumPayout: '8000' })).body).toMatchObject({
      currency: 'JPY',
      minimumPayout: '8000',
    });
    await done(api.admin, 'PATCH', '/currencies/CHF', { enabled: false });
    expect((await patch({ currency: 'CHF', minimumPayout: '50.00' })).body).toMatchObject({
      status: 422,
      errors: [{ pointer: '/currency', code: 'currency_not_enabled' }],
    });
  });
});
