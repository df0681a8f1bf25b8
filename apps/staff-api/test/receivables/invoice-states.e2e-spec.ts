import { expectInvariants } from '../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { newAccount, newInvoice, sentInvoice, type InvoiceBody } from './billing-support.js';
import { bodyOf, refusal } from '../access/members.js';

let t: TestDatabase;
let api: TestStaffApi;
let accountId: string;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  accountId = await newAccount(t, api.company);
});
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

const call: TestStaffApi['admin']['call'] = (...args) => api.admin.call(...args);

const operate = (id: string, operation: string, body?: object) =>
  call('POST', `/invoices/${id}/${operation}`, { body });

describe('the states of an invoice', () => {
  it('goes through approval, sending, dispute and resolution', async () => {
    const { id } = await newInvoice(api.admin, accountId);
    const statuses = [];
    for (const operation of ['submit', 'return', 'submit', 'send']) {
      statuses.push(bodyOf<InvoiceBody>(await operate(id, operation)).status);
    }
    expect(statuses).toEqual(['pending', 'draft', 'pending', 'sent']);
    const disputed = await operate(id, 'dispute', { reason: 'Too much' });
    expect(disputed.body).toMatchObject({
      status: 'disputed',
      dispute: {
        reason: 'Too much',
        openedBy: { kind: 'staff', name: 'Ada Admin' },
        closedAt: null,
      },
    });
    const resolved = await operate(id, 'resolve', { note: 'Explained' });
    expect(resolved.body).toMatchObject({
      status: 'sent',
      dispute: { outcome: 'resolved', note: 'Explained' },
    });
  });

  it('voids with a reason, leaving no balance, and never twice', async () => {
    const { id } = await sentInvoice(api.admin, accountId);
    expect((await operate(id, 'void', { reason: 'Wrong customer' })).body).toMatchObject({
      status: 'void',
      balance: '0.00',
      total: '100.00',
      voidReason: 'Wrong customer',
    });
    const again = await operate(id, 'void', { reason: 'Again' });
    expect(refusal(again)).toEqual([409, 'invoice_not_voidable']);
    const edited = await call('PATCH', `/invoices/${id}`, { body: { notes: 'x' } });
    expect(refusal(edited)).toEqual([409, 'invoice_not_editable']);
  });

  it('cancels what was never sent, and it keeps its number', async () => {
    const { id, number } = await newInvoice(api.admin, accountId);
    const cancelled = await operate(id, 'cancel');
    expect(cancelled.body).toMatchObject({ status: 'cancelled', number, balance: '0.00' });
    expect(refusal(await operate(id, 'send'))).toEqual([409, 'invoice_status_conflict']);
  });

  it('sends nothing by e-mail silently', async () => {
    const { id } = await newInvoice(api.admin, accountId);
    expect(refusal(await operate(id, 'send', { email: true }))).toEqual([
      422,
      'email_not_available',
    ]);
    expect((await call('GET', `/invoices/${id}`)).body).toMatchObject({
      status: 'draft',
      version: 1,
    });
  });

  it('neither submits nor sends an invoice without lines', async () => {
    const { id } = await newInvoice(api.admin, accountId, { lines: [] });
    for (const operation of ['submit', 'send']) {
      expect(refusal(await operate(id, operation))).toEqual([422, 'invoice_has_no_lines']);
    }
  });

  it('neither submits nor sends one that has a line of nothing', async () => {
    const some = { description: 'Seat', quantity: '1', unitPrice: '1.00', taxRate: '19' };
    const { id } = await newInvoice(api.admin, accountId, {
      lines: [some, { ...some, quantity: '0' }],
    });
    for (const operation of ['submit', 'send']) {
      const answer = await operate(id, operation);
      expect(refusal(answer)).toEqual([422, 'quantity_zero']);
      expect(answer.body).toMatchObject({ errors: [{ pointer: '/lines/1/quantity' }] });
    }
  });

  it('asks for a reason to void and to dispute', async () => {
    const { id } = await sentInvoice(api.admin, accountId);
    for (const operation of ['void', 'dispute']) {
      expect(refusal(await operate(id, operation, {}))).toEqual([422, 'validation_failed']);
    }
  });

  it('refuses every operation a draft does not allow', async () => {
    const { id } = await newInvoice(api.admin, accountId);
    for (const [operation, body] of [
      ['return', {}],
      ['dispute', { reason: 'x' }],
      ['resolve', {}],
    ] as const) {
      expect(refusal(await operate(id, operation, body))).toEqual([409, 'invoice_status_conflict']);
    }
  });
});
