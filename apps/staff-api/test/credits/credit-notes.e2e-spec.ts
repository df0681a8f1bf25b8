import { newId } from '@quittance/kernel';
import { expectInvariants } from '../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { newAccount, pointersOf, sentInvoice } from '../receivables/billing-support.js';
import { bodyOf, memberWith, refusal } from '../access/members.js';

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
const move = (id: string, operation: 'apply' | 'unapply', body: object) =>
  call('POST', `/credit-notes/${id}/${operation}`, { body });
const invoiceNow = async (id: string) => (await call('GET', `/invoices/${id}`)).body;

/** Money on account: an issued credit note over the amount. */
async function onAccount(amount: string, account = accountId): Promise<string> {
  const answer = await call('POST', '/payments', {
    body: { accountId: account, amount, currency: 'EUR', method: 'cash' },
  });
  return bodyOf<{ creditNote: { id: string } }>(answer).creditNote.id;
}

describe('a credit note on account', () => {
  it('shows the money it holds and where it came from', async () => {
    const id = await onAccount('80.00');
    const answer = await call('GET', `/credit-notes/${id}`);
    expect(answer.body).toMatchObject({
      id,
      number: expect.stringMatching(/^CN-\d{6}$/),
      kind: 'on_account',
      status: 'issued',
      accountId,
      paymentId: expect.any(String),
      currency: 'EUR',
      issueDate: '2026-03-02',
      total: '80.00',
      appliedAmount: '0.00',
      remaining: '80.00',
      applications: [],
    });
    const byNumber = `/credit-notes/by-number/${bodyOf<{ number: string }>(answer).number}`;
    expect((await call('GET', byNumber)).body).toEqual(answer.body);
    expect(refusal(await call('GET', `${byNumber}x`))).toEqual([404, 'not_found']);
    const filter = JSON.stringify({ field: 'remaining', op: 'eq', value: '80.00' });
    const list = await call('GET', `/credit-notes?filter=${encodeURIComponent(filter)}`);
    expect(list.body).toMatchObject({ total: 1, data: [{ id, remaining: '80.00' }] });
  });

  it('is applied to invoices and taken back', async () => {
    const id = await onAccount('120.00');
    const [one, two] = [
      await sentInvoice(api.admin, accountId),
      await sentInvoice(api.admin, accountId),
    ];
    const first = await move(id, 'apply', { invoiceId: one.id, amount: '100' });
    expect(first.body).toMatchObject({ status: 'partially_applied', remaining: '20.00' });
    expect(await invoiceNow(one.id)).toMatchObject({
      status: 'paid',
      paidAmount: '0.00',
      creditedAmount: '100.00',
      balance: '0.00',
    });
    const second = await move(id, 'apply', { invoiceId: two.id, amount: '20' });
    expect(second.body).toMatchObject({ status: 'applied', remaining: '0.00' });
    const voided = await call('POST', `/invoices/${two.id}/void`, { body: { reason: 'x' } });
    expect(refusal(voided)).toEqual([409, 'invoice_has_payments']);
    const back = await move(id, 'unapply', { invoiceId: one.id });
    expect(back.body).toMatchObject({
      status: 'partially_applied',
      remaining: '100.00',
      applications: [{ amount: '100.00' }, { amount: '20.00' }, { amount: '-100.00' }],
    });
    expect(await invoiceNow(one.id)).toMatchObject({ status: 'sent', creditedAmount: '0.00' });
    const part = await move(id, 'unapply', { invoiceId: two.id, amount: '5' });
    expect(part.body).toMatchObject({ remaining: '105.00' });
    expect(await invoiceNow(two.id)).toMatchObject({ status: 'partially_paid', balance: '85.00' });
  });

  it('is applied at most for what remains and what is open', async () => {
    const id = await onAccount('150.00');
    const { id: invoiceId } = await sentInvoice(api.admin, accountId);
    const codes = [
      await move(id, 'apply', { invoiceId, amount: '150.01' }),
      await move(id, 'apply', { invoiceId, amount: '100.01' }),
      await move(id, 'unapply', { invoiceId }),
      await move(id, 'apply', { invoiceId, amount: '0' }),
      await move(id, 'apply', { invoiceId: newId(), amount: '1' }),
      await move(newId(), 'apply', { invoiceId, amount: '1' }),
    ];
    expect(codes.map(refusal)).toEqual([
      [422, 'credit_exceeds_remaining'],
      [422, 'credit_exceeds_balance'],
      [409, 'credit_not_applied'],
      [422, 'validation_failed'],
      [422, 'reference_not_found'],
      [404, 'not_found'],
    ]);
    expect(codes.slice(3, 5).flatMap(pointersOf)).toEqual(['/amount', '/invoiceId']);
  });

  it('stays with its account and currency', async () => {
    const id = await onAccount('10.00');
    const foreign = await sentInvoice(api.admin, await newAccount(t, api.company));
    const dollars = await sentInvoice(api.admin, accountId, { currency: 'USD' });
    expect(refusal(await move(id, 'apply', { invoiceId: foreign.id, amount: '1' }))).toEqual([
      422,
      'account_mismatch',
    ]);
    expect(refusal(await move(id, 'apply', { invoiceId: dollars.id, amount: '1' }))).toEqual([
      422,
      'currency_mismatch',
    ]);
  });

  it('is void once its money was returned, and cannot be applied', async () => {
    const id = await onAccount('10.00');
    const { paymentId } = bodyOf<{ paymentId: string }>(await call('GET', `/credit-notes/${id}`));
    await call('POST', `/payments/${paymentId}/refund`, { body: { reason: 'Asked back' } });
    expect((await call('GET', `/credit-notes/${id}`)).body).toMatchObject({
      status: 'void',
      remaining: '0.00',
      refundedAmount: '10.00',
      voidReason: expect.stringContaining('PAY-'),
    });
    const { id: invoiceId } = await sentInvoice(api.admin, accountId);
    const answer = await move(id, 'apply', { invoiceId, amount: '1' });
    expect(refusal(answer)).toEqual([409, 'credit_note_not_applicable']);
  });

  it('is used once, however many invoices it is applied to at the same time', async () => {
    const id = await onAccount('100.00');
    const invoices = await Promise.all(
      Array.from({ length: 5 }, () => sentInvoice(api.admin, accountId)),
    );
    const answers = await Promise.all(
      invoices.map((invoice) => move(id, 'apply', { invoiceId: invoice.id, amount: '30' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect((await call('GET', `/credit-notes/${id}`)).body).toMatchObject({ remaining: '10.00' });
  });
});

describe('who may', () => {
  it('needs view and update on credit notes', async () => {
    const id = await onAccount('10.00');
    const nobody = await memberWith(api, { matrix: { payments: ['view', 'update'] } });
    const answers = [
      await nobody.call('GET', '/credit-notes'),
      await nobody.call('GET', `/credit-notes/${id}`),
      await nobody.call('POST', `/credit-notes/${id}/apply`, { body: {} }),
      await nobody.call('POST', `/credit-notes/${id}/unapply`, { body: {} }),
    ];
    expect(answers.map(refusal)).toEqual(answers.map(() => [403, 'permission_denied']));
  });

  it('never sees another company’s credit', async () => {
    const id = await onAccount('10.00');
    const other = await api.newAdmin();
    expect(refusal(await other.call('GET', `/credit-notes/${id}`))).toEqual([404, 'not_found']);
  });
});
