import { newId, parseInstant, type CompanyId } from '@quittance/kernel';
import {
  RazorpayProvider,
  startFakeRazorpay,
  type FakeRazorpay,
} from '@quittance/payment-razorpay';
import { SandboxProvider, SandboxTill } from '@quittance/payment-sandbox';
import { createHmac } from 'node:crypto';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { SandboxStore } from '../sandbox/sandbox-store.js';
import { TEST_KEY } from '../testing/gateway-of.js';
import { callProvider } from './call-provider.js';
import type { LinkRequest, PaymentProvider, ProviderAccount } from './payment-provider.port.js';

/** One adapter, ready to be asked, and how it signs. */
interface Candidate {
  readonly provider: PaymentProvider;
  readonly account: ProviderAccount;
  readonly signatureHeader: string;
  /** Has somebody pay a link; answers the provider's payment. */
  pay(linkId: string): Promise<string>;
}

let t: TestDatabase;
let fake: FakeRazorpay;
let companyId: CompanyId;
const candidates = new Map<string, Candidate>();

beforeAll(async () => {
  t = await testDatabase();
  fake = await startFakeRazorpay();
  ({ companyId } = await t.newCompany());
  const { keyId, keySecret, url } = fake;
  candidates.set('razorpay', {
    provider: new RazorpayProvider(),
    account: {
      companyId,
      credentials: { keyId, keySecret, webhookSecret: 'webhook-secret' },
      settings: { baseUrl: url },
    },
    signatureHeader: 'x-razorpay-signature',
    pay: async (linkId) => fake.pay(linkId).payment.id,
  });
  const store = new SandboxStore(t.db);
  const options = { clock: t.clock, masterKey: TEST_KEY };
  const sandbox = new SandboxProvider(store, { ...options, pagesUrl: 'http://localhost:3001/' });
  const till = new SandboxTill(store, options);
  candidates.set('sandbox', {
    provider: sandbox,
    account: { companyId, credentials: sandbox.fallbackCredentials(companyId), settings: {} },
    signatureHeader: 'x-sandbox-signature',
    pay: async (linkId) => {
      const paid = await till.act(linkId, 'pay', till.nonce(linkId));
      return paid === undefined || paid === 'refused' ? '' : (paid.payments[0]?.id ?? '');
    },
  });
});

afterAll(async () => {
  await fake?.stop();
  await t?.close();
});

function aRequest(patch: Partial<LinkRequest> = {}): LinkRequest {
  return {
    reference: `${newId()}-1`,
    wireAmount: 11_800n,
    currency: 'EUR',
    expiresAt: parseInstant('2026-04-01T09:00:00Z'),
    callbackUrl: 'https://shop.example/return?order=7',
    companyName: 'Test & Company',
    invoiceNumber: 'INV-000042',
    customer: { name: 'Asha <Traders>', email: null },
    metadata: { companyId, invoiceId: newId(), checkoutId: newId() },
    ...patch,
  };
}

describe.each(['razorpay', 'sandbox'])('the %s adapter', (name) => {
  const ask = () => {
    const candidate = candidates.get(name);
    if (!candidate) throw new Error(`No candidate ${name}`);
    return candidate;
  };
  const create = (request: LinkRequest) =>
    callProvider((signal) => ask().provider.createLink(ask().account, request, signal));
  const find = (reference: string) =>
    callProvider((signal) => ask().provider.findLink(ask().account, reference, signal));

  test('goes by its name', () => {
    expect(ask().provider.name).toBe(name);
  });

  test('makes an open link over exactly the amount asked for', async () => {
    const link = await create(aRequest());
    expect(link).toMatchObject({
      status: 'open',
      wireAmount: 11_800n,
      currency: 'EUR',
      expiresAt: '2026-04-01T09:00:00.000Z',
      payments: [],
    });
    expect(URL.canParse(link.url)).toBe(true);
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

  test('finds a link by its reference', async () => {
    const request = aRequest();
    const made = await create(request);
    expect(await find(request.reference)).toEqual(made);
  });

  test('knows when there is no link', async () => {
    expect(await find(`${newId()}-1`)).toBeNull();
  });

  test('closes a link, and closing it again is no failure', async () => {
    const request = aRequest();
    const { linkId } = await create(request);
    const cancel = () =>
      callProvider((signal) => ask().provider.cancelLink(ask().account, linkId, signal));
    await cancel();
    await cancel();
    expect(await find(request.reference)).toMatchObject({ status: 'cancelled' });
  });

  const refund = (providerPaymentId: string, key: string, wireAmount: bigint) => {
    const order = { key, providerPaymentId, wireAmount, currency: 'EUR', reason: 'Returned' };
    return callProvider((signal) => ask().provider.refundPayment(ask().account, order, signal));
  };

  test('returns money once per key, however often it is asked', async () => {
    const { linkId } = await create(aRequest());
    const paymentId = await ask().pay(linkId);
    const key = newId();
    const states = await Promise.all([1, 2, 3].map(() => refund(paymentId, key, 1_800n)));
    expect(new Set(states.map(({ providerRefundId }) => providerRefundId)).size).toBe(1);
    const rest = await refund(paymentId, newId(), 10_000n);
    expect(rest.providerRefundId).not.toBe(states[0]?.providerRefundId);
  });

  test('never returns more than was paid', async () => {
    const { linkId } = await create(aRequest());
    const paymentId = await ask().pay(linkId);
    await refund(paymentId, newId(), 11_000n);
    await expect(refund(paymentId, newId(), 801n)).rejects.toMatchObject({ kind: 'refused' });
    await expect(refund('pay_of_nobody', newId(), 1n)).rejects.toMatchObject({ kind: 'refused' });
  });

  test('tells of the payments of a link', async () => {
    const request = aRequest();
    const { linkId } = await create(request);
    const providerPaymentId = await ask().pay(linkId);
    expect(await find(request.reference)).toMatchObject({
      status: 'paid',
      payments: [{ providerPaymentId, amount: 11_800n, currency: 'EUR' }],
    });
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
    const { provider, signatureHeader } = ask();
    const body = Buffer.from('{"type":"x","event":"x"}');
    const sign = (secret: string) => createHmac('sha256', secret).update(body).digest('hex');
    const verify = (bytes: Buffer, signature: string, secret: string) =>
      provider.verifySignature(bytes, { [signatureHeader]: signature }, secret);
    expect(verify(body, sign('s3cret-s3cret'), 's3cret-s3cret')).toBe(true);
    expect(verify(body, sign('s3cret-s3cret'), 'another-s3cret')).toBe(false);
    expect(verify(body, sign('s3cret-s3cret').toUpperCase(), 's3cret-s3cret')).toBe(false);
    expect(
      verify(Buffer.concat([body, Buffer.from(' ')]), sign('s3cret-s3cret'), 's3cret-s3cret'),
    ).toBe(false);
    expect(provider.verifySignature(body, {}, 's3cret-s3cret')).toBe(false);
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
