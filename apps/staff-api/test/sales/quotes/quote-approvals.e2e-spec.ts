import { expectInvariants } from '../../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { bodyOf, memberWith, refusal } from '../../access/members.js';
import { newAccount } from '../../receivables/billing-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let accountId: string;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  accountId = await newAccount(t, api.company);
  const body = { mode: 'rules', rules: [{ maxPercent: '15', maxTotal: '1.00' }] };
  await api.admin.call('PUT', '/settings/quote-approval', { body });
});
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

const LINE = { description: 'Till', quantity: '1', unitPrice: '50.00', taxRate: '19' };
const seller = () =>
  memberWith(api, { matrix: { quotes: ['view', 'create', 'update', 'approve'] } });
const call = async (by: StaffClient, method: string, path: string, body?: object) =>
  by.call(method, path, { ...(body && { body }) });
const drafted = async (by: StaffClient) =>
  bodyOf<{ id: string }>(
    await call(by, 'POST', '/quotes', { accountId, currency: 'EUR', lines: [LINE] }),
  ).id;

describe('where a rule asks for approval', () => {
  it('nobody approves what they wrote, priced last or submitted, and others do', async () => {
    const [writer, pricer, submitter, other] = [
      await seller(),
      await seller(),
      await seller(),
      await seller(),
    ];
    const id = await drafted(writer);
    await call(pricer, 'POST', `/quotes/${id}/lines`, { ...LINE, unitPrice: '70.00' });
    expect((await call(submitter, 'POST', `/quotes/${id}/submit`)).status).toBe(200);
    for (const own of [writer, pricer, submitter]) {
      expect(refusal(await call(own, 'POST', `/quotes/${id}/approve`))).toEqual([
        409,
        'own_approval',
      ]);
    }
    expect((await call(other, 'POST', `/quotes/${id}/approve`)).status).toBe(200);
  });
});

describe('a customer on hard hold', () => {
  it('is not put on a draft that was written for another', async () => {
    const held = await newAccount(t, api.company);
    const id = await drafted(api.admin);
    const hold = { accountId: held, strength: 'hard', reason: 'overdue_payment' };
    expect((await call(api.admin, 'POST', '/credit-holds', hold)).status).toBe(201);
    const patch = (body: object) => call(api.admin, 'PATCH', `/quotes/${id}`, body);
    expect(refusal(await patch({ accountId: held }))).toEqual([422, 'credit_hold_hard']);
    expect((await patch({ title: 'Still for the first' })).body).toMatchObject({ accountId });
  });
});

describe('a quote that is decided', () => {
  it('is shared by no new link', async () => {
    const id = await drafted(api.admin);
    const other = await seller();
    for (const [by, step] of [
      [api.admin, 'submit'],
      [other, 'approve'],
      [api.admin, 'send'],
    ] as const) {
      expect((await call(by, 'POST', `/quotes/${id}/${step}`)).status).toBe(200);
    }
    expect((await call(api.admin, 'POST', `/quotes/${id}/share`)).status).toBe(200);
    await call(api.admin, 'POST', `/quotes/${id}/accept`, { name: 'Bea', evidence: 'Letter' });
    expect(refusal(await call(api.admin, 'POST', `/quotes/${id}/share`))).toEqual([
      409,
      'quote_not_open',
    ]);
  });

  it('is e-mailed by nobody without a mail server, or without the right to share', async () => {
    const id = await drafted(api.admin);
    await call(api.admin, 'POST', `/quotes/${id}/submit`);
    const other = await seller();
    await call(other, 'POST', `/quotes/${id}/approve`);
    const send = (by: StaffClient) => call(by, 'POST', `/quotes/${id}/send`, { email: true });
    expect(refusal(await send(other))).toEqual([403, 'permission_denied']);
    expect(refusal(await send(api.admin))).toEqual([422, 'email_not_available']);
    expect((await call(api.admin, 'GET', `/quotes/${id}`)).body).toMatchObject({
      status: 'approved',
    });
  });
});
