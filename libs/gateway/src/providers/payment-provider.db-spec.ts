import { addSeconds, newId, type Clock, type CompanyId } from '@quittance/kernel';
import { RazorpayProvider } from '@quittance/payment-razorpay/host';
import { startFakeRazorpay, type FakeRazorpay } from '@quittance/payment-razorpay/testing';
import { SandboxProvider, SandboxTill, signSandboxBody } from '@quittance/payment-sandbox/host';
import { StripeProvider } from '@quittance/payment-stripe/host';
import { startFakeStripe, type FakeStripe } from '@quittance/payment-stripe/testing';
import Stripe from 'stripe';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { SandboxStore } from '../sandbox/sandbox-store.js';
import { TEST_KEY } from '../testing/gateway-of.js';
import { callProvider } from './call-provider.js';
import type {
  PaymentLinkRequest,
  PaymentProvider,
  ProviderAccount,
  WebhookHeaders,
} from './payment-provider.port.js';

/** A payment of a link, and a webhook that tells of it. */
interface Paid {
  readonly paymentId: string;
  readonly webhook: { readonly body: string; readonly headers: WebhookHeaders };
}

/** One adapter, ready to be asked, and how its provider behaves. */
interface Candidate {
  readonly provider: PaymentProvider;
  readonly account: ProviderAccount;
  readonly signatureHeader: string;
  /** The signature of a body, as the provider makes it. */
  sign(body: string, secret: string): string;
  /** Has somebody pay a link. */
  pay(linkId: string): Promise<Paid>;
}

const SECRET = 'a-webhook-secret';

let t: TestDatabase;
let razorpay: FakeRazorpay;
let stripe: FakeStripe;
let companyId: CompanyId;
const candidates = new Map<string, Candidate>();

beforeAll(async () => {
  t = await testDatabase();
  [razorpay, stripe] = await Promise.all([startFakeRazorpay(), startFakeStripe(t.clock)]);
  ({ companyId } = await t.newCompany());
  candidates.set('razorpay', razorpayCandidate());
  candidates.set('stripe', stripeCandidate());
  candidates.set('sandbox', sandboxCandidate());
});

const hmac = signSandboxBody;

function razorpayCandidate(): Candidate {
  const { keyId, keySecret, url: baseUrl } = razorpay;
  const credentials = { keyId, keySecret, webhookSecret: SECRET };
  return {
    provider: new RazorpayProvider(),
    account: { companyId, credentials, settings: { baseUrl } },
    signatureHeader: 'x-razorpay-signature',
    sign: hmac,
    pay: async (linkId) => {
      const { payment } = razorpay.pay(linkId);
      const webhook = razorpay.webhook('payment.captured', { payment }, SECRET);
      return { paymentId: payment.id, webhook };
    },
  };
}

function stripeCandidate(): Candidate {
  const { secretKey, url: baseUrl } = stripe;
  const credentials = { secretKey, webhookSecret: SECRET };
  return {
    provider: new StripeProvider({ returnUrl: 'https://portal.example/payments/return' }),
    account: { companyId, credentials, settings: { baseUrl } },
    signatureHeader: 'stripe-signature',
    sign: (payload, secret) => {
      const timestamp = Date.parse(t.clock.now()) / 1000;
      return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
    },
    pay: async (linkId) => {
      const { session, intent } = stripe.pay(linkId);
      const webhook = stripe.webhook('checkout.session.completed', session, SECRET);
      return { paymentId: intent.id, webhook };
    },
  };
}

function sandboxCandidate(): Candidate {
  const store = new SandboxStore(t.db);
  const options = { clock: t.clock, masterKey: TEST_KEY };
  const sandbox = new SandboxProvider(store, { ...options, pagesUrl: 'http://localhost:3001/' });
  const till = new SandboxTill(store, options);
  const account = { companyId, credentials: sandbox.fallbackCredentials(companyId), settings: {} };
  const deliveries = (clock: Clock) =>
    store.claimDeliveries(companyId, clock.now(), addSeconds(clock.now(), 60), 100);
  return {
    provider: sandbox,
    account,
    signatureHeader: 'x-sandbox-signature',
    sign: hmac,
    pay: async (linkId) => {
      await deliveries(t.clock);
      const paid = await till.act(linkId, 'pay', till.nonce(linkId));
      if (paid === undefined || paid === 'refused') throw new Error('The page refused');
      const news = (await deliveries(t.clock)).find(({ type }) => type === 'payment.captured');
      const body = news?.body ?? '';
      const headers = { 'x-sandbox-signature': hmac(body, SECRET) };
      return { paymentId: paid.payments[0]?.id ?? '', webhook: { body, headers } };
    },
  };
}

afterAll(async () => {
  await Promise.all([razorpay?.stop(), stripe?.stop()]);
  await t?.close();
});

function aRequest(patch: Partial<PaymentLinkRequest> = {}): PaymentLinkRequest {
  return {
    reference: `${newId()}-1`,
    wireAmount: 11_800n,
    currency: 'EUR',
    expiresAt: addSeconds(t.clock.now(), 23 * 3600),
    attemptedAt: t.clock.now(),
    callbackUrl: 'https://shop.example/return?order=7',
    companyName: 'Test & Company',
    invoiceNumber: 'INV-000042',
    customer: { name: 'Asha <Traders>', email: null },
    metadata: { companyId, invoiceId: newId(), checkoutId: newId() },
    ...patch,
  };
}

describe.each(['razorpay', 'stripe', 'sandbox'])('the %s adapter', (name) => {
  const ask = () => {
    const candidate = candidates.get(name);
    if (!candidate) throw new Error(`No candidate ${name}`);
    return candidate;
  };
  const create = (request: PaymentLinkRequest) =>
    callProvider((signal) => ask().provider.createLink(ask().account, request, signal));
  const find = (
    { reference, attemptedAt, metadata }: PaymentLinkRequest,
    linkId: string | null = null,
  ) => {
    const wanted = { reference, attemptedAt, checkoutId: metadata.checkoutId, linkId };
    return callProvider((signal) => ask().provider.findLink(ask().account, wanted, signal));
  };

  test('goes by its name', () => {
    expect(ask().provider.name).toBe(name);
  });

  test('makes an open link over exactly the amount asked for', async () => {
    const request = aRequest();
    const link = await create(request);
    expect(link).toMatchObject({
      status: 'open',
      wireAmount: 11_800n,
      currency: 'EUR',
      expiresAt: request.expiresAt,
      payments: [],
    });
    expect(URL.canParse(link.url ?? '')).toBe(true);
  });

  test('makes links that live as long as it says', async () => {
    const { longestLinkSeconds } = ask().provider;
    const seconds = Math.min(longestLinkSeconds, 30 * 86_400);
    const expiresAt = addSeconds(t.clock.now(), seconds);
    expect(await create(aRequest({ expiresAt }))).toMatchObject({ status: 'open', expiresAt });
  });

  test('makes one link per reference, however often it is asked', async () => {
    const request = aRequest();
    const links = await Promise.all(Array.from({ length: 5 }, () => create(request)));
    expect(new Set(links.map(({ linkId }) => linkId)).size).toBe(1);
  });

  test('makes another link for another reference', async () => {
    const [one, other] = [await create(aRequest()), await create(aRequest())];
    expect(one.linkId).not.toBe(other.linkId);
  });

  test('finds a link by its attempt and by its id', async () => {
    const request = aRequest();
    const made = await create(request);
    await create(aRequest());
    expect(await find(request)).toEqual(made);
    expect(await find(request, made.linkId)).toEqual(made);
  });

  test('knows when there is no link, and makes none', async () => {
    const request = aRequest();
    expect(await find(request)).toBeNull();
    expect(await find(request)).toBeNull();
  });

  test('closes a link, and closing it again is no failure', async () => {
    const request = aRequest();
    const { linkId } = await create(request);
    const cancel = () =>
      callProvider((signal) => ask().provider.cancelLink(ask().account, linkId, signal));
    await cancel();
    await cancel();
    expect(['cancelled', 'expired']).toContain((await find(request, linkId))?.status);
  });

  const refund = (
    providerPaymentId: string,
    key: string,
    wireAmount: bigint,
    before: { askedBefore?: boolean; providerRefundId?: string } = {},
  ) => {
    const asked = { providerRefundId: null, askedBefore: false, ...before };
    const money = { providerPaymentId, wireAmount, currency: 'EUR', reason: 'Returned' };
    const order = { key, ...money, ...asked };
    return callProvider((signal) => ask().provider.refundPayment(ask().account, order, signal));
  };

  test('returns money once per key, however often it is asked', async () => {
    const { linkId } = await create(aRequest());
    const { paymentId } = await ask().pay(linkId);
    const key = newId();
    const states = await Promise.all([1, 2, 3].map(() => refund(paymentId, key, 1_800n)));
    expect(new Set(states.map(({ providerRefundId }) => providerRefundId)).size).toBe(1);
    const rest = await refund(paymentId, newId(), 10_000n);
    expect(rest.providerRefundId).not.toBe(states[0]?.providerRefundId);
  });

  test('knows a refund again when the keys are forgotten', async () => {
    const { linkId } = await create(aRequest());
    const { paymentId } = await ask().pay(linkId);
    const key = newId();
    const { providerRefundId } = await refund(paymentId, key, 1_800n);
    stripe.forgetKeys();
    const asked = { askedBefore: true };
    expect(await refund(paymentId, key, 1_800n, asked)).toMatchObject({ providerRefundId });
    const answered = { askedBefore: true, providerRefundId };
    expect(await refund(paymentId, key, 1_800n, answered)).toMatchObject({ providerRefundId });
    const other = await refund(paymentId, newId(), 1_000n, asked);
    expect(other.providerRefundId).not.toBe(providerRefundId);
  });

  test('never returns more than was paid', async () => {
    const { linkId } = await create(aRequest());
    const { paymentId } = await ask().pay(linkId);
    await refund(paymentId, newId(), 11_000n);
    await expect(refund(paymentId, newId(), 801n)).rejects.toMatchObject({ kind: 'refused' });
    await expect(refund('pay_of_nobody', newId(), 1n)).rejects.toMatchObject({ kind: 'refused' });
  });

  test('tells of the payments of a link', async () => {
    const request = aRequest();
    const { linkId } = await create(request);
    const { paymentId: providerPaymentId } = await ask().pay(linkId);
    const payments = [{ providerPaymentId, amount: 11_800n, currency: 'EUR' }];
    expect(await find(request)).toMatchObject({ status: 'paid', payments });
    expect(await find(request, linkId)).toMatchObject({ status: 'paid', payments });
  });

  test('reads the webhook of a payment as that of its invoice', async () => {
    const request = aRequest();
    const { linkId } = await create(request);
    const { paymentId: providerPaymentId, webhook } = await ask().pay(linkId);
    const notice = ask().provider.readWebhook(Buffer.from(webhook.body), webhook.headers);
    expect(notice?.reference).toMatchObject(request.metadata);
    const payment = { providerPaymentId, amount: 11_800n, currency: 'EUR' };
    expect(notice?.event).toEqual({ kind: 'capture', payment });
  });

  test('accepts its credentials', async () => {
    const outcome = callProvider((signal) => ask().provider.test(ask().account, signal));
    await expect(outcome).resolves.toBeUndefined();
  });

  test('says which credentials it needs, the webhook secret among them', () => {
    const { credentialFields, webhookSecretField } = ask().provider;
    expect(credentialFields.map((field) => field.name)).toContain(webhookSecretField);
  });

  test.each(['EUR', 'JPY', 'KWD', 'INR', 'MGA', 'ISK'])('can charge in %s', (currency) => {
    expect(ask().provider.wireRule(currency, {})).not.toBeNull();
  });

  test('believes the exact bytes signed with the secret, and nothing else', () => {
    const { provider, signatureHeader, sign } = ask();
    const body = '{"type":"x","event":"x"}';
    const signature = sign(body, SECRET);
    const verify = (bytes: string, given: string, secret = SECRET) => {
      const headers = { [signatureHeader]: given };
      return provider.verifySignature(Buffer.from(bytes), headers, secret, t.clock.now());
    };
    expect(verify(body, signature)).toBe(true);
    expect(verify(body, sign(body, 'another-s3cret'))).toBe(false);
    expect(verify(body, signature, 'another-s3cret')).toBe(false);
    expect(verify(body, signature.toUpperCase())).toBe(false);
    expect(verify(`${body} `, signature)).toBe(false);
    expect(verify(`\uFEFF${body}`, signature)).toBe(false);
    expect(verify(body, '')).toBe(false);
    expect(provider.verifySignature(Buffer.from(body), {}, SECRET, t.clock.now())).toBe(false);
  });

  const named = '"event":"payment.captured","type":"payment.captured"';
  test.each([
    ['nothing', ''],
    ['half an object', '{'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a number', '7'],
    ['an empty object', '{}'],
    ['a number as its type', '{"event":7,"type":7}'],
    ['lists for objects', `{${named},"payload":[],"payment":[],"metadata":[]}`],
    ['null for objects', `{${named},"payload":{"payment":null},"payment":null}`],
    ['deep nesting', `{${named},"payload":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
    ['a byte order mark', `\uFEFF{${named}}`],
    ['a prototype', `{"__proto__":{${named}}}`],
  ])('reads %s without falling over', (_, text) => {
    expect(() => ask().provider.readWebhook(Buffer.from(text), {})).not.toThrow();
  });
});
