import { SweepContracts } from '@quittance/sales/host';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, memberWith, refusal } from '../access/members.js';
import { defineField, done, made } from '../objects/objects-support.js';
import { newAccount } from '../receivables/billing-support.js';
import { aPlan, call } from '../sales/sales-support.js';
import { billedOn, invoicesOf } from '../sales/subscription-support.js';
import { heardByRules, heardOnceByRules } from './heard-by-rules.js';

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

/** Events that are there, and not those that they lead to. */
const dispatchOnce = () => heardOnceByRules(api, t);

const dispatch = () => heardByRules(api, t);

const WAITING = JSON.stringify({ field: 'status', op: 'eq', value: 'waiting' });
const LINE = { description: 'Chair', unitPrice: '20.00', taxRate: '19' };

describe('a rule that asks of some', () => {
  const post = (path: string, body: object = {}) => api.admin.call('POST', path, { body });
  const asks = async (object: string, more: object) => {
    const asked = await memberWith(api, {});
    const me = bodyOf<{ user: { email: string } }>(await asked.call('GET', '/auth/me'));
    return made(api.admin, '/workflows', {
      object,
      name: `Some of ${object}`,
      actions: [{ kind: 'request_approval', steps: [{ approver: me.user.email }] }],
      ...more,
    });
  };
  const invoice = (quantity: string) =>
    made(api.admin, '/invoices', { accountId, currency: 'EUR', lines: [{ ...LINE, quantity }] });

  it('holds what its condition holds of, by the change, and nothing else', async () => {
    const raised = 'AND(ISCHANGED(total), total > 10000, PRIORVALUE(total) < 10000)';
    await asks('invoice', { trigger: 'update', condition: raised });
    const [raisedOne, other] = [await invoice('400'), await invoice('400')];
    await dispatch();
    const more = await post(`/invoices/${raisedOne.id}/lines`, { ...LINE, quantity: '500' });
    expect(more.status).toBeLessThan(300);
    expect(refusal(await post(`/invoices/${raisedOne.id}/send`))).toEqual([
      409,
      'record_awaits_approval',
    ]);
    expect((await post(`/invoices/${other.id}/send`)).status).toBe(200);
    await dispatch();
    const due = await t.db.read(t.ctx(api.company.companyId), (tx) =>
      tx.rows<object>('select 1 from rules.due_approval where company_id = $1', [
        api.company.companyId,
      ]),
    );
    expect(due).toEqual([]);
    expect((await post(`/invoices/${raisedOne.id}/send`)).status).toBe(409);
  });

  it('holds what another rule will have it hold of, before and behind that rule', async () => {
    await defineField(api.admin, 'invoice', { name: 'check__c', type: 'text' });
    const sets = { kind: 'set_field', field: 'check__c', formula: '"needed"' };
    const checks = { trigger: 'create', condition: 'poNumber = "LATER"', actions: [sets] };
    await made(api.admin, '/workflows', { object: 'invoice', name: 'Checks', ...checks });
    const needed = { trigger: 'change', field: 'check__c', condition: 'check__c = "needed"' };
    await asks('invoice', { name: 'Asks of what is needed', ...needed });
    const one = { accountId, currency: 'EUR', lines: [{ ...LINE, quantity: '1' }] };
    const held = await made(api.admin, '/invoices', { ...one, poNumber: 'LATER' });
    const free = await made(api.admin, '/invoices', { ...one, poNumber: 'NOW' });
    const send = async ({ id }: { id: string }) => (await post(`/invoices/${id}/send`)).status;
    expect([await send(held), await send(free)]).toEqual([409, 200]);
    await dispatchOnce();
    expect(await send(held)).toBe(409);
    await dispatch();
    expect(await send(held)).toBe(409);
  });

  it('holds what it could ask nobody about, until that is otherwise', async () => {
    await defineField(api.admin, 'invoice', { name: 'asked__c', type: 'text' });
    const steps = [{ approver: 'requester.manager' }];
    await asks('invoice', {
      name: 'Asks whom nobody reports to',
      trigger: 'save',
      condition: 'poNumber = "NOBODY"',
      actions: [{ kind: 'request_approval', steps, field: 'asked__c' }],
    });
    const one = { accountId, currency: 'EUR', lines: [{ ...LINE, quantity: '1' }] };
    const { id } = await made(api.admin, '/invoices', { ...one, poNumber: 'NOBODY' });
    const given = await made(api.admin, '/invoices', { ...one, poNumber: 'NOBODY' });
    await dispatch();
    const refused = [409, 'record_awaits_approval'];
    expect(refusal(await post(`/invoices/${id}/send`))).toEqual(refused);
    // Of what is given up it cannot be shown, which keeps nothing else from being heard.
    expect((await post(`/invoices/${given.id}/cancel`)).status).toBe(200);
    await dispatch();
    const dead = await t.db.read(t.ctx(api.company.companyId), (tx) =>
      tx.rows<object>(
        `select type from outbox.event where company_id = $1 and record_id = $2
           and state <> 'dispatched'`,
        [api.company.companyId, given.id],
      ),
    );
    expect(dead).toEqual([]);
    const of = JSON.stringify({ field: 'recordId', op: 'eq', value: id });
    const listed = await api.admin.call(
      'GET',
      `/record-approvals?filter=${encodeURIComponent(of)}`,
    );
    const said = { decision: 'reject', by: null, note: expect.stringMatching(/requester.manager/) };
    expect(listed.body).toMatchObject({ data: [{ status: 'rejected', history: [said] }] });
    const shown = await api.admin.call('GET', `/invoices/${id}`);
    expect(shown.body).toMatchObject({ asked__c: 'rejected' });
    await api.admin.call('PATCH', `/invoices/${id}`, { body: { poNumber: 'KNOWN' } });
    await dispatch();
    expect((await post(`/invoices/${id}/send`)).status).toBe(200);
  });

  it('lets no order be taken over as one that binds', async () => {
    await made(api.admin, '/accounts', { name: 'Keyed', externalKey: 'C-1' });
    await asks('sales-order', { trigger: 'create', condition: 'poNumber = "ASK"' });
    const body = [
      'reference,accountKey,currency,status,poNumber,' +
        'line.description,line.ordered,line.unitPrice,line.taxRate',
      'A-1,C-1,EUR,confirmed,ASK,Chair,1,20.00,19',
      'A-2,C-1,EUR,pending,ASK,Chair,1,20.00,19',
      'A-3,C-1,EUR,draft,ASK,Chair,1,20.00,19',
      'A-4,C-1,EUR,confirmed,PO-1,Chair,1,20.00,19',
    ].join('\n');
    const headers = { 'content-type': 'text/csv' };
    const answer = await api.admin.call('POST', '/sales-orders/import', { body, headers });
    const { results } = bodyOf<{ results: { id?: string }[] }>(answer);
    const waits = { status: 'failed', problem: { code: 'record_awaits_approval' } };
    const id = expect.any(String) as string;
    expect(results).toMatchObject([waits, waits, { id }, { id }]);
    const placed = await post(`/sales-orders/${results[2]?.id}/place`);
    expect(refusal(placed)).toEqual([409, 'record_awaits_approval']);
  });
});

it('is called before the save of a document by a change of what every company has', async () => {
  await defineField(api.admin, 'invoice', { name: 'moved__c', type: 'text' });
  const formula = 'IF(ISCHANGED(dueDate), TEXT(PRIORVALUE(dueDate)), "not")';
  await made(api.admin, '/workflows', {
    object: 'invoice',
    name: 'Keeps when it was due',
    timing: 'before_save',
    trigger: 'change',
    field: 'dueDate',
    actions: [{ kind: 'set_field', field: 'moved__c', formula }],
  });
  const dated = { issueDate: '2026-03-01', dueDate: '2026-03-31' };
  const lines = [{ ...LINE, quantity: '1' }];
  const { id } = await made(api.admin, '/invoices', {
    accountId,
    currency: 'EUR',
    ...dated,
    lines,
  });
  const patched = async (body: object) =>
    (await api.admin.call('PATCH', `/invoices/${id}`, { body })).body;
  expect(await patched({ poNumber: 'PO-1' })).toMatchObject({ moved__c: null });
  expect(await patched({ dueDate: '2026-04-30' })).toMatchObject({ moved__c: '2026-03-31' });
});

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
    const next = () => api.admin.call('POST', `${path}/${id}/${step}`);
    // From the moment it is made on, whenever the worker comes to it.
    const early = await Promise.all([next(), next()]);
    expect(early.map((answer) => refusal(answer))).toEqual(
      early.map(() => [409, 'record_awaits_approval']),
    );
    await dispatch();
    const shown = async () => {
      const answer = await api.admin.call('GET', `${path}/${id}`);
      return bodyOf<{ approval__c: string }>(answer).approval__c;
    };
    expect(await shown()).toBe('waiting');
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
