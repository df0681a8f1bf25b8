import { newId } from '@quittance/kernel';
import { startFakeRazorpay, type FakeRazorpay } from '@quittance/payment-razorpay/testing';
import { expectInvariants } from '../../../../test/support/invariants.js';
import {
  startStaffApi,
  type Answer,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import {
  newAccount,
  newInvoice,
  pointersOf,
  sentInvoice,
  newLinks,
} from '../receivables/billing-support.js';
import { bodyOf, memberWith, refusal } from '../access/members.js';

const SECRET = 'the-webhook-secret';

let t: TestDatabase;
let api: TestStaffApi;
let fake: FakeRazorpay;
let accountId: string;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t, { PORTAL_PUBLIC_URL: 'https://portal.example' });
  fake = await startFakeRazorpay();
  accountId = await newAccount(t, api.company);
});

afterAll(async () => {
  await expectInvariants(t);
  await fake?.stop();
  await api?.close();
  await t?.close();
});

const call: StaffClient['call'] = (...args) => api.admin.call(...args);
const checkout = (body: object, headers: Record<string, string> = {}) =>
  call('POST', '/payments/checkout', { body, headers });

async function withRazorpay(settings: object = {}): Promise<void> {
  const { keyId, keySecret, url } = fake;
  await call('PUT', '/connectors/payment', {
    body: {
      provider: 'razorpay',
      credentials: { keyId, keySecret, webhookSecret: SECRET },
      settings: { baseUrl: url, ...settings },
    },
  });
}

/** Pays the link of a checkout at the fake and delivers the webhook to this host. */
function payAndTell(answer: Answer, more: Record<string, unknown> = {}): Promise<Answer> {
  const { providerLinkId } = bodyOf<{ providerLinkId: string }>(answer);
  const { payment } = fake.pay(providerLinkId);
  return tell('payment.captured', { payment: { ...payment, ...more } });
}

function tell(event: string, entities: Record<string, unknown>): Promise<Answer> {
  const { body, headers } = fake.webhook(event, entities, SECRET);
  return api.call('POST', '/payments/webhook/razorpay', { body, headers });
}

describe('POST /payments/checkout', () => {
  it('makes a sandbox link on the portal host for a company without a connector', async () => {
    const { id } = await sentInvoice(api.admin, accountId);
    const answer = await checkout({ invoiceId: id, callbackUrl: 'https://portal.example/paid' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      checkoutId: expect.any(String),
      invoiceId: id,
      allocations: [{ invoiceId: id, amount: '100.00' }],
      provider: 'sandbox',
      providerLinkId: expect.stringMatching(/^sbl_/),
      paymentUrl: expect.stringMatching(/^https:\/\/portal\.example\/sandbox\/pay\/sbl_/),
      lastingUrl: expect.stringMatching(/^https:\/\/portal\.example\/pay\/[\w-]{86}$/),
      amount: '100.00',
      currency: 'EUR',
      expiresAt: '2026-04-01T09:00:00.000Z',
    });
    expect((await checkout({ invoiceId: id })).body).toEqual(answer.body);
  });

  it('of a draft works too: drafts can be paid', async () => {
    const { id } = await newInvoice(api.admin, accountId);
    expect((await checkout({ invoiceId: id })).status).toBe(201);
  });

  it('with a sales order collects its latest open invoice', async () => {
    const { salesOrderId } = await newLinks(api.admin, accountId);
    const older = { salesOrderId, issueDate: '2026-02-01', dueDate: '2026-02-28' };
    await sentInvoice(api.admin, accountId, older);
    const { id } = await sentInvoice(api.admin, accountId, { salesOrderId });
    const voided = await sentInvoice(api.admin, accountId, { salesOrderId });
    await call('POST', `/invoices/${voided.id}/void`, { body: { reason: 'Mistake' } });
    expect((await checkout({ salesOrderId })).body).toMatchObject({ invoiceId: id });
  });

  it('of a part asks for just that', async () => {
    const { id } = await sentInvoice(api.admin, accountId);
    expect((await checkout({ invoiceId: id, amount: '40.00' })).body).toMatchObject({
      amount: '40.00',
    });
    expect(await checkout({ invoiceId: id, amount: '100.01' })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/amount', code: 'max' }] },
    });
  });

  it('of a void invoice is refused', async () => {
    const { id } = await sentInvoice(api.admin, accountId);
    await call('POST', `/invoices/${id}/void`, { body: { reason: 'Mistake' } });
    expect(refusal(await checkout({ invoiceId: id }))).toEqual([422, 'invoice_has_no_balance']);
  });

  it.each([
    ['an unknown invoice', { invoiceId: newId() }, [422, 'reference_not_found']],
    ['an unknown order', { salesOrderId: newId() }, [422, 'reference_not_found']],
    ['neither', {}, [422, 'validation_failed']],
    ['both', { invoiceId: newId(), salesOrderId: newId() }, [422, 'validation_failed']],
    ['an id that is none', { invoiceId: 'INV-1' }, [422, 'validation_failed']],
    ['an unknown member', { invoiceId: newId(), price: '1' }, [400, 'malformed_request']],
  ])('with %s is refused', async (_, body, expected) => {
    expect(refusal(await checkout(body))).toEqual(expected);
  });

  it.each([
    'http://shop.example/',
    'https://user:word@shop.example/',
    'javascript:alert(1)',
    'https://10.0.0.5/',
    'https://shop.example/not-ours',
    '//shop.example',
  ])('with the callback %s is refused', async (callbackUrl) => {
    const { id } = await sentInvoice(api.admin, accountId);
    const answer = await checkout({ invoiceId: id, callbackUrl });
    expect(refusal(answer)).toEqual([422, 'validation_failed']);
    expect(pointersOf(answer)).toEqual(['/callbackUrl']);
  });

  it('of an invoice of another company finds none', async () => {
    const { id } = await sentInvoice(api.admin, accountId);
    const stranger = await api.newAdmin();
    const answer = await stranger.call('POST', '/payments/checkout', { body: { invoiceId: id } });
    expect(refusal(answer)).toEqual([422, 'reference_not_found']);
  });

  it('needs the right to create payments', async () => {
    const { id } = await sentInvoice(api.admin, accountId);
    const body = { invoiceId: id };
    const viewer = await memberWith(api, { matrix: { payments: ['view', 'update', 'delete'] } });
    expect(refusal(await viewer.call('POST', '/payments/checkout', { body }))).toEqual([
      403,
      'permission_denied',
    ]);
    const clerk = await memberWith(api, { matrix: { payments: ['create'] } });
    expect((await clerk.call('POST', '/payments/checkout', { body })).status).toBe(201);
  });

  it('with an idempotency key is answered again byte for byte', async () => {
    const { id } = await sentInvoice(api.admin, accountId);
    const headers = { 'idempotency-key': newId() };
    const first = await checkout({ invoiceId: id }, headers);
    const again = await checkout({ invoiceId: id }, headers);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });
});

describe('collecting through Razorpay', () => {
  beforeAll(() => withRazorpay());

  it('settles the invoice and shows every step', async () => {
    const invoice = await sentInvoice(api.admin, accountId);
    const link = await checkout({ invoiceId: invoice.id });
    const told = await payAndTell(link);
    expect(told.status).toBe(200);
    expect(told.body).toMatchObject({ received: true, applied: true });
    const { paymentId } = bodyOf<{ paymentId: string }>(told);
    expect((await call('GET', `/invoices/${invoice.id}`)).body).toMatchObject({
      status: 'paid',
      balance: '0.00',
    });
    expect((await call('GET', `/payments/${paymentId}`)).body).toMatchObject({
      amount: '100.00',
      method: 'gateway',
      provider: 'razorpay',
      status: 'completed',
    });
    const { data } = bodyOf<{ data: object[] }>(
      await call('GET', `/invoices/${invoice.id}/checkouts`),
    );
    expect(data).toMatchObject([{ status: 'paid', paymentId, paymentUrl: null }]);
    expect(refusal(await checkout({ invoiceId: invoice.id }))).toEqual([
      422,
      'invoice_has_no_balance',
    ]);
  });

  it('lists verified webhooks, with filters, and never a secret', async () => {
    const filter = JSON.stringify({ field: 'applied', op: 'eq', value: true });
    const list = await call(
      'GET',
      `/payments/webhook-deliveries?filter=${encodeURIComponent(filter)}`,
    );
    expect(bodyOf<{ data: object[] }>(list).data[0]).toMatchObject({
      provider: 'razorpay',
      type: 'payment.captured',
      applied: true,
      reason: null,
      eventId: expect.stringMatching(/^evt_/),
      durationMs: expect.any(Number),
    });
    expect(JSON.stringify(list.body)).not.toContain(SECRET);
  });

  it('shows payments that failed on their invoice', async () => {
    const { id } = await sentInvoice(api.admin, accountId);
    const link = bodyOf<{ providerLinkId: string }>(await checkout({ invoiceId: id }));
    const { payment } = fake.pay(link.providerLinkId);
    const failed = { ...payment, error_code: 'DECLINED', error_description: 'Card declined' };
    await tell('payment.failed', { payment: failed });
    const { data } = bodyOf<{ data: { failedPayments: object[] }[] }>(
      await call('GET', `/invoices/${id}/checkouts`),
    );
    expect(data[0]?.failedPayments).toEqual([
      {
        provider: 'razorpay',
        providerPaymentId: payment.id,
        code: 'DECLINED',
        description: 'Card declined',
        failedAt: '2026-03-02T09:00:00.000Z',
      },
    ]);
  });

  it('keeps what cannot be applied until somebody resolves it', async () => {
    const { id } = await sentInvoice(api.admin, accountId);
    const told = await payAndTell(await checkout({ invoiceId: id }), { currency: 'USD' });
    expect(told.body).toEqual({ received: true, applied: false, reason: 'currency_mismatch' });
    const filter = encodeURIComponent(JSON.stringify({ field: 'status', op: 'eq', value: 'open' }));
    const list = await call('GET', `/payments/unapplied-receipts?filter=${filter}`);
    const [receipt] = bodyOf<{ data: { id: string }[] }>(list).data;
    expect(receipt).toMatchObject({
      reason: 'currency_mismatch',
      amount: '100.00',
      currency: 'USD',
      invoiceId: id,
      bodyHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const resolve = () =>
      call('POST', `/payments/unapplied-receipts/${receipt?.id}/resolve`, {
        body: { note: 'Refunded at Razorpay' },
      });
    expect((await resolve()).body).toMatchObject({
      status: 'resolved',
      note: 'Refunded at Razorpay',
      resolvedBy: { kind: 'staff', name: 'Ada Admin' },
      version: 2,
    });
    expect(refusal(await resolve())).toEqual([409, 'receipt_already_resolved']);
  });

  it('returns money through the provider, and books it when the provider confirms', async () => {
    const { id } = await sentInvoice(api.admin, accountId);
    const told = await payAndTell(await checkout({ invoiceId: id }));
    const { paymentId } = bodyOf<{ paymentId: string }>(told);
    const refund = () =>
      call('POST', `/payments/${paymentId}/refund`, {
        body: { amount: '40', reason: 'Returned goods', instructProvider: true },
      });
    expect((await refund()).body).toMatchObject({ status: 'completed', refundedAmount: '0.00' });
    expect(refusal(await refund())).toEqual([409, 'refund_in_progress']);
    const list = await call('GET', '/payments/refund-requests');
    const [request] = bodyOf<{ data: { providerRefundId: string; providerPaymentId: string }[] }>(
      list,
    ).data;
    expect(request).toMatchObject({ paymentId, status: 'pending', amount: '40.00' });
    await tell('refund.processed', {
      refund: {
        id: request?.providerRefundId,
        payment_id: request?.providerPaymentId,
        amount: 4000,
        currency: 'EUR',
        status: 'processed',
        notes: { company_id: api.company.companyId },
      },
    });
    expect((await call('GET', `/payments/${paymentId}`)).body).toMatchObject({
      status: 'refunded',
      refundedAmount: '40.00',
    });
    expect((await call('GET', `/invoices/${id}`)).body).toMatchObject({
      status: 'partially_paid',
      balance: '40.00',
    });
  });

  it('lists checkouts as JSON and CSV', async () => {
    const json = await call('GET', '/payments/checkouts?sort=-createdAt&pageSize=2');
    expect(bodyOf<{ data: object[] }>(json).data).toHaveLength(2);
    const csv = await call('GET', '/payments/checkouts', { headers: { accept: 'text/csv' } });
    expect(String(csv.body).split('\n')[0]).toContain('invoiceId');
  });

  it('keeps receipts and deliveries to those who may see payments', async () => {
    const nobody = await memberWith(api, { matrix: { invoices: ['view'] } });
    const paths = ['webhook-deliveries', 'unapplied-receipts', 'refund-requests', 'checkouts'];
    for (const path of paths) {
      expect((await nobody.call('GET', `/payments/${path}`)).status).toBe(403);
    }
  });

  it('answers 503 when the provider is gone, with Retry-After', async () => {
    const gone = await startFakeRazorpay();
    await gone.stop();
    await withRazorpay({ baseUrl: gone.url });
    const { id } = await sentInvoice(api.admin, accountId);
    const answer = await checkout({ invoiceId: id });
    expect(refusal(answer)).toEqual([503, 'payment_provider_unavailable']);
    expect(answer.headers.get('retry-after')).toBe('5');
  });
});
