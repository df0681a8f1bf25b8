import { newId } from '@quittance/kernel';
import { expectInvariants } from '../../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { done, type Json, type Made } from '../../objects/objects-support.js';
import { aPlan, call } from '../sales-support.js';
import { asOwner, planDesk, seats, shown, type Document } from './quoted-plan-desk.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let desk: Desk;
beforeAll(async () => {
  t = await testDatabase();
  t.clock.set('2026-03-10T09:00:00.000Z');
  api = await startStaffApi(t);
  admin = api.admin;
  desk = await planDesk(admin);
});
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

type Desk = Awaited<ReturnType<typeof planDesk>>;
const post: Desk['post'] = (...args) => desk.post(...args);
const read: Desk['read'] = (path) => desk.read(path);
const patch: Desk['patch'] = (...args) => desk.patch(...args);
const charged: Desk['charged'] = (...args) => desk.charged(...args);
const versionOf: Desk['versionOf'] = (plan) => desk.versionOf(plan);
const second: Desk['second'] = (...args) => desk.second(...args);
const written: Desk['written'] = (...args) => desk.written(...args);
const newVersion = (plan: Made, unitPrice: string, more: object = {}) =>
  post(`/plans/${plan.id}/versions`, charged(unitPrice, more));

async function accepted({ id }: Made): Promise<Document> {
  for (const operation of ['submit', 'approve', 'send']) await post(`/quotes/${id}/${operation}`);
  return post(`/quotes/${id}/accept`, { name: 'Bo Buyer', evidence: 'A letter' });
}

async function subscriptionOf(contractId: unknown): Promise<Made & { readonly items: Json[] }> {
  const filter = JSON.stringify({ field: 'contractId', op: 'eq', value: contractId });
  const { data } = await read<{ data: Made[] }>(
    `/subscriptions?filter=${encodeURIComponent(filter)}`,
  );
  return read(`/subscriptions/${data[0]?.id}`);
}

/** What 110 calls cost by the subscription of a confirmed order. */
async function ratedOf(order: Made): Promise<Json> {
  const confirmed = await post(`/sales-orders/${order.id}/confirm`);
  const { id, items } = await subscriptionOf(confirmed.contractId);
  const timestamp = '2026-03-10T08:00:00Z';
  const event = { eventId: newId(), meter: 'calls', timestamp, value: '110' };
  await done(admin, 'POST', `/subscriptions/${id}/usage`, { events: [event] });
  const usage = await read<{ charges: Json[] }>(`/subscriptions/${id}/usage`);
  const { planId, planVersionId } = items[0] as Json;
  return { planId, planVersionId, amount: usage.charges[0]?.amount };
}

describe('what is offered of a plan', () => {
  it('is the newest version of its product, with what usage costs, in no total', async () => {
    const plan = await aPlan(admin, charged('0.02'));
    const quote = await written([seats(plan)]);
    expect(quote.lines[0]).toMatchObject({
      planId: plan.id,
      planVersionId: await versionOf(plan),
      charges: [
        {
          key: 'calls',
          name: 'API calls',
          unit: 'call',
          included: '10',
          model: 'per_unit',
          unitPrice: '0.02',
        },
      ],
      usageMinimum: '20.00',
      total: '47.60',
    });
    expect(quote.total).toBe('47.60');
    expect((await read(`/quotes/${quote.id}`)).lines).toEqual(quote.lines);
  });

  it('stays as it was submitted: a later version neither bills nor changes it', async () => {
    const plan = await aPlan(admin, charged('0.02'));
    const planVersionId = await versionOf(plan);
    const quote = await written([seats(plan)]);
    const { contentHash } = await accepted(quote);
    await newVersion(plan, '9.00');
    const order = await post(`/quotes/${quote.id}/convert`);
    expect(shown(order)).toMatchObject({ planVersionId, prices: ['0.02'] });
    expect(await ratedOf(order)).toEqual({ planId: plan.id, planVersionId, amount: '2.00' });
    expect((await read(`/quotes/${quote.id}`)).contentHash).toBe(contentHash);
  });

  it('is part of the receipt, and makes another content', async () => {
    const plan = await aPlan(admin, charged('0.02'));
    const quote = await written([seats(plan)]);
    await accepted(quote);
    const { receipt } = await read<{ receipt: string }>(`/quotes/${quote.id}/acceptance`);
    const { quote: content, acceptance } = JSON.parse(receipt) as Record<string, Document>;
    for (const document of [content, acceptance]) {
      expect(document?.lines[0]).toMatchObject({
        planVersionId: quote.lines[0]?.planVersionId,
        charges: [{ name: 'API calls', included: '10', unitPrice: '0.02' }],
        usageMinimum: '20.00',
      });
    }
    const plain = await aPlan(admin);
    const bare = await written([seats(plain)]);
    await accepted(bare);
    const other = await read<{ receipt: string }>(`/quotes/${bare.id}/acceptance`);
    expect(other.receipt).not.toMatch(/charges|planVersionId|usageMinimum/);
  });

  it('is another plan of the product where it is said, with the quote and its order', async () => {
    const plan = await aPlan(admin, charged('0.02'));
    const other = await second(plan, charged('0.05'));
    const quote = await written([seats(plan, { planId: other.id })]);
    expect(shown(quote)).toMatchObject({ planId: other.id, prices: ['0.05'] });
    await accepted(quote);
    const order = await post(`/quotes/${quote.id}/convert`);
    expect(await ratedOf(order)).toMatchObject({ planId: other.id, amount: '5.00' });
  });

  it('stays in a draft until that is priced again; what was said stays then, too', async () => {
    const plan = await aPlan(admin, charged('0.02'));
    const old = await versionOf(plan);
    const quote = await written([seats(plan), seats(plan, { frequency: 'monthly' })]);
    const pinned = await written([seats(plan, { planVersionId: old })]);
    const chosen = await written([seats(plan, { planId: plan.id })]);
    await newVersion(plan, '9.00');
    const at = `/quotes/${quote.id}`;
    expect(shown(await patch(at, { title: 'T' }))).toMatchObject({ prices: ['0.02'] });
    const more = await post(`${at}/lines`, seats(plan));
    expect(shown(more, 2)).toMatchObject({ planVersionId: old });
    expect(
      shown(await patch(`${at}/lines/${quote.lines[0]?.id}`, { frequency: 'monthly' })),
    ).toEqual(shown(quote));
    const repriced = async ({ id }: Made) => {
      const answer = await done<{ quote: Document }>(admin, 'POST', `/quotes/${id}/reprice`);
      return shown(answer.quote).prices;
    };
    expect(await repriced(quote)).toEqual(['9.00']);
    expect(await repriced(pinned)).toEqual(['0.02']);
    expect(await repriced(chosen)).toEqual(['9.00']);
  });

  it('is found anew where a line becomes another, and taken back with null', async () => {
    const plan = await aPlan(admin, charged('0.02'));
    const other = await second(plan, charged('0.05'));
    const next = await aPlan(admin, charged('0.07'));
    const quote = await written([seats(plan, { planId: other.id })]);
    const at = `/quotes/${quote.id}/lines/${quote.lines[0]?.id}`;
    expect(shown(await patch(at, { planId: null }))).toMatchObject({ planId: plan.id });
    const exact = await patch(at, { planVersionId: await versionOf(other) });
    expect(shown(exact)).toMatchObject({ planId: other.id, prices: ['0.05'] });
    expect(shown(await patch(at, { planId: plan.id }))).toMatchObject({ prices: ['0.02'] });
    const moved = await patch(at, { productId: next.productId });
    expect(shown(moved)).toMatchObject({ planId: next.id, prices: ['0.07'] });
    const weekly = await patch(at, { frequency: 'weekly' });
    expect(shown(weekly)).toMatchObject({ planId: null, planVersionId: null, prices: [] });
  });

  it('goes on to revisions, and is found again for copies unless it was said', async () => {
    const plan = await aPlan(admin, charged('0.02'));
    const planVersionId = await versionOf(plan);
    const [found, said] = [
      await written([seats(plan)]),
      await written([seats(plan, { planVersionId })]),
    ];
    for (const operation of ['submit', 'approve']) await post(`/quotes/${found.id}/${operation}`);
    await newVersion(plan, '9.00');
    expect(shown(await post(`/quotes/${found.id}/revise`))).toEqual(shown(found));
    expect(shown(await post(`/quotes/${found.id}/clone`))).toMatchObject({ prices: ['9.00'] });
    expect(shown(await post(`/quotes/${said.id}/clone`))).toEqual(shown(said));
  });

  it('is begun with what a template says, which is held against the plan', async () => {
    const plan = await aPlan(admin, charged('0.02'));
    const other = await second(plan, charged('0.05'));
    const template = { name: `T ${newId()}`, lines: [seats(plan, { planId: other.id })] };
    const { id: templateId } = await post('/quote-templates', template);
    const quote = await desk.post('/quotes', {
      accountId: desk.accountId,
      currency: 'EUR',
      templateId,
    });
    expect(shown(quote)).toMatchObject({ planId: other.id });
    const lines = [seats(plan, { planId: other.id, frequency: 'annually' })];
    const refused = await call(admin, 'POST', '/quote-templates', { name: 'Bad', lines });
    expect(refused.body).toMatchObject({
      errors: [{ pointer: '/lines/0/planId', code: 'frequency' }],
    });
  });
});

describe('a plan that is not there any more', () => {
  it('is offered nobody, and stays for whoever has accepted it', async () => {
    const plan = await aPlan(admin, charged('0.02'));
    const [draft, agreed] = [await written([seats(plan)]), await written([seats(plan)])];
    await accepted(agreed);
    await patch(`/plans/${plan.id}`, { active: false });
    const refused = await call(admin, 'POST', `/quotes/${draft.id}/submit`, {});
    expect([refused.status, refused.code]).toEqual([422, 'order_plan_missing']);
    const order = await post(`/quotes/${agreed.id}/convert`);
    expect(await ratedOf(order)).toMatchObject({ planId: plan.id, amount: '2.00' });
  });
});

describe('an order without a quote', () => {
  it('is of the plan that it was written with, or that was said', async () => {
    const plan = await aPlan(admin, charged('0.02'));
    const other = await second(plan, charged('0.05'));
    const order = (more: object = {}) =>
      post('/sales-orders', {
        accountId: desk.accountId,
        currency: 'EUR',
        lines: [seats(plan, more)],
      });
    const [found, said] = [await order(), await order({ planId: other.id })];
    expect([shown(found).prices, shown(said).prices]).toEqual([['0.02'], ['0.05']]);
    await newVersion(plan, '9.00');
    expect(shown(await post(`/sales-orders/${found.id}/clone`))).toMatchObject({
      prices: ['9.00'],
    });
    expect(shown(await post(`/sales-orders/${said.id}/clone`))).toEqual(shown(said));
    expect(await ratedOf(found)).toMatchObject({ planId: plan.id, amount: '2.00' });
    expect(await ratedOf(said)).toMatchObject({ planId: other.id, amount: '5.00' });
  });

  it('has another plan once its line is changed', async () => {
    const plan = await aPlan(admin, charged('0.02'));
    const other = await second(plan, charged('0.05'));
    const lines = [seats(plan)];
    const order = await post('/sales-orders', {
      accountId: desk.accountId,
      currency: 'EUR',
      lines,
    });
    const at = `/sales-orders/${order.id}/lines/${order.lines[0]?.id}`;
    expect(shown(await patch(at, { planId: other.id }))).toMatchObject({ prices: ['0.05'] });
    expect(shown(await patch(at, { unitPrice: '41.00' }))).toMatchObject({ prices: ['0.05'] });
    expect(shown(await patch(at, { planId: null }))).toMatchObject({ prices: ['0.02'] });
  });
});

describe('what was written before lines had plans', () => {
  const forget = (table: string, document: string, id: string) =>
    asOwner(
      t.ownerUrl,
      `update sales.${table} set plan_id = null, plan_version_id = null, plan_said = null,
       charges = '[]', usage_minimum = null where company_id = $1 and ${document} = $2`,
      [admin.companyId, id],
    );

  it('is of the newest version as it is ordered', async () => {
    const plan = await aPlan(admin, charged('0.02'));
    const quote = await written([seats(plan)]);
    await accepted(quote);
    await forget('quote_line', 'quote_id', quote.id);
    await newVersion(plan, '0.09');
    const order = await post(`/quotes/${quote.id}/convert`);
    expect(shown(order)).toMatchObject({ planVersionId: null, prices: [] });
    expect(await ratedOf(order)).toMatchObject({ planId: plan.id, amount: '9.00' });
  });

  it('is fixed as it is submitted', async () => {
    const plan = await aPlan(admin, charged('0.02'));
    const quote = await written([seats(plan)]);
    await forget('quote_line', 'quote_id', quote.id);
    const submitted = await post(`/quotes/${quote.id}/submit`);
    expect(shown(submitted)).toEqual(shown(quote));
    expect(shown(await read(`/quotes/${quote.id}`))).toEqual(shown(quote));
  });
});
