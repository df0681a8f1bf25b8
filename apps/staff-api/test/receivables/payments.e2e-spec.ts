import { newId } from '@quittance/kernel';
import { expectInvariants } from '../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { newAccount, newInvoice, pointersOf, sentInvoice } from './billing-support.js';
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

interface PaymentBody {
  id: string;
  number: string;
  status: string;
  creditNote: { id: string; remaining: string } | null;
}

const call: TestStaffApi['admin']['call'] = (...args) => api.admin.call(...args);
const invoiceNow = async (id: string) => (await call('GET', `/invoices/${id}`)).body;
const keyed = (key?: string) => (key === undefined ? {} : { headers: { 'idempotency-key': key } });
const pay = (id: string, amount: string, more: object = {}, key?: string) => {
  const body = { amount, method: 'bank_transfer', ...more };
  return call('POST', `/invoices/${id}/payments`, { body, ...keyed(key) });
};
const refund = (id: string, body: object = {}, key?: string) =>
  call('POST', `/payments/${id}/refund`, { body: { reason: 'Returned', ...body }, ...keyed(key) });

/** Lets so many hours pass for the answers that are kept: their time is the database's. */
const age = (hours: number) =>
  t.db.write(api.company, (tx) =>
    tx.run(
      `update http.idempotency_key set expires_at =
         (expires_at at time zone 'UTC' - make_interval(hours => $2)) at time zone 'UTC'
       where company_id = $1`,
      [api.company.companyId, hours],
    ),
  );

async function paid(invoiceId: string, amount: string, more: object = {}): Promise<PaymentBody> {
  const answer = await pay(invoiceId, amount, more);
  expect(answer.status).toBe(201);
  return bodyOf<PaymentBody>(answer);
}

describe('POST /invoices/{id}/payments', () => {
  it('records and applies what came in', async () => {
    const { id, number } = await sentInvoice(api.admin, accountId);
    const answer = await pay(id, '40.00', { reference: 'Cheque 7', receivedOn: '2026-03-01' });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      number: expect.stringMatching(/^PAY-\d{6}$/),
      status: 'completed',
      invoiceId: id,
      accountId,
      amount: '40.00',
      appliedAmount: '40.00',
      refundedAmount: '0.00',
      netAmount: '40.00',
      currency: 'EUR',
      method: 'bank_transfer',
      reference: 'Cheque 7',
      provider: null,
      providerPaymentId: null,
      receivedOn: '2026-03-01',
      allocations: [{ invoiceId: id, invoiceNumber: number, amount: '40.00' }],
      refunds: [],
      creditNote: null,
    });
    expect(await invoiceNow(id)).toMatchObject({
      status: 'partially_paid',
      paidAmount: '40.00',
      balance: '60.00',
    });
    await paid(id, '60.00', { reference: 'Cheque 7' });
    expect(await invoiceNow(id)).toMatchObject({ status: 'paid', balance: '0.00' });
    const { id: paymentId } = bodyOf<PaymentBody>(answer);
    expect((await call('GET', `/payments/${paymentId}`)).body).toEqual(answer.body);
    const byNumber = `/payments/by-number/${bodyOf<PaymentBody>(answer).number}`;
    expect((await call('GET', byNumber)).body).toEqual(answer.body);
    expect(refusal(await call('GET', `${byNumber}x`))).toEqual([404, 'not_found']);
    expect((await call('GET', `/invoices/${id}/payments`)).body).toMatchObject({ total: 2 });
  });

  it('pays drafts too, and refuses more than is open', async () => {
    const { id } = await newInvoice(api.admin, accountId);
    const above = await pay(id, '100.01');
    expect(refusal(above)).toEqual([422, 'payment_exceeds_balance']);
    expect(above.body).toMatchObject({
      detail: 'The payment of 100.01 EUR is above the outstanding balance of 100.00 EUR.',
      errors: [{ pointer: '/amount', code: 'max' }],
    });
    await paid(id, '100');
    expect(refusal(await pay(id, '0.01'))).toEqual([422, 'payment_exceeds_balance']);
  });

  it('refuses amounts, currencies and days that cannot be', async () => {
    const { id } = await sentInvoice(api.admin, accountId);
    const answers = [
      await pay(id, '0'),
      await pay(id, '-5'),
      await pay(id, '1.001'),
      await pay(id, '1', { receivedOn: '2026-03-03' }),
      await pay(id, '1', { receivedOn: '1899-12-31' }),
      await pay(id, '1', { method: 'barter' }),
    ];
    expect(answers.map(refusal)).toEqual(answers.map(() => [422, 'validation_failed']));
    expect(answers.flatMap(pointersOf)).toEqual([
      '/amount',
      '/amount',
      '/amount',
      '/receivedOn',
      '/receivedOn',
      '/method',
    ]);
    expect(refusal(await pay(id, '1', { currency: 'USD' }))).toEqual([422, 'currency_mismatch']);
    expect(refusal(await pay(newId(), '1'))).toEqual([404, 'not_found']);
  });

  it('records one payment for one idempotency key, however often it is sent', async () => {
    const { id } = await sentInvoice(api.admin, accountId);
    const headers = { 'idempotency-key': newId() };
    const body = { amount: '10', method: 'cash' };
    const send = () => call('POST', `/invoices/${id}/payments`, { body, headers });
    const first = await send();
    expect((await send()).body).toEqual(first.body);
    expect(await invoiceNow(id)).toMatchObject({ paidAmount: '10.00' });
  });
});

describe('a pending payment', () => {
  it('is not applied until it is cleared; the excess goes on account', async () => {
    const { id } = await sentInvoice(api.admin, accountId);
    const { id: paymentId, status } = await paid(id, '120.00', { pending: true, method: 'cheque' });
    expect(status).toBe('pending');
    expect(await invoiceNow(id)).toMatchObject({ status: 'sent', balance: '100.00' });
    const cleared = await call('POST', `/payments/${paymentId}/clear`);
    expect(cleared.body).toMatchObject({
      status: 'completed',
      appliedAmount: '100.00',
      onAccountAmount: '20.00',
      clearedAt: '2026-03-02T09:00:00.000Z',
      creditNote: { number: expect.stringMatching(/^CN-\d{6}$/), remaining: '20.00' },
    });
    expect(await invoiceNow(id)).toMatchObject({ status: 'paid' });
    const again = await call('POST', `/payments/${paymentId}/clear`);
    expect(refusal(again)).toEqual([409, 'payment_not_pending']);
  });

  it('fails when it is cancelled, and is neither cleared nor refunded afterwards', async () => {
    const { id } = await sentInvoice(api.admin, accountId);
    const { id: paymentId } = await paid(id, '50.00', { pending: true });
    expect(refusal(await refund(paymentId))).toEqual([409, 'payment_not_refundable']);
    const cancelled = await call('POST', `/payments/${paymentId}/cancel`);
    expect(cancelled.body).toMatchObject({ status: 'failed', netAmount: '0.00' });
    for (const operation of ['clear', 'cancel']) {
      const answer = await call('POST', `/payments/${paymentId}/${operation}`);
      expect(refusal(answer)).toEqual([409, 'payment_not_pending']);
    }
    expect(await invoiceNow(id)).toMatchObject({ balance: '100.00' });
  });
});

describe('POST /payments/{id}/refund', () => {
  it('reverses the invoice, part by part, and makes voiding possible again', async () => {
    const { id } = await sentInvoice(api.admin, accountId);
    const { id: paymentId } = await paid(id, '100.00');
    const part = await refund(paymentId, { amount: '30' });
    expect(part.body).toMatchObject({
      status: 'refunded',
      refundedAmount: '30.00',
      netAmount: '70.00',
      allocations: [{ amount: '100.00' }, { amount: '-30.00' }],
      refunds: [{ amount: '30.00', fromCredit: '0.00', fromInvoices: '30.00', reason: 'Returned' }],
    });
    expect(await invoiceNow(id)).toMatchObject({ status: 'partially_paid', balance: '30.00' });
    const tooEarly = await call('POST', `/invoices/${id}/void`, { body: { reason: 'x' } });
    expect(refusal(tooEarly)).toEqual([409, 'invoice_has_payments']);
    expect(refusal(await refund(paymentId, { amount: '70.01' }))).toEqual([
      422,
      'refund_exceeds_payment',
    ]);
    await refund(paymentId);
    expect(await invoiceNow(id)).toMatchObject({ status: 'sent', balance: '100.00' });
    expect(refusal(await refund(paymentId))).toEqual([409, 'payment_not_refundable']);
    const voided = await call('POST', `/invoices/${id}/void`, { body: { reason: 'x' } });
    expect(voided.body).toMatchObject({ status: 'void' });
  });

  it('takes unused credit first, and refuses credit that was spent elsewhere', async () => {
    const own = await newAccount(t, api.company);
    const [{ id }, other] = [await sentInvoice(api.admin, own), await sentInvoice(api.admin, own)];
    const { id: paymentId } = await paid(id, '150.00', { pending: true });
    const { creditNote } = bodyOf<PaymentBody>(await call('POST', `/payments/${paymentId}/clear`));
    await call('POST', `/credit-notes/${creditNote?.id}/apply`, {
      body: { invoiceId: other.id, amount: '30' },
    });
    expect(refusal(await refund(paymentId))).toEqual([409, 'credit_already_used']);
    const part = await refund(paymentId, { amount: '25' });
    expect(part.body).toMatchObject({
      refunds: [{ fromCredit: '20.00', fromInvoices: '5.00' }],
      creditNote: { remaining: '0.00' },
    });
    expect(await invoiceNow(id)).toMatchObject({ status: 'partially_paid', balance: '5.00' });
  });

  it('is answered as before for three days, other operations for one', async () => {
    const { id } = await sentInvoice(api.admin, accountId);
    const payment = () => pay(id, '30.00', {}, 'a-payment');
    const { id: paymentId } = bodyOf<PaymentBody>(await payment());
    const back = () => refund(paymentId, { amount: '10.00' }, 'a-refund');
    const first = await back();
    expect(first.body).toMatchObject({ refundedAmount: '10.00' });
    await age(71);
    const again = await back();
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect((await payment()).headers.get('idempotency-replayed')).toBeNull();
    await age(1);
    expect((await back()).body).toMatchObject({ refundedAmount: '20.00' });
    expect(await invoiceNow(id)).toMatchObject({ paidAmount: '40.00' });
  });

  it('does not pretend to instruct a provider', async () => {
    const { id } = await sentInvoice(api.admin, accountId);
    const { id: paymentId } = await paid(id, '100.00');
    const answer = await refund(paymentId, { instructProvider: true });
    expect(refusal(answer)).toEqual([422, 'provider_refund_not_available']);
    expect(await invoiceNow(id)).toMatchObject({ status: 'paid' });
  });
});

describe('POST /payments', () => {
  const record = (body: object) =>
    call('POST', '/payments', { body: { accountId, currency: 'EUR', method: 'cash', ...body } });

  it('allocates one payment to several invoices and keeps the rest on account', async () => {
    const [one, two] = [
      await sentInvoice(api.admin, accountId),
      await sentInvoice(api.admin, accountId),
    ];
    const answer = await record({
      amount: '250',
      allocations: [
        { invoiceId: one.id, amount: '100' },
        { invoiceId: two.id, amount: '60' },
      ],
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      invoiceId: null,
      appliedAmount: '160.00',
      onAccountAmount: '90.00',
      creditNote: { remaining: '90.00' },
    });
    expect(await invoiceNow(one.id)).toMatchObject({ status: 'paid' });
    expect(await invoiceNow(two.id)).toMatchObject({ status: 'partially_paid', balance: '40.00' });
    const { id } = bodyOf<PaymentBody>(answer);
    // The newest allocation is reversed first, after the credit.
    const back = await refund(id, { amount: '100' });
    expect(back.body).toMatchObject({ refunds: [{ fromCredit: '90.00', fromInvoices: '10.00' }] });
    expect(await invoiceNow(two.id)).toMatchObject({ balance: '50.00' });
    expect((await call('GET', `/invoices/${two.id}/payments`)).body).toMatchObject({ total: 1 });
  });

  it('takes money on account alone', async () => {
    const answer = await record({ amount: '10.00' });
    expect(answer.body).toMatchObject({
      appliedAmount: '0.00',
      creditNote: { remaining: '10.00' },
    });
  });

  it('refuses what does not fit together', async () => {
    const mine = await sentInvoice(api.admin, accountId);
    const foreign = await sentInvoice(api.admin, await newAccount(t, api.company));
    const dollars = await sentInvoice(api.admin, accountId, { currency: 'USD' });
    const on = (...allocations: object[]) => record({ amount: '500', allocations });
    expect(refusal(await on({ invoiceId: foreign.id, amount: '1' }))).toEqual([
      422,
      'account_mismatch',
    ]);
    expect(refusal(await on({ invoiceId: dollars.id, amount: '1' }))).toEqual([
      422,
      'currency_mismatch',
    ]);
    const above = await on({ invoiceId: mine.id, amount: '100.01' });
    expect(refusal(above)).toEqual([422, 'payment_exceeds_balance']);
    expect(pointersOf(above)).toEqual(['/allocations/0/amount']);
    const twice = { invoiceId: mine.id, amount: '1' };
    expect(pointersOf(await on(twice, twice))).toEqual(['/allocations/1/invoiceId']);
    expect(pointersOf(await on({ invoiceId: newId(), amount: '1' }))).toEqual([
      '/allocations/0/invoiceId',
    ]);
    const little = await record({ amount: '1', allocations: [{ ...twice, amount: '2' }] });
    expect(refusal(little)).toEqual([422, 'allocations_exceed_payment']);
    expect(pointersOf(await record({ accountId: newId(), amount: '1' }))).toEqual(['/accountId']);
  });
});

describe('who may', () => {
  it('needs view, create and update on payments', async () => {
    const { id } = await sentInvoice(api.admin, accountId);
    const { id: paymentId } = await paid(id, '1.00');
    const nobody = await memberWith(api, { matrix: { invoices: ['view', 'create', 'update'] } });
    const answers = [
      await nobody.call('GET', '/payments'),
      await nobody.call('GET', `/payments/${paymentId}`),
      await nobody.call('GET', `/invoices/${id}/payments`),
      await nobody.call('POST', '/payments', { body: {} }),
      await nobody.call('POST', `/invoices/${id}/payments`, { body: {} }),
      await nobody.call('POST', `/payments/${paymentId}/refund`, { body: {} }),
    ];
    expect(answers.map(refusal)).toEqual(answers.map(() => [403, 'permission_denied']));
  });

  it('never sees another company’s payment', async () => {
    const { id } = await sentInvoice(api.admin, accountId);
    const { id: paymentId } = await paid(id, '1.00');
    const other = await api.newAdmin();
    const body = { reason: 'mine' };
    const answers = [
      await other.call('GET', `/payments/${paymentId}`),
      await other.call('POST', `/payments/${paymentId}/refund`, { body }),
      await other.call('POST', `/payments/${paymentId}/clear`),
      await other.call('POST', `/invoices/${id}/payments`, {
        body: { amount: '1', method: 'cash' },
      }),
    ];
    expect(answers.map(refusal)).toEqual(answers.map(() => [404, 'not_found']));
  });
});
