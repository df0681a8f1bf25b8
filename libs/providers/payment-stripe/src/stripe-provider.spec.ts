import {
  ProviderFailure,
  type PaymentLinkRequest,
  type LinkSearch,
  type ProviderAccount,
} from '@quittance/gateway/provider';
import { addSeconds, asId, newId } from '@quittance/kernel';
import { manualClock } from '@quittance/kernel/host';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StripeProvider, stripeProvider } from './stripe-provider.js';
import { startFakeStripe, type FakeStripe, type FakeStripeFault } from './testing/fake-stripe.js';

const returnUrl = 'https://portal.example/payments/return';
const provider = new StripeProvider({ returnUrl, times: { requestMs: 3_000, pauseMs: 5 } });
const companyId = asId<'company'>(newId());
const clock = manualClock('2026-03-02T09:00:00Z');
const patience = () => AbortSignal.timeout(60_000);

let fake: FakeStripe;
let account: ProviderAccount;

beforeAll(async () => {
  fake = await startFakeStripe(clock);
  const credentials = { secretKey: fake.secretKey, webhookSecret: 'whsec_fake' };
  account = { companyId, credentials, settings: { baseUrl: fake.url } };
});

afterAll(() => fake?.stop());

const request = (patch: Partial<PaymentLinkRequest> = {}): PaymentLinkRequest => ({
  reference: `${newId()}-1`,
  wireAmount: 11_900n,
  currency: 'EUR',
  expiresAt: addSeconds(clock.now(), 3600),
  attemptedAt: clock.now(),
  callbackUrl: 'https://shop.example/return?order=7',
  companyName: 'Test Company Ltd',
  invoiceNumber: 'INV-000042',
  customer: { name: 'Asha Traders', email: 'ap@asha.example' },
  metadata: { companyId, invoiceId: newId(), checkoutId: newId() },
  ...patch,
});

const create = (wanted: PaymentLinkRequest) => provider.createLink(account, wanted, patience());
const searchFor = ({ reference, attemptedAt, metadata }: PaymentLinkRequest): LinkSearch => ({
  reference,
  attemptedAt,
  checkoutId: metadata.checkoutId,
  linkId: null,
});
const madeFor = ({ metadata }: PaymentLinkRequest) =>
  fake.books.sessions.filter((each) => each.client_reference_id === metadata.checkoutId);

describe('the request', () => {
  test('says what the contract asks for', async () => {
    const wanted = request();
    const link = await create(wanted);
    expect(link).toMatchObject({ status: 'open', wireAmount: 11_900n, currency: 'EUR' });
    const { companyId: company_id, invoiceId: invoice_id, checkoutId } = wanted.metadata;
    expect(madeFor(wanted)).toEqual([
      expect.objectContaining({
        mode: 'payment',
        amount_total: 11_900,
        currency: 'eur',
        customer_email: 'ap@asha.example',
        success_url: 'https://shop.example/return?order=7',
        metadata: { company_id, invoice_id, attempt_id: checkoutId },
        expires_at: Date.parse(wanted.expiresAt) / 1000,
      }),
    ]);
    const { intent } = fake.pay(link.linkId);
    expect(intent.metadata).toEqual({ company_id, invoice_id, attempt_id: checkoutId });
  });

  test('without a callback sends the payer to our own page', async () => {
    const wanted = request({ callbackUrl: null, customer: { name: 'Asha', email: null } });
    await create(wanted);
    expect(madeFor(wanted)).toMatchObject([{ success_url: returnUrl, customer_email: null }]);
  });

  test('with an e-mail address that Stripe does not take is made without it', async () => {
    const wanted = request({ customer: { name: 'Asha', email: 'nobody' } });
    const { linkId } = await create(wanted);
    expect(madeFor(wanted)).toMatchObject([{ id: linkId, customer_email: null }]);
  });

  test('with a wrong key is refused for good', async () => {
    const credentials = { ...account.credentials, secretKey: 'sk_test_another' };
    const attempt = provider.createLink({ ...account, credentials }, request(), patience());
    await expect(attempt).rejects.toMatchObject({
      kind: 'refused',
      message: 'Stripe did not accept the credentials.',
    });
  });

  test.each([0n, 100_000_000n])('for %s units is told apart', async (wireAmount) => {
    await expect(create(request({ wireAmount }))).rejects.toMatchObject({ kind: 'amount_refused' });
  });

  test('never follows a redirect with the key', async () => {
    const gate = createServer((_, response) => {
      response.writeHead(307, { location: `${fake.url}/v1/checkout/sessions?limit=1` }).end();
    });
    await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(gate.address() as AddressInfo).port}`;
    const before = fake.requests.length;
    const attempt = provider.test({ ...account, settings: { baseUrl } }, patience());
    await expect(attempt).rejects.toMatchObject({ kind: 'unknown' });
    expect(fake.requests).toHaveLength(before);
    gate.closeAllConnections();
    gate.close();
  });
});

describe('a creation that goes wrong', () => {
  test.each<[FakeStripeFault]>([
    ['hang_after'],
    ['error_after'],
    ['drop_after'],
    ['malformed_after'],
  ])('by %s adopts the page that was made', async (fault) => {
    const wanted = request();
    fake.fail(fault);
    const link = await create(wanted);
    expect(madeFor(wanted).map(({ id }) => id)).toEqual([link.linkId]);
  });

  test.each<[FakeStripeFault]>([['hang_before'], ['drop_before'], ['too_many']])(
    'by %s is made by another try, once',
    async (fault) => {
      const wanted = request();
      fake.fail(fault);
      const link = await create(wanted);
      expect(madeFor(wanted).map(({ id }) => id)).toEqual([link.linkId]);
    },
  );

  test('with a stored error is left open: Stripe repeats the error for a day', async () => {
    const wanted = request();
    fake.fail('error_before');
    await expect(create(wanted)).rejects.toMatchObject({ kind: 'unknown' });
    expect(madeFor(wanted)).toEqual([]);
    expect(await provider.findLink(account, searchFor(wanted), patience())).toBeNull();
  });

  test('with other particulars under the same key finds what was made with the first', async () => {
    const wanted = request();
    const first = await create(wanted);
    const customer = { name: 'Asha Traders', email: 'other@asha.example' };
    expect((await create({ ...wanted, customer })).linkId).toBe(first.linkId);
    expect(madeFor(wanted)).toHaveLength(1);
  });

  test('and is asked for again once paid says so', async () => {
    const wanted = request();
    const { linkId } = await create(wanted);
    fake.pay(linkId);
    expect(await create(wanted)).toMatchObject({ linkId, status: 'paid', url: null });
  });

  test('gives up with an open question when Stripe never answers', async () => {
    fake.fail('hang_before', 'hang_before', 'hang_before');
    const attempt = provider.createLink(account, request(), AbortSignal.timeout(250));
    await expect(attempt).rejects.toMatchObject({ kind: 'unknown' });
    fake.books.sessions.length = 0;
  });

  test('is certain to have come to nothing when nobody listens', async () => {
    const gone = await startFakeStripe(clock);
    await gone.stop();
    const nowhere = { ...account, settings: { baseUrl: gone.url } };
    const attempt = provider.createLink(nowhere, request(), patience());
    await expect(attempt).rejects.toMatchObject({ kind: 'unreachable' });
    await expect(attempt).rejects.toBeInstanceOf(ProviderFailure);
  });
});

describe('a page', () => {
  test('is found among hundreds of others', async () => {
    const wanted = request();
    const { linkId } = await create(wanted);
    const others = Array.from({ length: 250 }, (_, i) => ({
      ...fake.books.sessions.at(-1),
      id: `cs_test_other_${i}`,
      client_reference_id: newId(),
    }));
    fake.books.sessions.push(...others);
    const found = await provider.findLink(account, searchFor(wanted), patience());
    expect(found?.linkId).toBe(linkId);
    fake.books.sessions.length -= others.length;
  });

  test('whose money is on its way is processing, and failed when it does not come', async () => {
    const wanted = request();
    const { linkId } = await create(wanted);
    fake.pay(linkId, 'slowly');
    const look = () => provider.findLink(account, { ...searchFor(wanted), linkId }, patience());
    expect(await look()).toMatchObject({ status: 'processing', payments: [] });
    fake.books.bounce(linkId);
    expect(await look()).toMatchObject({ status: 'failed', payments: [] });
    fake.books.arrive(linkId);
    expect(await look()).toMatchObject({ status: 'paid', payments: [{ amount: 11_900n }] });
  });

  test('that is paid already counts as closed', async () => {
    const { linkId } = await create(request());
    fake.pay(linkId);
    await expect(provider.cancelLink(account, linkId, patience())).resolves.toBeUndefined();
  });

  test('of another account cannot be closed, and is not there to find', async () => {
    const gone = 'cs_test_of_another_account';
    await expect(provider.cancelLink(account, gone, patience())).rejects.toMatchObject({
      kind: 'refused',
    });
    const search = { ...searchFor(request()), linkId: gone };
    expect(await provider.findLink(account, search, patience())).toBeNull();
  });
});

describe('a refund', () => {
  const order = (providerPaymentId: string, key = newId()) => ({
    key,
    providerPaymentId,
    wireAmount: 900n,
    currency: 'EUR',
    reason: 'Returned goods',
    providerRefundId: null,
    askedBefore: false,
  });
  const paid = async () => fake.pay((await create(request())).linkId).intent.id;

  test('says whose it is and stands as Stripe says', async () => {
    const asked = order(await paid());
    fake.books.refundStatus = 'pending';
    const made = await provider.refundPayment(account, asked, patience());
    expect(made.status).toBe('pending');
    const [refund] = fake.books.refunds.filter(({ id }) => id === made.providerRefundId);
    const metadata = { company_id: companyId, request_id: asked.key, reason: asked.reason };
    expect(refund).toMatchObject({ amount: 900, metadata });
    Object.assign(refund ?? {}, { status: 'succeeded' });
    // The stored answer under the key still says pending.
    expect(await provider.refundPayment(account, asked, patience())).toEqual({
      ...made,
      status: 'processed',
    });
    fake.books.refundStatus = 'succeeded';
  });

  test.each<[FakeStripeFault]>([['hang_after'], ['drop_after'], ['malformed_after']])(
    'whose answer is lost by %s is made once',
    async (fault) => {
      const asked = order(await paid());
      fake.fail(fault);
      await provider.refundPayment(account, asked, patience()).catch(() => undefined);
      const again = { ...asked, askedBefore: true };
      const made = await provider.refundPayment(account, again, patience());
      const all = fake.books.refunds.filter(
        (each) => each.payment_intent === asked.providerPaymentId,
      );
      expect(all.map(({ id }) => id)).toEqual([made.providerRefundId]);
    },
  );
});

test('the environment’s account serves only when it is complete', () => {
  const portalPublicUrl = 'https://portal.example';
  const half = { portalPublicUrl, stripeSecretKey: 'sk_test_1', stripeWebhookSecret: null };
  expect(stripeProvider(half).fallbackCredentials()).toBeNull();
  const whole = { ...half, stripeWebhookSecret: 'whsec_1' };
  expect(stripeProvider(whole).fallbackCredentials()).toEqual({
    secretKey: 'sk_test_1',
    webhookSecret: 'whsec_1',
  });
});
