import { expectInvariants } from '../support/invariants.js';
import { eventCount, invoiceBooks, paymentBooks } from './support/books.js';
import { ProviderHosts, type Collector, type Link } from './support/provider-hosts.js';
import type { Delivered, Json } from './support/razorpay-events.js';
import { SEED, Seeded } from './support/seeded.js';

let hosts: ProviderHosts;

beforeAll(async () => {
  hosts = await ProviderHosts.open();
});

afterAll(() => hosts?.close());

type Scene = Collector & Link & ReturnType<ProviderHosts['stripe']['pay']>;

/** A page that is paid and not told of. */
async function scene(how: 'at_once' | 'slowly' = 'at_once'): Promise<Scene> {
  const collector = await hosts.collector('stripe');
  const link = await hosts.link(collector);
  return { ...collector, ...link, ...hosts.stripe.pay(link.linkId, how) };
}

function deliver({ secret }: Collector, type: string, object: Json): Promise<Delivered | null> {
  return hosts.deliver('stripe', hosts.stripe.webhook(type, object, secret));
}

const ALREADY = { received: true, applied: false, reason: 'already_processed' };

const COMPLETED = 'checkout.session.completed';
const ARRIVED = 'checkout.session.async_payment_succeeded';
const SUCCEEDED = 'payment_intent.succeeded';

/** What tells of one payment: the page twice, the intent once. */
const tell = (told: Scene, type: string) =>
  deliver(told, type, type === SUCCEEDED ? told.intent : told.session);

function expectOneApplied(answers: readonly (Delivered | null)[]): void {
  expect(answers.map((answer) => answer?.status)).toEqual(answers.map(() => 200));
  const bodies = answers.map((answer) => answer?.body);
  expect(bodies.filter((body) => body?.applied)).toHaveLength(1);
  expect(bodies.filter((body) => !body?.applied)).toEqual(answers.slice(1).map(() => ALREADY));
}

async function expectPaidOnce({ ctx, invoiceId, intent }: Scene): Promise<void> {
  const { t } = hosts;
  expect(await paymentBooks(t, ctx)).toMatchObject([
    { providerPaymentId: intent.id, amount: 11_800n, applied: 11_800n, onAccount: 0n },
  ]);
  expect(await invoiceBooks(t, ctx, invoiceId)).toMatchObject({ status: 'paid', balance: 0n });
  expect(await eventCount(t, ctx, 'payment.received')).toBe(1);
  expect(await eventCount(t, ctx, 'invoice.paid')).toBe(1);
  await expectInvariants(t);
}

const ORDERS = [
  [COMPLETED, ARRIVED, SUCCEEDED],
  [COMPLETED, SUCCEEDED, ARRIVED],
  [ARRIVED, COMPLETED, SUCCEEDED],
  [ARRIVED, SUCCEEDED, COMPLETED],
  [SUCCEEDED, COMPLETED, ARRIVED],
  [SUCCEEDED, ARRIVED, COMPLETED],
];

describe('one payment at Stripe', () => {
  test('delivered twenty times at once to both hosts is booked once', async () => {
    const told = await scene();
    expectOneApplied(await Promise.all(Array.from({ length: 20 }, () => tell(told, COMPLETED))));
    await expectPaidOnce(told);
  });

  test.each(ORDERS)('told of by %s, %s, %s is booked once', async (...events) => {
    const told = await scene();
    const answers = [];
    for (const type of events) answers.push(await tell(told, type));
    expectOneApplied(answers);
    expect(answers[0]?.body).toMatchObject({ applied: true });
    await expectPaidOnce(told);
  });

  test('told of by all events at once, three times each, is booked once', async () => {
    const told = await scene();
    const events = new Seeded(SEED).shuffled([ORDERS[0], ORDERS[1], ORDERS[2]].flat());
    expectOneApplied(await Promise.all(events.map((type) => tell(told, type ?? COMPLETED))));
    await expectPaidOnce(told);
  });
});

describe('news of Stripe in another order than it happened', () => {
  const UNPAID = { payment_status: 'unpaid' };

  test('a failure told of after the payment changes nothing', async () => {
    const told = await scene();
    await tell(told, COMPLETED);
    const last_payment_error = { code: 'card_declined', message: 'Declined' };
    const failed = { ...told.intent, last_payment_error };
    expect((await deliver(told, 'payment_intent.payment_failed', failed))?.status).toBe(200);
    expect(
      (await deliver(told, 'checkout.session.async_payment_failed', told.session))?.status,
    ).toBe(200);
    await expectPaidOnce(told);
    expect(await statuses(told)).toEqual(['paid']);
  });

  test('a page told of as under way after its money came stays paid', async () => {
    const told = await scene();
    await tell(told, ARRIVED);
    const late = await deliver(told, COMPLETED, { ...told.session, ...UNPAID });
    expect(late?.body).toEqual(ALREADY);
    await expectPaidOnce(told);
    expect(await statuses(told)).toEqual(['paid']);
  });

  test('an expiry told of after the payment, or before it, costs no money', async () => {
    for (const order of [
      [COMPLETED, 'checkout.session.expired'],
      ['checkout.session.expired', COMPLETED],
    ]) {
      const told = await scene();
      for (const type of order) expect((await tell(told, type))?.status).toBe(200);
      await expectPaidOnce(told);
      expect(await statuses(told)).toEqual(['paid']);
    }
  });

  test('a failed debit told of before it was under way frees the invoice', async () => {
    const told = await scene('slowly');
    hosts.stripe.books.bounce(told.linkId);
    await deliver(told, 'checkout.session.async_payment_failed', told.session);
    expect((await tell(told, COMPLETED))?.body).toEqual(ALREADY);
    expect(await paymentBooks(hosts.t, told.ctx)).toEqual([]);
    expect(await statuses(told)).toEqual(['failed']);
  });

  test('refunds told of before their capture book both, whole and once', async () => {
    const told = await scene();
    const { body: refund } = hosts.stripe.books.refund({
      payment_intent: told.intent.id,
      amount: 3_800,
    });
    // Made in the dashboard, it names no company, and the payment it names is not known yet.
    expect((await deliver(told, 'refund.created', refund))?.status).toBe(401);
    expect((await deliver(told, 'charge.refunded', told.charge))?.body).toMatchObject({
      applied: true,
    });
    expect((await tell(told, SUCCEEDED))?.body).toEqual(ALREADY);
    expect((await deliver(told, 'refund.updated', refund))?.body).toEqual(ALREADY);
    expect(await paymentBooks(hosts.t, told.ctx)).toMatchObject([
      { amount: 11_800n, refunded: 3_800n, status: 'refunded' },
    ]);
    expect(await openReceipts(told)).toEqual([]);
    await expectInvariants(hosts.t);
  });

  test('everything at once ends the same', async () => {
    const chance = new Seeded(SEED);
    for (let round = 0; round < 4; round += 1) {
      const told = await scene();
      await tell(told, SUCCEEDED);
      const refunds = [1_000, 2_000, 3_000].map(
        (amount) => hosts.stripe.books.refund({ payment_intent: told.intent.id, amount }).body,
      );
      const news = chance.shuffled([
        ...[COMPLETED, ARRIVED, SUCCEEDED].map((type) => () => tell(told, type)),
        ...refunds.flatMap((refund) => [
          () => deliver(told, 'refund.created', refund),
          () => deliver(told, 'refund.updated', refund),
        ]),
        () => deliver(told, 'charge.refunded', told.charge),
        () => deliver(told, 'charge.refunded', told.charge),
      ]);
      const answers = await Promise.all(news.map((send) => send()));
      expect(answers.map((answer) => answer?.status)).toEqual(news.map(() => 200));
      expect(await paymentBooks(hosts.t, told.ctx)).toMatchObject([
        { amount: 11_800n, refunded: 6_000n },
      ]);
      expect(await openReceipts(told)).toEqual([]);
    }
    await expectInvariants(hosts.t);
  });
});

function statuses({ ctx }: Scene): Promise<unknown[]> {
  return hosts.t.db.read(ctx, async (tx) =>
    (await tx.rows<{ status: string }>('select status from gateway.checkout')).map(
      ({ status }) => status,
    ),
  );
}

function openReceipts({ ctx }: Scene): Promise<unknown[]> {
  return hosts.t.db.read(ctx, (tx) =>
    tx.rows(`select kind, reason from gateway.unapplied_receipt where status = 'open'`),
  );
}
