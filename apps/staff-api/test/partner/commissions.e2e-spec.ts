import { newId, parseInstant, type InvoiceId } from '@quittance/kernel';
import { SweepCommissions } from '@quittance/partner/host';
import { bookCommissions } from '@quittance/partner/testing';
import { expectInvariants } from '../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { refusal } from '../access/members.js';
import { done, made } from '../objects/objects-support.js';
import { newAccount } from '../receivables/billing-support.js';
import { SERVICE } from '../sales/orders/order-support.js';
import { equal, partnerDesk, type CommissionBody } from './partner-support.js';

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

/** A partner with a plan, and an invoice of an order that it brought. */
async function sold(plan: object = {}, lines?: readonly object[], over: object = {}) {
  const partnerId = await desk.partner();
  await desk.plan([partnerId], plan);
  const { invoice } = await desk.invoice(accountId, partnerId, lines, over);
  return { partnerId, id: invoice.id, total: invoice.total };
}

const of = (invoiceId: string) => desk.commissions('invoiceId', invoiceId);
const payouts = (entries: readonly CommissionBody[]) => entries.map((each) => each.payoutAmount);
const sum = (entries: readonly CommissionBody[]) =>
  entries.reduce((all, each) => all + Math.round(Number(each.payoutAmount) * 100), 0) / 100;
const book = (id: string) =>
  t.db.write(t.ctx(api.company.companyId), (tx) => bookCommissions(tx, id as InvoiceId));

/** Pays, and delivers what is told of it. */
async function pays(id: string, amount: string, over: object = {}): Promise<string> {
  const payment = await desk.pay(id, amount, over);
  await desk.dispatch();
  return payment;
}

async function refunds(payment: string, amount: string): Promise<void> {
  const body = { reason: 'Returned', amount };
  await done(api.admin, 'POST', `/payments/${payment}/refund`, body);
  await desk.dispatch();
}

async function credits(invoiceId: string, net: string): Promise<void> {
  const note = await done<{ id: string }>(api.admin, 'POST', '/credit-notes', {
    accountId,
    invoiceId,
    currency: 'EUR',
    reason: 'Too dear',
    lines: [{ description: 'Less', quantity: '1', unitPrice: net, taxRate: '19' }],
  });
  await done(api.admin, 'POST', `/credit-notes/${note.id}/issue`);
  await desk.dispatch();
}

describe('a commission follows the money', () => {
  it('in parts that add up, and back to nothing (examples 17 and 18)', async () => {
    const { id, partnerId } = await sold();
    await pays(id, '400.00');
    await pays(id, '400.00');
    const last = await pays(id, '390.00');
    const earned = await of(id);
    expect(payouts(earned)).toEqual(['33.61', '33.62', '32.77']);
    expect(earned[0]).toMatchObject({
      kind: 'earned',
      status: 'pending',
      partnerId,
      base: '336.13',
      rate: '10',
      payoutCurrency: 'EUR',
      reason: 'Payment',
      line: 'all',
    });
    await refunds(last, '390.00');
    const taken = (await of(id)).slice(3);
    expect(payouts(taken)).toEqual(['-32.77']);
    expect(taken[0]).toMatchObject({ kind: 'reversed', status: 'pending', reason: 'Refund' });
  });

  it('half of it where half is refunded (example 18)', async () => {
    const { id } = await sold();
    await refunds(await pays(id, '1190.00'), '595.00');
    expect(payouts(await of(id))).toEqual(['100.00', '-50.00']);
  });

  it('down with a price credit of what was paid (example 19)', async () => {
    const { id } = await sold();
    await pays(id, '1190.00');
    await credits(id, '200.00');
    expect(payouts(await of(id))).toEqual(['100.00', '-20.00']);
  });

  it('by the most specific line (example 20)', async () => {
    const hardware = await done<{ id: string }>(api.admin, 'POST', '/products', {
      sku: `HW ${Date.now()}`,
      name: 'Till',
      category: 'hardware',
    });
    const plan = { lines: [{ category: 'hardware', rate: '5' }, { rate: '20' }] };
    const line = (over: object) => ({ ...SERVICE, ...over });
    const { id } = await sold(plan, [
      line({ productId: hardware.id, unitPrice: '600.00' }),
      line({ unitPrice: '400.00' }),
    ]);
    await pays(id, '595.00');
    const entries = await of(id);
    expect(payouts(entries).sort()).toEqual(['15.00', '40.00']);
    expect(entries.map((each) => each.line).sort()).toEqual(['all', 'category:hardware']);
    // What the product is since changes nothing of what was sold.
    const other = { category: 'service' };
    await done(api.admin, 'PATCH', `/products/${hardware.id}`, other);
    await pays(id, '595.00');
    expect(payouts(await of(id)).sort()).toEqual(['15.00', '15.00', '40.00', '40.00']);
  });

  it('by tiers, and the counter of the period goes back with it (example 21)', async () => {
    const tiers = [{ upTo: '10000.00', rate: '5' }, { rate: '8' }];
    const partnerId = await desk.partner();
    await desk.plan([partnerId], { lines: [{ tiers }], tierMode: 'whole' });
    const invoiceOver = (unitPrice: string) =>
      desk.invoice(accountId, partnerId, [{ ...SERVICE, unitPrice, taxRate: '0' }]);
    const first = (await invoiceOver('9000.00')).invoice.id;
    const second = (await invoiceOver('3000.00')).invoice.id;
    await pays(first, '9000.00');
    const payment = await pays(second, '3000.00');
    expect(payouts(await of(first))).toEqual(['450.00']);
    expect(payouts(await of(second))).toEqual(['240.00', '270.00']);
    await refunds(payment, '3000.00');
    expect(payouts(await of(second)).slice(2)).toEqual(['-240.00', '-270.00']);
    expect(sum(await desk.commissions('partnerId', partnerId))).toBe(450);
  });

  it('into the currency that is paid out, and back at the same rate (example 23)', async () => {
    const rate = (value: string, day: string) =>
      made(api.admin, '/exchange-rates', {
        base: 'USD',
        quote: 'EUR',
        rate: value,
        day,
        source: 'test',
      });
    await rate('0.95', '2026-02-20');
    const { id } = await sold({}, undefined, { currency: 'USD' });
    const payment = await pays(id, '1190.00', { currency: 'USD', receivedOn: '2026-02-01' });
    expect(await of(id)).toEqual([]);
    const { data } = await done<{ data: object[] }>(api.admin, 'GET', '/commissions/waiting');
    expect(data).toMatchObject([{ invoiceId: id, currencies: 'USD/EUR', day: '2026-02-01' }]);
    await rate('0.92', '2026-02-01');
    const ctx = t.ctx(api.company.companyId);
    const faults: unknown[] = [];
    await new SweepCommissions(t.db).execute(ctx, (error) => faults.push(error));
    expect(faults).toEqual([]);
    expect(payouts(await of(id))).toEqual(['92.00']);
    await refunds(payment, '1190.00');
    expect(payouts(await of(id))).toEqual(['92.00', '-92.00']);
  });

  it('that was paid too much once it is used (example 24)', async () => {
    const { id, partnerId } = await sold();
    await pays(id, '1190.00');
    const more = { accountId, amount: '110.00', currency: 'EUR', method: 'cash' };
    await made(api.admin, '/payments', more);
    const next = await desk.invoice(accountId, partnerId, [{ ...SERVICE, unitPrice: '100.00' }]);
    const notes = await done<{ data: { id: string; kind: string; remaining: string }[] }>(
      api.admin,
      'GET',
      `/credit-notes?${equal('kind', 'on_account')}`,
    );
    await done(api.admin, 'POST', `/credit-notes/${notes.data[0]?.id}/apply`, {
      invoiceId: next.invoice.id,
      amount: '110.00',
    });
    await desk.dispatch();
    expect(payouts(await of(id))).toEqual(['100.00']);
    expect(payouts(await of(next.invoice.id))).toEqual(['9.24']);
  });

  it('in whole yen (example 26)', async () => {
    await made(api.admin, '/exchange-rates', {
      base: 'EUR',
      quote: 'JPY',
      rate: '160',
      day: '2026-01-01',
      source: 'test',
    });
    const plan = { currency: 'JPY', lines: [{ rate: '7.5' }] };
    const lines = [{ ...SERVICE, unitPrice: '10001', taxRate: '0' }];
    const { id, total } = await sold(plan, lines, { currency: 'JPY' });
    await pays(id, total, { currency: 'JPY' });
    expect(payouts(await of(id))).toEqual(['750']);
  });

  it('once, however often and by how many it is asked for', async () => {
    const { id } = await sold();
    await desk.pay(id, '400.00');
    await Promise.all([book(id), book(id), desk.pay(id, '300.00'), book(id), book(id)]);
    await Promise.all([book(id), book(id), book(id)]);
    await desk.dispatch();
    expect(sum(await of(id))).toBe(58.82);
    await desk.pay(id, '490.00');
    await Promise.all([book(id), book(id), book(id)]);
    expect(sum(await of(id))).toBe(100);
  });

  it('of nobody who has no plan, or one that came later', async () => {
    const partnerId = await desk.partner();
    const { invoice } = await desk.invoice(accountId, partnerId);
    t.clock.set(parseInstant(new Date(Date.parse(t.clock.now()) + 1000).toISOString()));
    await desk.plan([partnerId]);
    await pays(invoice.id, '1190.00');
    expect(await of(invoice.id)).toEqual([]);
  });

  it('by the plan as it was when the order was made', async () => {
    const partnerId = await desk.partner();
    const plan = await desk.plan([partnerId]);
    const { invoice } = await desk.invoice(accountId, partnerId);
    t.clock.set(parseInstant(new Date(Date.parse(t.clock.now()) + 1000).toISOString()));
    await done(api.admin, 'PATCH', `/commission-plans/${plan.id}`, { lines: [{ rate: '50' }] });
    await pays(invoice.id, '1190.00');
    expect(payouts(await of(invoice.id))).toEqual(['100.00']);
  });

  it('by a plan that goes on, or ends, when one of its partners is gone', async () => {
    const [stays, goes] = [await desk.partner(), await desk.partner()];
    const { id } = await desk.plan([stays, goes]);
    await api.admin.call('DELETE', `/ledger-accounts/${goes}`);
    const change = (body: object) => api.admin.call('PATCH', `/commission-plans/${id}`, { body });
    expect(await change({ name: `Renamed ${id}` })).toMatchObject({ status: 200 });
    expect(refusal(await change({ partnerIds: [goes, newId()] })).join(' ')).toContain('422');
    expect(await change({ active: false })).toMatchObject({ status: 200 });
  });

  it('of a tier of partners', async () => {
    const partnerId = await desk.partner();
    await done(api.admin, 'PATCH', `/partner-members/${partnerId}`, { tier: 'gold' });
    await desk.plan([], { tier: 'gold', lines: [{ rate: '12' }] });
    const { invoice } = await desk.invoice(accountId, partnerId);
    await pays(invoice.id, '1190.00');
    expect(payouts(await of(invoice.id))).toEqual(['120.00']);
  });
});

describe('a commission on hold', () => {
  it('is held and let go by staff', async () => {
    const { id } = await sold({ holdDays: 0 });
    await pays(id, '1190.00');
    const [entry] = await of(id);
    expect(entry?.status).toBe('payable');
    const path = `/commissions/${entry?.id}`;
    const held = await done(api.admin, 'POST', `${path}/hold`);
    expect(held).toMatchObject({ status: 'on_hold', holdReason: 'staff' });
    expect(refusal(await api.admin.call('POST', `${path}/hold`))).toEqual([
      409,
      'commission_status_conflict',
    ]);
    expect(await done(api.admin, 'POST', `${path}/release`)).toMatchObject({ status: 'payable' });
    expect(refusal(await api.admin.call('POST', `${path}/release`))).toEqual([
      409,
      'commission_status_conflict',
    ]);
  });

  /** What the statement of a month comes to; nothing where there is none. */
  async function statement(partnerId: string, month: string): Promise<string | undefined> {
    const body = { partnerId, month };
    const answer = await api.admin.call('POST', '/commission-statements', { body });
    expect(answer.status).toBe(201);
    return (answer.body as { data: { total: string }[] }).data[0]?.total;
  }

  const holds = (id: string | undefined) => done(api.admin, 'POST', `/commissions/${id}/hold`);
  const releases = (id: string | undefined) =>
    done(api.admin, 'POST', `/commissions/${id}/release`);
  const stand = async (id: string) =>
    (await of(id)).map(({ payoutAmount, status }) => `${payoutAmount} ${status}`);

  it('is let go with what was taken back of it meanwhile', async () => {
    const { id, partnerId } = await sold({ holdDays: 0 });
    const payment = await pays(id, '1190.00', { receivedOn: '2026-02-01' });
    const [entry] = await of(id);
    await holds(entry?.id);
    await refunds(payment, '595.00');
    expect(await stand(id)).toEqual(['100.00 on_hold', '-50.00 on_hold']);
    expect(await statement(partnerId, '2026-02-01')).toBeUndefined();
    await releases(entry?.id);
    expect(await stand(id)).toEqual(['100.00 payable', '-50.00 payable']);
    expect(await statement(partnerId, '2026-02-01')).toBe('50.00');
    expect(await stand(id)).toEqual(['100.00 on_statement', '-50.00 on_statement']);
  });

  it('is held with what was taken back of it, by whichever of both', async () => {
    const { id } = await sold();
    await refunds(await pays(id, '1190.00'), '595.00');
    const [entry, reversal] = await of(id);
    for (const [held, released] of [
      [entry, reversal],
      [reversal, entry],
    ]) {
      await holds(held?.id);
      expect(await stand(id)).toEqual(['100.00 on_hold', '-50.00 on_hold']);
      await releases(released?.id);
      expect(await stand(id)).toEqual(['100.00 pending', '-50.00 pending']);
    }
  });

  it('leaves alone what was taken back of one that is on a statement', async () => {
    const { id, partnerId } = await sold({ holdDays: 0 });
    const payment = await pays(id, '1190.00', { receivedOn: '2026-02-01' });
    expect(await statement(partnerId, '2026-02-01')).toBe('100.00');
    await refunds(payment, '595.00');
    await refunds(payment, '119.00');
    const [, first] = await of(id);
    await holds(first?.id);
    expect(await stand(id)).toEqual(['100.00 on_statement', '-50.00 on_hold', '-10.00 payable']);
    await releases(first?.id);
    expect(await stand(id)).toEqual(['100.00 on_statement', '-50.00 payable', '-10.00 payable']);
  });

  it('waits for a dispute of its invoice, and goes with it', async () => {
    const { id } = await sold();
    await done(api.admin, 'POST', `/invoices/${id}/send`);
    await pays(id, '595.00');
    await done(api.admin, 'POST', `/invoices/${id}/dispute`, { reason: 'Broken' });
    await desk.dispatch();
    const [held] = await of(id);
    expect(held).toMatchObject({ status: 'on_hold', holdReason: 'dispute' });
    expect(refusal(await api.admin.call('POST', `/commissions/${held?.id}/release`))).toEqual([
      409,
      'commission_status_conflict',
    ]);
    await done(api.admin, 'POST', `/invoices/${id}/resolve`, { outcome: 'rejected' });
    await desk.dispatch();
    expect((await of(id))[0]).toMatchObject({ status: 'pending', holdReason: null });
  });
});

describe('a plan', () => {
  it('overlaps no other for the same partner or tier', async () => {
    const partnerId = await desk.partner();
    await desk.plan([partnerId], { validTo: '2026-06-30' });
    const plan = { name: 'Second', lines: [{ rate: '5' }], currency: 'EUR' };
    const ask = (over: object) =>
      api.admin.call('POST', '/commission-plans', { body: { ...plan, ...over } });
    const partnerIds = [partnerId];
    expect(refusal(await ask({ partnerIds, validFrom: '2026-06-30' }))).toEqual([
      422,
      'plan_overlaps',
    ]);
    expect((await ask({ partnerIds, validFrom: '2026-07-01' })).status).toBe(201);
    expect(refusal(await ask({ validFrom: '2026-07-01', tier: null }))).toEqual([
      422,
      'validation_failed',
    ]);
  });

  it.each([
    [{ lines: [] }, '/lines'],
    [{ lines: [{}] }, '/lines/0/rate'],
    [{ lines: [{ rate: '101' }] }, '/lines/0/rate'],
    [{ lines: [{ rate: '1' }, { rate: '2' }] }, '/lines/1'],
    [{ lines: [{ tiers: [{ upTo: '10.00', rate: '1' }] }] }, '/lines/0/tiers/0/upTo'],
    [{ lines: [{ tiers: [{ rate: '1' }, { rate: '2' }] }] }, '/lines/0/tiers/0/upTo'],
    [{ minimumPayout: '1.001' }, '/minimumPayout'],
    [{ validTo: '2025-12-31' }, '/validTo'],
    [{ partnerIds: ['0190b5a2-3c4d-7e5f-8a6b-7c8d9e0f1a2b'] }, '/partnerIds/0'],
  ])('is refused with %j', async (over, pointer) => {
    const partnerIds = [await desk.partner()];
    const body = {
      name: `Refused ${pointer}`,
      partnerIds,
      lines: [{ rate: '5' }],
      currency: 'EUR',
      validFrom: '2026-01-01',
      ...over,
    };
    const answer = await api.admin.call('POST', '/commission-plans', { body });
    expect([answer.status, answer.body]).toEqual([
      422,
      expect.objectContaining({ errors: [expect.objectContaining({ pointer })] }),
    ]);
  });
});
