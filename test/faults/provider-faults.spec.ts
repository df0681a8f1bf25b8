import { addSeconds, newId, type Ctx, type InvoiceId } from '@quittance/kernel';
import type { PaymentId } from '@quittance/receivables';
import { RazorpayProvider } from '@quittance/payment-razorpay/host';
import {
  startFakeRazorpay,
  type FakeFault,
  type FakeRazorpay,
} from '@quittance/payment-razorpay/testing';
import { StripeProvider } from '@quittance/payment-stripe/host';
import { startFakeStripe, type FakeStripe } from '@quittance/payment-stripe/testing';
import { gatewayOf, type Gateway } from '@quittance/gateway/testing';
import { expectInvariants } from '../support/invariants.js';
import { testDatabase, type TestDatabase } from '../support/test-database.js';
import { invoiceBooks, paymentBooks, sentInvoices } from './support/books.js';
import type { Json, Webhook } from './support/razorpay-events.js';

/** How often each fault is met: `FAULT_RUNS=50` before a release. */
const RUNS = Number(process.env.FAULT_RUNS ?? 1);
/** Of what meets a fault: quick to give up what hangs. */
const HURRIED = { requestMs: 200, pauseMs: 2 };
/** Of all else: however slow the machine is, an answer that comes is waited for. */
const PATIENT = { requestMs: 60_000, pauseMs: 2 };
const SECRET = 'whsec_of_everybody';
const DAY = 86_400;
const UNAVAILABLE = 'payment_provider_unavailable';

/** A provider and what it has made, whatever it has said. */
interface Wire {
  readonly fake: { readonly url: string; fail(...faults: FakeFault[]): void };
  readonly credentials: Readonly<Record<string, string>>;
  /** Ids of the pages of an invoice that a payer could pay. */
  open(invoiceId: string): string[];
  pay(linkId: string): { readonly paymentId: string; readonly webhook: Webhook };
  /** Amounts given back of a payment. */
  givenBack(paymentId: string): number[];
  /** The webhook of the one refund of a payment. */
  refunded(paymentId: string): Webhook;
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
      new RazorpayProvider({ times }),
      new StripeProvider({ returnUrl, times }),
    ]),
  ) as [Gateway, Gateway];
  wires.set('razorpay', razorpayWire());
  wires.set('stripe', stripeWire());
});

afterAll(async () => {
  await expectInvariants(t);
  await Promise.all([razorpay?.stop(), stripe?.stop()]);
  await t?.close();
});

const notesOf = (each: Json, name: string) => (each[name] as Json).invoice_id;

function razorpayWire(): Wire {
  const { keyId, keySecret } = razorpay;
  const of = (paymentId: string) =>
    razorpay.refunds().filter((each) => each.payment_id === paymentId);
  return {
    fake: razorpay,
    credentials: { keyId, keySecret, webhookSecret: SECRET },
    open: (invoiceId) =>
      razorpay.links
        .filter((each) => each.status === 'created' && notesOf(each, 'notes') === invoiceId)
        .map(({ id }) => String(id)),
    pay: (linkId) => {
      const { payment } = razorpay.pay(linkId);
      const webhook = razorpay.webhook('payment.captured', { payment }, SECRET);
      return { paymentId: payment.id, webhook };
    },
    givenBack: (paymentId) => of(paymentId).map(({ amount }) => Number(amount)),
    refunded: (paymentId) => {
      const refund = { ...of(paymentId)[0], status: 'processed' };
      return razorpay.webhook('refund.processed', { refund }, SECRET);
    },
  };
}

function stripeWire(): Wire {
  const of = (paymentId: string) =>
    stripe.books.refunds.filter((each) => each.payment_intent === paymentId);
  return {
    fake: stripe,
    credentials: { secretKey: stripe.secretKey, webhookSecret: SECRET },
    open: (invoiceId) =>
      stripe.books.sessions
        .filter((each) => each.status === 'open' && notesOf(each, 'metadata') === invoiceId)
        .map(({ id }) => String(id)),
    pay: (linkId) => {
      const { session, intent } = stripe.pay(linkId);
      const webhook = stripe.webhook('checkout.session.completed', session, SECRET);
      return { paymentId: intent.id, webhook };
    },
    givenBack: (paymentId) => of(paymentId).map(({ amount }) => Number(amount)),
    refunded: (paymentId) => stripe.webhook('refund.updated', of(paymentId)[0] ?? {}, SECRET),
  };
}

/** What the sweeper does by itself in the days after; Stripe forgets its keys meanwhile. */
async function days(): Promise<void> {
  const now = t.clock.now();
  for (const seconds of [120, 720, 4_320, 1.2 * DAY, 2.3 * DAY, 3.4 * DAY, 4.5 * DAY, 5.6 * DAY]) {
    if (seconds > DAY) stripe.forgetKeys();
    const at = addSeconds(now, seconds);
    await gateway.sweep.execute(at);
    await gateway.sweepRefunds.execute(at);
  }
}

async function settle(wire: Wire): Promise<void> {
  wire.fake.fail();
  await days();
}

const NAMES = ['razorpay', 'stripe'];
const FAULTS: readonly (readonly [string, readonly FakeFault[]])[] = [
  ['a time-out before acting', ['hang_before']],
  ['a time-out after acting', ['hang_after']],
  ['time-outs without end', ['hang_before', 'hang_after', 'hang_before']],
  ['a 500 before acting', ['error_before']],
  ['a 500 after acting', ['error_after']],
  ['a connection that breaks before acting', ['drop_before']],
  ['a connection that breaks after acting', ['drop_after']],
  ['a short burst of 429', ['too_many', 'too_many']],
  ['a long burst of 429', ['too_many', 'too_many', 'too_many']],
  ['an answer that is no JSON', ['malformed_after']],
];

describe.each(NAMES)('%s answers a checkout with', (provider) => {
  const wired = () => {
    const wire = wires.get(provider);
    if (!wire) throw new Error(`There is no ${provider}`);
    return wire;
  };

  async function collector(): Promise<Ctx> {
    const ctx = await t.newCompany();
    const { credentials, fake } = wired();
    const settings = { baseUrl: fake.url };
    const input = { provider, active: true, credentials, settings };
    await gateway.putConnector.execute(ctx, input);
    return ctx;
  }

  async function invoiceOf(ctx: Ctx): Promise<InvoiceId> {
    const [invoice] = await sentInvoices(t, ctx, [11_800]);
    if (!invoice) throw new Error('No invoice was made');
    return invoice.id;
  }

  const checkout = (ctx: Ctx, invoiceId: InvoiceId, by = gateway) =>
    by.startCheckout.execute(ctx, { invoiceId, callbackUrl: null });

  const receive = ({ body, headers }: Webhook) =>
    gateway.receive.execute(
      {
        provider,
        raw: Buffer.from(body),
        headers,
        requestId: `test-${newId()}`,
        ip: '127.0.0.1',
        now: t.clock.now(),
      },
      60_000,
    );

  /** Whatever went wrong before: one link can be had, and its payment is booked once. */
  async function expectCollectable(ctx: Ctx, invoiceId: InvoiceId, left: number): Promise<void> {
    const { providerLinkId } = await checkout(ctx, invoiceId);
    expect(wired().open(invoiceId)).toContain(providerLinkId);
    expect(wired().open(invoiceId)).toHaveLength(1 + left);
    const { paymentId, webhook } = wired().pay(providerLinkId);
    expect(await receive(webhook)).toMatchObject({ applied: true });
    expect(await invoiceBooks(t, ctx, invoiceId)).toMatchObject({ status: 'paid', balance: 0n });
    expect(await paymentBooks(t, ctx)).toMatchObject([{ providerPaymentId: paymentId }]);
  }

  const refusal = (error: { code?: string }) => {
    if (!error.code) throw error;
    return error.code;
  };

  test.each(FAULTS)('%s: one page, one payment', async (_, faults) => {
    for (let run = 0; run < RUNS; run += 1) {
      const ctx = await collector();
      const invoiceId = await invoiceOf(ctx);
      wired().fake.fail(...faults);
      const made = checkout(ctx, invoiceId, hurried).then(() => 'made');
      expect(['made', UNAVAILABLE]).toContain(await made.catch(refusal));
      expect(wired().open(invoiceId).length).toBeLessThanOrEqual(1);
      await settle(wired());
      await expectCollectable(ctx, invoiceId, 0);
    }
  });

  test.each(FAULTS)('%s while many ask: one page', async (_, faults) => {
    const ctx = await collector();
    const invoiceId = await invoiceOf(ctx);
    wired().fake.fail(...faults);
    const asked = Array.from({ length: 5 }, () => checkout(ctx, invoiceId, hurried).catch(refusal));
    await Promise.all(asked);
    expect(wired().open(invoiceId).length).toBeLessThanOrEqual(1);
    await settle(wired());
    await expectCollectable(ctx, invoiceId, 0);
  });

  test('another currency: the page is closed and never handed out', async () => {
    for (let run = 0; run < RUNS; run += 1) {
      const ctx = await collector();
      const invoiceId = await invoiceOf(ctx);
      wired().fake.fail('wrong_currency');
      expect(await checkout(ctx, invoiceId).catch(refusal)).toBe(UNAVAILABLE);
      await settle(wired());
      expect(wired().open(invoiceId)).toEqual([]);
      await expectCollectable(ctx, invoiceId, 0);
    }
  });

  test('the id of another page: never handed out, and the other page stays as it is', async () => {
    for (let run = 0; run < RUNS; run += 1) {
      const ctx = await collector();
      const [invoiceId, other] = [await invoiceOf(ctx), await invoiceOf(ctx)];
      const { providerLinkId: sameLinkAs } = await checkout(ctx, other);
      wired().fake.fail({ sameLinkAs });
      expect(await checkout(ctx, invoiceId).catch(refusal)).toBe(UNAVAILABLE);
      await settle(wired());
      expect(await checkout(ctx, other)).toMatchObject({ providerLinkId: sameLinkAs });
      // What was made has an address nobody was told; it runs out by itself.
      await expectCollectable(ctx, invoiceId, 1);
    }
  });

  test.each(FAULTS)('%s when money is asked back: it goes back once', async (_, faults) => {
    for (let run = 0; run < RUNS; run += 1) {
      const ctx = await collector();
      const invoiceId = await invoiceOf(ctx);
      const { providerLinkId } = await checkout(ctx, invoiceId);
      const { paymentId: providerPaymentId, webhook } = wired().pay(providerLinkId);
      const told = await receive(webhook);
      if (!told.applied || !told.paymentId) throw new Error('The capture was not booked');
      wired().fake.fail(...faults);
      const asked = await askBack(hurried, ctx, told.paymentId, providerPaymentId).catch(refusal);
      expect(['asked', UNAVAILABLE]).toContain(asked);
      await settle(wired());
      if (asked === UNAVAILABLE) {
        await askBack(gateway, ctx, told.paymentId, providerPaymentId);
      }
      expect(wired().givenBack(providerPaymentId)).toEqual([1_800]);
      await receive(wired().refunded(providerPaymentId)).catch(refusal);
      expect(await paymentBooks(t, ctx)).toMatchObject([{ refunded: 1_800n }]);
    }
  });

  async function askBack(by: Gateway, ctx: Ctx, paymentId: PaymentId, providerPaymentId: string) {
    const money = { providerPaymentId, amount: 1_800n, currency: 'EUR', reason: 'Returned' };
    const refund = { paymentId, provider, ...money };
    const ask = await t.db.write(ctx, (tx) => by.requestRefund.begin(tx, refund));
    await ask(ctx);
    return 'asked';
  }
});
