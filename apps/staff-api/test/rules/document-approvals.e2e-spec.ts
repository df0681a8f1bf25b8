import { EventConsumers, OutboxDispatcher } from '@quittance/outbox/host';
import { RunWorkflows } from '@quittance/rules/host';
import { SweepContracts } from '@quittance/sales/host';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, memberWith, refusal } from '../access/members.js';
import { defineField, done, made } from '../objects/objects-support.js';
import { newAccount } from '../receivables/billing-support.js';
import { aPlan, call } from '../sales/sales-support.js';
import { billedOn, invoicesOf } from '../sales/subscription-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let accountId: string;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  accountId = await newAccount(t, api.company);
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

async function dispatch(): Promise<void> {
  const consumers = new EventConsumers();
  consumers.register(api.app.get(RunWorkflows));
  const dispatcher = new OutboxDispatcher(t.db, consumers);
  while ((await dispatcher.dispatchOnce(t.clock.now())) > 0);
}

const WAITING = JSON.stringify({ field: 'status', op: 'eq', value: 'waiting' });
const LINE = { description: 'Chair', unitPrice: '20.00', taxRate: '19' };

/** What is sent for approval, and the step that has to wait for it. */
const DOCUMENTS = [
  ['quote', '/quotes', { lines: [{ ...LINE, quantity: '1' }] }, 'submit'],
  ['sales-order', '/sales-orders', { lines: [{ ...LINE, ordered: '1' }] }, 'confirm'],
  ['invoice', '/invoices', { lines: [{ ...LINE, quantity: '1' }] }, 'submit'],
] as const;

describe('a document that a rule sends for approval', () => {
  it.each(DOCUMENTS)('of %s waits with its next step', async (object, path, body, step) => {
    const asked = await memberWith(api, {});
    const me = bodyOf<{ user: { email: string } }>(await asked.call('GET', '/auth/me'));
    await defineField(api.admin, object, { name: 'approval__c', type: 'text' });
    await made(api.admin, '/workflows', {
      object,
      name: `Asks of ${object}`,
      trigger: 'create',
      actions: [
        {
          kind: 'request_approval',
          steps: [{ approver: me.user.email }],
          message: 'May this go out?',
          field: 'approval__c',
        },
      ],
    });
    const { id } = await made(api.admin, path, { accountId, currency: 'EUR', ...body });
    await dispatch();
    const shown = async () => {
      const answer = await api.admin.call('GET', `${path}/${id}`);
      return bodyOf<{ approval__c: string }>(answer).approval__c;
    };
    expect(await shown()).toBe('waiting');
    const next = () => api.admin.call('POST', `${path}/${id}/${step}`);
    expect(refusal(await next())).toEqual([409, 'record_awaits_approval']);
    const list = await done<{ data: { id: string; message: string }[] }>(
      asked,
      'GET',
      '/record-approvals',
    );
    const [approval] = list.data;
    expect(approval?.message).toBe('May this go out?');
    const said = await asked.call('POST', `/record-approvals/${approval?.id}/approve`, {
      body: {},
    });
    expect([said.status, bodyOf(said).status]).toEqual([200, 'approved']);
    expect(await shown()).toBe('approved');
    expect((await next()).status).toBe(200);
  });
});

describe('a subscription that a rule sends for approval', () => {
  const day = (on: string) => t.clock.set(`${on}T10:00:00Z`);
  const books = () => ({ t, api, admin: api.admin });
  const post = (path: string, body: object = {}) => call(api.admin, 'POST', path, body);
  const found = async (path: string) => (await call(api.admin, 'GET', path)).body;

  it('neither begins nor is billed, moved or renewed until that is decided', async () => {
    day('2026-05-01');
    const asked = await memberWith(api, {});
    const me = bodyOf<{ user: { email: string } }>(await asked.call('GET', '/auth/me'));
    await made(api.admin, '/workflows', {
      object: 'subscription',
      name: 'Large ones',
      trigger: 'create',
      condition: 'AND(quantity >= 5, plan.name <> "")',
      actions: [{ kind: 'request_approval', steps: [{ approver: me.user.email }] }],
    });
    const plan = await aPlan(api.admin);
    const terms = { accountId, startDate: '2026-05-02', endDate: '2026-05-31', autoRenew: true };
    const contract = await made(api.admin, '/contracts', terms);
    await post(`/contracts/${contract.id}/activate`);
    const subscribed = (quantity: string, more: object = {}) =>
      made(api.admin, '/subscriptions', {
        accountId,
        currency: 'EUR',
        startDate: '2026-05-02',
        items: [{ planId: plan.id, quantity }],
        ...more,
      });
    const large = await subscribed('5', { contractId: contract.id });
    const small = await subscribed('1');
    const next = await made(api.admin, `/plans/${plan.id}/versions`, {
      frequency: 'monthly',
      prices: [{ currency: 'EUR', unitPrice: '60.00' }],
    });
    await dispatch();
    await billedOn(books(), '2026-05-02');
    const status = async ({ id }: { readonly id: string }) =>
      (await found(`/subscriptions/${id}`)).status;
    expect([await status(large), await status(small)]).toEqual(['pending', 'active']);
    const nets = async () =>
      (await invoicesOf(api.admin))
        .filter(({ issueDate }) => issueDate >= '2026-05-02')
        .flatMap(({ lines }) => lines.map(({ net }) => net));
    expect(await nets()).toEqual(['50.00']);
    const moved = await post(`/plans/${plan.id}/migrate`, { to: next.id, on: 'period_end' });
    expect(moved.body.results).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ subscriptionId: large.id, code: 'record_awaits_approval' }),
        expect.objectContaining({ subscriptionId: small.id, code: null }),
      ]),
    );
    const steps = [
      await post(`/contracts/${contract.id}/renew`),
      await post(`/contracts/${contract.id}/terminate`, { reason: 'No' }),
    ];
    expect(steps.map(({ status: so, code }) => [so, code])).toEqual(
      steps.map(() => [409, 'record_awaits_approval']),
    );
    day('2026-06-01');
    await api.app.get(SweepContracts).execute(t.ctx(api.company.companyId));
    expect((await found(`/contracts/${contract.id}`)).status).toBe('active');
    day('2026-05-03');
    const list = await done<{ data: { id: string }[] }>(asked, 'GET', '/record-approvals');
    const path = `/record-approvals/${list.data[0]?.id}/approve`;
    expect((await asked.call('POST', path, { body: {} })).status).toBe(200);
    await billedOn(books(), '2026-05-03');
    expect(await status(large)).toBe('active');
    expect(await nets()).toEqual(['50.00', '250.00']);
    // One that serves goes on, and is billed once its change is decided.
    await made(api.admin, '/workflows', {
      object: 'subscription',
      name: 'Other numbers',
      trigger: 'change',
      field: 'poNumber',
      actions: [{ kind: 'request_approval', steps: [{ approver: me.user.email }] }],
    });
    await call(api.admin, 'PATCH', `/subscriptions/${small.id}`, { poNumber: 'PO-2' });
    await dispatch();
    await billedOn(books(), '2026-06-02');
    expect(await nets()).not.toContain('60.00');
    const waiting = `/record-approvals?filter=${encodeURIComponent(WAITING)}`;
    const [open] = (await done<{ data: { id: string }[] }>(asked, 'GET', waiting)).data;
    const said = await asked.call('POST', `/record-approvals/${open?.id}/approve`, { body: {} });
    expect(said.status).toBe(200);
    await billedOn(books(), '2026-06-03');
    expect(await nets()).toContain('60.00');
  });
});
