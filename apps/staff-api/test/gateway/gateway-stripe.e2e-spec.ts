import { startFakeStripe, type FakeStripe } from '@quittance/payment-stripe/testing';
import { expectInvariants } from '../../../../test/support/invariants.js';
import {
  startStaffApi,
  type Answer,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { newAccount, pointersOf, sentInvoice } from '../receivables/billing-support.js';
import { bodyOf, refusal } from '../access/members.js';

const SECRET = 'whsec_canary_of_a_secret';

let t: TestDatabase;
let api: TestStaffApi;
let fake: FakeStripe;
let accountId: string;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t, { PORTAL_PUBLIC_URL: 'https://portal.example' });
  fake = await startFakeStripe(t.clock);
  accountId = await newAccount(t, api.company);
});

afterAll(async () => {
  await expectInvariants(t);
  await fake?.stop();
  await api?.close();
  await t?.close();
});

const call: StaffClient['call'] = (...args) => api.admin.call(...args);
const stripe = (more: object = {}) => ({
  provider: 'stripe',
  credentials: { secretKey: fake.secretKey, webhookSecret: SECRET },
  settings: { baseUrl: fake.url },
  ...more,
});
const put = (body: object) => call('PUT', '/connectors/payment', { body });
const checkout = (body: object) => call('POST', '/payments/checkout', { body });

interface Link {
  readonly providerLinkId: string;
  readonly paymentUrl: string;
}

function tell(type: string, object: Record<string, unknown>, secret = SECRET): Promise<Answer> {
  const { body, headers } = fake.webhook(type, object, secret);
  const { url } = api;
  // The bytes as they are: `call` would write them anew.
  return fetch(`${url}/payments/webhook/stripe`, { method: 'POST', body, headers }).then(
    async (answer) => ({
      status: answer.status,
      headers: answer.headers,
      body: await answer.json(),
    }),
  );
}

async function paidInvoice() {
  const { id } = await sentInvoice(api.admin, accountId);
  const link = bodyOf<Link>(await checkout({ invoiceId: id }));
  const told = fake.pay(link.providerLinkId);
  const answer = await tell('checkout.session.completed', told.session);
  return { id, answer, ...bodyOf<{ paymentId: string }>(answer), ...told };
}

describe('the Stripe connector', () => {
  it('shows that its secrets are there and how they end', async () => {
    const answer = await put(stripe());
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      provider: 'stripe',
      active: true,
      credentials: {
        secretKey: { configured: true, last4: fake.secretKey.slice(-4) },
        webhookSecret: { configured: true, last4: SECRET.slice(-4) },
      },
    });
    expect(JSON.stringify(answer.body)).not.toContain(fake.secretKey);
    expect(JSON.stringify(answer.body)).not.toContain(SECRET);
  });

  it.each([
    [{ keyId: 'rzp_test_1' }, ['/credentials/keyId']],
    [{ secretKey: 'short' }, ['/credentials/secretKey']],
  ])('refuses %o', async (credentials, pointers) => {
    const answer = await put(stripe({ credentials }));
    expect(answer.status).toBe(422);
    expect(pointersOf(answer)).toEqual(pointers);
  });

  it('is tested against Stripe', async () => {
    const test = () => call('POST', '/connectors/payment/test');
    expect((await test()).body).toEqual({ ok: true, provider: 'stripe', detail: null });
    await put(stripe({ credentials: { secretKey: 'sk_test_of_nobody' } }));
    expect((await test()).body).toEqual({
      ok: false,
      provider: 'stripe',
      detail: 'Stripe did not accept the credentials.',
    });
    await put(stripe());
  });

  it('is one of the providers the document names', async () => {
    const { body } = await api.call('GET', '/openapi.json');
    const text = JSON.stringify(
      (body as { components: { schemas: Record<string, unknown> } }).components.schemas
        .PutPaymentConnectorDto,
    );
    expect(text).toContain('"enum":["razorpay","stripe","sandbox"]');
  });

  it('may only call Stripe itself in production', async () => {
    const production = await startStaffApi(t, { NODE_ENV: 'production' });
    const at = (baseUrl: string) => {
      const body = stripe({ settings: { baseUrl } });
      return production.admin.call('PUT', '/connectors/payment', { body });
    };
    expect(pointersOf(await at('https://api.stripe.com.evil.example'))).toEqual([
      '/settings/baseUrl',
    ]);
    expect((await at('https://api.stripe.com')).status).toBe(200);
    await production.close();
  });
});

describe('collecting through Stripe', () => {
  beforeAll(() => put(stripe()));

  it('shows a dispute with what to do and until when, until it is won', async () => {
    const { id: invoiceId, paymentId, intent } = await paidInvoice();
    const dispute = {
      id: 'dp_seen',
      payment_intent: intent.id,
      amount: 11_800,
      currency: 'eur',
      reason: 'fraudulent',
      status: 'needs_response',
      evidence_details: { due_by: 1_773_964_800 },
    };
    const opened = { received: true, applied: false, reason: 'receipt_opened' };
    expect((await tell('charge.dispute.created', dispute)).body).toEqual(opened);
    const filter = { field: 'providerReference', op: 'eq', value: 'dp_seen' };
    const asked = encodeURIComponent(JSON.stringify(filter));
    const path = `/payments/unapplied-receipts?filter=${asked}`;
    const seen = async () => bodyOf<{ data: unknown[] }>(await call('GET', path)).data;
    expect(await seen()).toMatchObject([
      {
        kind: 'dispute',
        status: 'open',
        reason: 'dispute_opened',
        whatToDo: expect.stringContaining('before 2026-03-20'),
        amount: '118.00',
        currency: 'EUR',
        invoiceId,
        paymentId,
        stages: ['opened'],
        evidenceDueBy: '2026-03-20T00:00:00.000Z',
        providerReason: 'fraudulent',
      },
    ]);
    await tell('charge.dispute.closed', { ...dispute, status: 'won' });
    expect(await seen()).toMatchObject([{ status: 'resolved', stages: ['opened', 'won'] }]);
  });

  it('settles the invoice and shows every step', async () => {
    const invoice = await sentInvoice(api.admin, accountId);
    const answer = await checkout({
      invoiceId: invoice.id,
      callbackUrl: 'https://portal.example/paid?order=7',
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      provider: 'stripe',
      providerLinkId: expect.stringMatching(/^cs_test_/),
      paymentUrl: expect.stringMatching(/^https:/),
      amount: '100.00',
      currency: 'EUR',
      expiresAt: '2026-03-03T08:00:00.000Z',
    });
    expect((await checkout({ invoiceId: invoice.id })).body).toEqual(answer.body);
    const { providerLinkId } = bodyOf<Link>(answer);
    expect(fake.books.session(providerLinkId)).toMatchObject({
      success_url: 'https://portal.example/paid?order=7',
      metadata: { company_id: api.company.companyId, invoice_id: invoice.id },
    });
    const told = await tell('checkout.session.completed', fake.pay(providerLinkId).session);
    expect(told.status).toBe(200);
    expect(told.body).toMatchObject({ received: true, applied: true });
    const { paymentId } = bodyOf<{ paymentId: string }>(told);
    expect((await call('GET', `/invoices/${invoice.id}`)).body).toMatchObject({
      status: 'paid',
      balance: '0.00',
    });
    expect((await call('GET', `/payments/${paymentId}`)).body).toMatchObject({
      amount: '100.00',
      provider: 'stripe',
      method: 'gateway',
    });
  });

  it('sends payers without a callback to a page of the portal', async () => {
    const { id } = await sentInvoice(api.admin, accountId);
    const { providerLinkId } = bodyOf<Link>(await checkout({ invoiceId: id }));
    expect(fake.books.session(providerLinkId)).toMatchObject({
      success_url: 'https://portal.example/payments/return',
    });
  });

  it('lists its webhooks, and never a secret', async () => {
    const list = await call('GET', '/payments/webhook-deliveries');
    expect(bodyOf<{ data: object[] }>(list).data[0]).toMatchObject({
      provider: 'stripe',
      type: 'checkout.session.completed',
      applied: true,
      eventId: expect.stringMatching(/^evt_/),
      providerPaymentId: expect.stringMatching(/^pi_/),
    });
    expect(JSON.stringify(list.body)).not.toContain(SECRET);
  });

  it('refuses another link while money is on its way, as the document says', async () => {
    const { id } = await sentInvoice(api.admin, accountId);
    const { providerLinkId } = bodyOf<Link>(await checkout({ invoiceId: id }));
    const { session } = fake.pay(providerLinkId, 'slowly');
    expect((await tell('checkout.session.completed', session)).body).toMatchObject({
      applied: true,
    });
    expect(refusal(await checkout({ invoiceId: id }))).toEqual([409, 'payment_in_progress']);
    const list = await call('GET', `/invoices/${id}/checkouts`);
    expect(bodyOf<{ data: object[] }>(list).data).toMatchObject([
      { status: 'processing', paymentUrl: null },
    ]);
  });

  it('returns money through Stripe, and books it at once when Stripe has', async () => {
    const { id, paymentId, charge } = await paidInvoice();
    const refund = { amount: '40', reason: 'Returned goods', instructProvider: true };
    const answer = await call('POST', `/payments/${paymentId}/refund`, { body: refund });
    expect(answer.body).toMatchObject({ status: 'refunded', refundedAmount: '40.00' });
    expect((await tell('charge.refunded', charge)).body).toMatchObject({
      applied: false,
      reason: 'already_processed',
    });
    expect((await call('GET', `/invoices/${id}`)).body).toMatchObject({ balance: '40.00' });
    const list = await call('GET', '/payments/refund-requests');
    expect(bodyOf<{ data: object[] }>(list).data[0]).toMatchObject({
      paymentId,
      status: 'confirmed',
      providerRefundId: expect.stringMatching(/^re_/),
    });
  });

  it('books a refund that takes its time when Stripe tells of it', async () => {
    const { paymentId } = await paidInvoice();
    fake.books.refundStatus = 'pending';
    const body = { reason: 'Returned goods', instructProvider: true };
    const asked = await call('POST', `/payments/${paymentId}/refund`, { body });
    fake.books.refundStatus = 'succeeded';
    expect(asked.body).toMatchObject({ status: 'completed', refundedAmount: '0.00' });
    const refund = Object.assign(fake.books.refunds.at(-1) ?? {}, { status: 'succeeded' });
    expect((await tell('refund.updated', refund)).body).toMatchObject({ applied: true });
    expect((await call('GET', `/payments/${paymentId}`)).body).toMatchObject({
      status: 'refunded',
      refundedAmount: '100.00',
    });
  });

  it('takes two secrets while one is rotated', async () => {
    const { id } = await sentInvoice(api.admin, accountId);
    const { providerLinkId } = bodyOf<Link>(await checkout({ invoiceId: id }));
    const { session, intent } = fake.pay(providerLinkId);
    await call('POST', '/connectors/payment/rotate-webhook-secret', {
      body: { webhookSecret: 'whsec_the_next_one', overlapHours: 24 },
    });
    expect((await tell('checkout.session.completed', session)).body).toMatchObject({
      applied: true,
    });
    const again = await tell('payment_intent.succeeded', intent, 'whsec_the_next_one');
    expect(again.body).toMatchObject({ reason: 'already_processed' });
    expect((await tell('payment_intent.succeeded', intent, 'whsec_unknown')).status).toBe(401);
    await put(stripe());
  });

  it('cannot charge in every currency', async () => {
    const { id } = await sentInvoice(api.admin, accountId, { currency: 'LYD' });
    expect(refusal(await checkout({ invoiceId: id }))).toEqual([422, 'amount_not_representable']);
  });

  it('answers 503 when Stripe is gone', async () => {
    const gone = await startFakeStripe(t.clock);
    await gone.stop();
    await put(stripe({ settings: { baseUrl: gone.url } }));
    const { id } = await sentInvoice(api.admin, accountId);
    expect(refusal(await checkout({ invoiceId: id }))).toEqual([
      503,
      'payment_provider_unavailable',
    ]);
    await put(stripe());
  });
});

describe('the environment’s Stripe account', () => {
  it('serves companies without a connector, in place of the sandbox', async () => {
    const withAccount = await startStaffApi(t, {
      STRIPE_SECRET_KEY: fake.secretKey,
      STRIPE_WEBHOOK_SECRET: 'whsec_of_the_environment',
    });
    const { body } = await withAccount.admin.call('GET', '/connectors');
    expect(body).toEqual({ data: [], fallback: { kind: 'payment', provider: 'stripe' } });
    await withAccount.close();
  });
});
