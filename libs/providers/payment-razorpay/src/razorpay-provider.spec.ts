import {
  ProviderFailure,
  type PaymentLinkRequest,
  type LinkSearch,
  type ProviderAccount,
} from '@quittance/gateway/provider';
import { asId, newId, parseInstant } from '@quittance/kernel';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { RazorpayProvider } from './razorpay-provider.js';
import { startFakeRazorpay, type FakeFault, type FakeRazorpay } from './testing/fake-razorpay.js';

const QUICK = { requestMs: 3_000, pauseMs: 5 };
const provider = new RazorpayProvider({ times: QUICK });
const companyId = asId<'company'>(newId());
const patience = () => AbortSignal.timeout(60_000);

let fake: FakeRazorpay;
let account: ProviderAccount;

beforeAll(async () => {
  fake = await startFakeRazorpay();
  const { keyId, keySecret, url } = fake;
  const credentials = { keyId, keySecret, webhookSecret: 'fake_webhook_secret' };
  account = { companyId, credentials, settings: { baseUrl: url } };
});

afterAll(() => fake?.stop());

const request = (): PaymentLinkRequest => ({
  reference: `${newId()}-1`,
  wireAmount: 1180000n,
  currency: 'INR',
  expiresAt: parseInstant('2026-04-01T00:00:00Z'),
  attemptedAt: parseInstant('2026-03-02T00:00:00Z'),
  callbackUrl: 'https://shop.example/return',
  companyName: 'Test Company Ltd',
  invoiceNumber: 'INV-000042',
  customer: { name: 'Asha Traders', email: 'ap@asha.example' },
  metadata: { companyId, invoiceId: newId(), checkoutId: newId() },
});

const searchFor = ({ reference, attemptedAt, metadata }: PaymentLinkRequest): LinkSearch => ({
  reference,
  attemptedAt,
  checkoutId: metadata.checkoutId,
  linkId: null,
});

const madeFor = (wanted: PaymentLinkRequest) =>
  fake.links.filter((link) => link.reference_id === wanted.reference);

describe('the request', () => {
  test('says what the contract asks for', async () => {
    const wanted = request();
    const link = await provider.createLink(account, wanted, patience());
    expect(link).toMatchObject({ status: 'open', wireAmount: 1180000n, currency: 'INR' });
    expect(link.url).toMatch(/^https:/);
    expect(link.expiresAt).toBe('2026-04-01T00:00:00.000Z');
    const { companyId: company_id, invoiceId, checkoutId } = wanted.metadata;
    expect(madeFor(wanted)).toEqual([
      expect.objectContaining({
        description: 'Invoice INV-000042',
        notes: {
          company_id,
          invoice_id: invoiceId,
          invoice_number: 'INV-000042',
          attempt_id: checkoutId,
        },
      }),
    ]);
  });

  test('with wrong keys is refused for good', async () => {
    const credentials = { ...account.credentials, keySecret: 'another secret' };
    const attempt = provider.createLink({ ...account, credentials }, request(), patience());
    await expect(attempt).rejects.toMatchObject({
      kind: 'refused',
      message: 'Razorpay did not accept the credentials.',
    });
  });

  test('for an amount Razorpay does not take is told apart', async () => {
    const attempt = provider.createLink(account, { ...request(), wireAmount: 0n }, patience());
    await expect(attempt).rejects.toMatchObject({ kind: 'amount_refused' });
  });
});

describe('a creation that goes wrong', () => {
  test.each<[FakeFault]>([['hang_after'], ['error_after'], ['drop_after'], ['malformed_after']])(
    'by %s adopts the link that was made',
    async (fault) => {
      const wanted = request();
      fake.fail(fault);
      const link = await provider.createLink(account, wanted, patience());
      expect(madeFor(wanted).map(({ id }) => id)).toEqual([link.linkId]);
    },
  );

  test.each<[FakeFault]>([['hang_before'], ['error_before'], ['drop_before'], ['too_many']])(
    'by %s is made by another try, once',
    async (fault) => {
      const wanted = request();
      fake.fail(fault);
      const link = await provider.createLink(account, wanted, patience());
      expect(madeFor(wanted).map(({ id }) => id)).toEqual([link.linkId]);
    },
  );

  test('by a hang is given up in time though the garbage collector runs', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const wanted = request();
    fake.fail('hang_after');
    const made = provider.createLink(account, wanted, patience());
    // While it hangs; a worker of many files takes a while for it.
    setTimeout(collect, 200);
    const { linkId } = await made;
    expect(madeFor(wanted).map(({ id }) => id)).toEqual([linkId]);
  });

  test('asked twice answers the same link', async () => {
    const wanted = request();
    const first = await provider.createLink(account, wanted, patience());
    const second = await provider.createLink(account, wanted, patience());
    expect(second.linkId).toBe(first.linkId);
    expect(madeFor(wanted)).toHaveLength(1);
  });

  test('gives up with an open question when Razorpay never answers', async () => {
    fake.fail('hang_before', 'hang_before', 'hang_before');
    const attempt = provider.createLink(account, request(), AbortSignal.timeout(250));
    await expect(attempt).rejects.toMatchObject({ kind: 'unknown' });
    fake.fail();
  });

  test('is certain to have come to nothing when nobody listens', async () => {
    const gone = await startFakeRazorpay();
    await gone.stop();
    const nowhere = { ...account, settings: { baseUrl: gone.url } };
    const attempt = provider.createLink(nowhere, request(), patience());
    await expect(attempt).rejects.toMatchObject({ kind: 'unreachable' });
    await expect(attempt).rejects.toBeInstanceOf(ProviderFailure);
  });
});

describe('a link', () => {
  test('tells of its payments', async () => {
    const wanted = request();
    const { linkId } = await provider.createLink(account, wanted, patience());
    const { payment } = fake.pay(linkId);
    const found = await provider.findLink(account, searchFor(wanted), patience());
    expect(found).toMatchObject({
      status: 'paid',
      payments: [{ providerPaymentId: payment.id, amount: 1180000n, currency: 'INR' }],
    });
  });

  test('that is paid already counts as closed', async () => {
    const { linkId } = await provider.createLink(account, request(), patience());
    fake.pay(linkId);
    await expect(provider.cancelLink(account, linkId, patience())).resolves.toBeUndefined();
  });
});

describe('currencies', () => {
  test.each(['LYD', 'CLF', 'UYI', 'UYW'])('%s is not offered', (currency) => {
    expect(provider.wireRule(currency, {})).toBeNull();
  });

  test('three decimals are sent as they are unless the connector rounds up', () => {
    expect(provider.wireRule('KWD', {})).toMatchObject({ step: 1n });
    expect(provider.wireRule('KWD', { threeDecimalMode: 'round_up' })).toMatchObject({ step: 10n });
    expect(provider.wireRule('INR', { threeDecimalMode: 'round_up' })).toMatchObject({ step: 1n });
  });
});
