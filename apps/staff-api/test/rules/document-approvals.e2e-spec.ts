import { EventConsumers, OutboxDispatcher } from '@quittance/outbox/host';
import { RunWorkflows } from '@quittance/rules/host';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, memberWith, refusal } from '../access/members.js';
import { defineField, done, made } from '../objects/objects-support.js';
import { newAccount } from '../receivables/billing-support.js';

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
