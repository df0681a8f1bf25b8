import { VoidInvoice } from '@quittance/receivables/host';
import type { EventEnvelope } from '@quittance/contracts';
import { OnInvoiceClosed } from '@quittance/gateway/host';
import { addSeconds, newId, type Ctx, type InvoiceId } from '@quittance/kernel';
import type { PaymentId } from '@quittance/receivables';
import { RazorpayProvider } from '@quittance/payment-razorpay/host';
import { startFakeRazorpay, type FakeRazorpay } from '@quittance/payment-razorpay/testing';
import { StripeProvider } from '@quittance/payment-stripe/host';
import { startFakeStripe, type FakeStripe } from '@quittance/payment-stripe/testing';
import { gatewayOf, type Gateway } from '@quittance/gateway/testing';
import { expectInvariants } from '../support/invariants.js';
import { testDatabase, type TestDatabase } from '../support/test-database.js';
import { invoiceBooks, sentInvoices } from './support/books.js';
import { FaultyProxy, type CallFault } from './support/faulty-proxy.js';
import type { Json, Webhook } from './support/razorpay-events.js';

/** Of what meets a fault: quick to give up what hangs. Of all else: what comes is waited for. */
const [HURRIED, PATIENT] = [200, 60_000].map((requestMs) => ({ requestMs, pauseMs: 2 }));
const SECRET = 'whsec_of_everybody';
const DAY = 86_400;
const UNAVAILABLE = 'payment_provider_unavailable';

/** What a provider has made, whatever it has said. */
interface Wire {
  readonly proxy: FaultyProxy;
  readonly credentials: Readonly<Record<string, string>>;
  open(invoiceId: string): string[];
  pay(linkId: string): { readonly paymentId: string; readonly webhook: Webhook };
  givenBack(paymentId: string): number[];
}

let t: TestDatabase;
let gateway: Gateway;
let hurried: Gateway;
let razorpay: FakeRazorpay;
let stripe: FakeStripe;
const wires = new Map<string, Wire>();

beforeAll(async () => {
  t = await testDatabase();
  [razorpay, stripe] = await Promise.all([startFakeRazorpay(), startFakeStripe(t.clock)]);
  const returnUrl = 'https://portal.example/payments/return';
  [gateway, hurried] = [PATIENT, HURRIED].map((times) =>
    gatewayOf(t.db, () => [
      new RazorpayProvider({ ...(times && { times }) }),
      new StripeProvider({ returnUrl, ...(times && { times }) }),
    ]),
  ) as [Gateway, Gateway];
  wires.set('razorpay', await razorpayWire());
  wires.set('stripe', await stripeWire());
});

afterAll(async () => {
  await expectInvariants(t);
  await Promise.all([...wires.values()].map(({ proxy }) => proxy.stop()));
  await Promise.all([razorpay?.stop(), stripe?.stop()]);
  await t?.close();
});

const invoiceIn = (each: Json, name: string) => (each[name] as Json).invoice_id;
const amountsOf = (refunds: readonly Json[]) => refunds.map(({ amount }) => Number(amount));

async function razorpayWire(): Promise<Wire> {
  const { keyId, keySecret } = razorpay;
  return {
    proxy: await FaultyProxy.before(razorpay.url),
    credentials: { keyId, keySecret, webhookSecret: SECRET },
    open: (id) =>
      razorpay.links
        .filter((each) => each.status === 'created' && invoiceIn(each, 'notes') === id)
        .map((each) => String(each.id)),
    pay: (linkId) => {
      const { payment } = razorpay.pay(linkId);
      const webhook = razorpay.webhook('payment.captured', { payment }, SECRET);
      return { paymentId: payment.id, webhook };
    },
    givenBack: (id) => amountsOf(razorpay.refunds().filter((each) => each.payment_id === id)),
  };
}

async function stripeWire(): Promise<Wire> {
  return {
    proxy: await FaultyProxy.before(stripe.url),
    credentials: { secretKey: stripe.secretKey, webhookSecret: SECRET },
    open: (id) =>
      stripe.books.sessions
        .filter((each) => each.status === 'open' && invoiceIn(each, 'metadata') === id)
        .map((each) => String(each.id)),
    pay: (linkId) => {
      const { session, intent } = stripe.pay(linkId);
      const webhook = stripe.webhook('checkout.session.completed', session, SECRET);
      return { paymentId: intent.id, webhook };
    },
    givenBack: (id) => amountsOf(stripe.books.refunds.filter((each) => each.payment_intent === id)),
  };
}

/** Its answer is lost however often it is asked for; what it was asked for is made all the same. */
const LOST: readonly CallFault[] = Array<CallFault>(6).fill('drop_after');

const FAULTS: readonly (readonly [string, readonly CallFault[]])[] = [
  ['a time-out before it is heard', ['hang_before']],
  ['a time-out after it is heard', ['hang_after']],
  ['time-outs without end', ['hang_before', 'hang_after', 'hang_before']],
  ['a 500 before acting', ['error_before']],
  ['a 500 after acting', ['error_after']],
  ['a connection that breaks before acting', ['drop_before']],
  ['a connection that breaks after acting', ['drop_after']],
  ['a short burst of 429', ['too_many', 'too_many']],
  ['a long burst of 429', ['too_many', 'too_many', 'too_many']],
  ['an answer that is no JSON', ['malformed_after']],
];

describe.each(['razorpay', 'stripe'])('%s', (provider) => {
  const wired = () => {
    const wire = wires.get(provider);
    if (!wire) throw new Error(`There is no ${provider}`);
    return wire;
  };

  async function invoiceToCollect(): Promise<{ ctx: Ctx; invoiceId: InvoiceId }> {
    const ctx = await t.newCompany();
    const { credentials, proxy } = wired();
    const settings = { baseUrl: proxy.url };
    await gateway.putConnector.execute(ctx, { provider, active: true, credentials, settings });
    const [invoice] = await sentInvoices(t, ctx, [11_800]);
    if (!invoice) throw new Error('No invoice was made');
    return { ctx, invoiceId: invoice.id };
  }

  const checkout = (ctx: Ctx, invoiceId: InvoiceId) =>
    gateway.startCheckout.execute(ctx, { invoiceId, callbackUrl: null });

  const receive = ({ body, headers }: Webhook) => {
    const raw = Buffer.from(body);
    const requestId = `test-${newId()}`;
    const event = { provider, raw, headers, requestId, ip: '127.0.0.1', now: t.clock.now() };
    return gateway.receive.execute(event, 60_000);
  };

  const refusal = (error: { code?: string }) => {
    if (!error.code) throw error;
    return error.code;
  };

  /** Both sweepers so many seconds from now. */
  async function sweep(by: Gateway, seconds: number): Promise<void> {
    if (seconds > DAY) stripe.forgetKeys();
    const at = addSeconds(t.clock.now(), seconds);
    await by.sweep.execute(at);
    await by.sweepRefunds.execute(at);
  }

  /** The sweep at which the provider is spoilt, then the days after, in which it answers. */
  async function spoiltThenSettled(faults: readonly CallFault[]): Promise<void> {
    const { proxy } = wired();
    proxy.fail(...faults);
    await sweep(hurried, 121);
    expect(proxy.met).toBeGreaterThan(0);
    proxy.fail();
    for (const seconds of [725, 4_330, 1.3 * DAY, 2.4 * DAY, 3.5 * DAY])
      await sweep(gateway, seconds);
  }

  test.each(FAULTS)('meets a look at a page nobody was told of with %s', async (_, faults) => {
    const { ctx, invoiceId } = await invoiceToCollect();
    wired().proxy.fail(...LOST);
    expect(await checkout(ctx, invoiceId).catch(refusal)).toBe(UNAVAILABLE);
    expect(wired().open(invoiceId)).toHaveLength(1);
    await spoiltThenSettled(faults);
    expect(wired().open(invoiceId).length).toBeLessThanOrEqual(1);
    const { providerLinkId } = await checkout(ctx, invoiceId);
    expect(wired().open(invoiceId)).toEqual([providerLinkId]);
    const { webhook } = wired().pay(providerLinkId);
    expect(await receive(webhook)).toMatchObject({ applied: true });
    expect(await invoiceBooks(t, ctx, invoiceId)).toMatchObject({ status: 'paid', balance: 0n });
  });

  test.each(FAULTS)('meets the closing of a page with %s', async (_, faults) => {
    const { ctx, invoiceId } = await invoiceToCollect();
    const { providerLinkId } = await checkout(ctx, invoiceId);
    expect(wired().open(invoiceId)).toEqual([providerLinkId]);
    await new VoidInvoice(t.db).execute(ctx, invoiceId, { reason: 'Wrong' });
    const said = { type: 'invoice.voided', recordId: invoiceId };
    const voided = said as unknown as EventEnvelope<'invoice.voided'>;
    await t.db.write(ctx, (tx) => new OnInvoiceClosed().handle(tx, voided));
    await spoiltThenSettled(faults);
    expect(wired().open(invoiceId)).toEqual([]);
    const { status } = await t.db.read(ctx, (tx) =>
      tx.one<{ status: string }>(`select status from gateway.checkout where invoice_id = $1`, [
        invoiceId,
      ]),
    );
    expect(status).toBe('cancelled');
  });

  test.each(FAULTS)('meets a look at a refund nobody was told of with %s', async (_, faults) => {
    const { ctx, invoiceId } = await invoiceToCollect();
    const { providerLinkId } = await checkout(ctx, invoiceId);
    const { paymentId: providerPaymentId, webhook } = wired().pay(providerLinkId);
    const told = await receive(webhook);
    if (!told.applied || !told.paymentId) throw new Error('The capture was not booked');
    wired().proxy.fail(...LOST);
    const asked = askBack(ctx, told.paymentId, providerPaymentId).catch(refusal);
    expect(['asked', UNAVAILABLE]).toContain(await asked);
    expect(wired().givenBack(providerPaymentId)).toEqual([1_800]);
    await spoiltThenSettled(faults);
    expect(wired().givenBack(providerPaymentId)).toEqual([1_800]);
  });

  async function askBack(ctx: Ctx, paymentId: PaymentId, providerPaymentId: string) {
    const money = { providerPaymentId, amount: 1_800n, currency: 'EUR', reason: 'Returned' };
    const refund = { paymentId, provider, ...money };
    const ask = await t.db.write(ctx, (tx) => gateway.requestRefund.begin(tx, refund));
    await ask(ctx);
    return 'asked';
  }
});
