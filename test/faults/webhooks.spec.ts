import { expectInvariants } from '../support/invariants.js';
import { eventCount, invoiceBooks, paymentBooks } from './support/books.js';
import { CAPTURE_EVENTS, type Delivered } from './support/razorpay-events.js';
import { SEED, Seeded } from './support/seeded.js';
import { TwoHosts, type Scene } from './support/two-hosts.js';

let hosts: TwoHosts;

beforeAll(async () => {
  hosts = await TwoHosts.open();
});

afterAll(() => hosts?.close());

const ALREADY = { received: true, applied: false, reason: 'already_processed' };

/** All were taken; one of them booked the payment, the others found it booked. */
function expectOneApplied(answers: readonly (Delivered | null)[]): void {
  expect(answers.map((answer) => answer?.status)).toEqual(answers.map(() => 200));
  const bodies = answers.map((answer) => answer?.body);
  expect(bodies.filter((body) => body?.applied)).toHaveLength(1);
  expect(bodies.filter((body) => !body?.applied)).toEqual(answers.slice(1).map(() => ALREADY));
}

async function expectPaidOnce({ ctx, invoiceId, entities }: Scene): Promise<void> {
  const { t } = hosts;
  const payments = await paymentBooks(t, ctx);
  expect(payments).toMatchObject([
    { providerPaymentId: entities.payment.id, amount: 11_800n, applied: 11_800n, onAccount: 0n },
  ]);
  expect(await invoiceBooks(t, ctx, invoiceId)).toMatchObject({ status: 'paid', balance: 0n });
  expect(await eventCount(t, ctx, 'payment.received')).toBe(1);
  expect(await eventCount(t, ctx, 'invoice.paid')).toBe(1);
  await expectInvariants(t);
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, i) =>
    permutations(items.filter((_, j) => j !== i)).map((rest) => [item, ...rest]),
  );
}

const ORDERS = permutations(CAPTURE_EVENTS).map((events) => [events.join(', '), events] as const);

describe('one capture', () => {
  test('delivered fifty times in a row is booked once', async () => {
    const scene = await hosts.scene();
    const answers: (Delivered | null)[] = [];
    for (let i = 0; i < 50; i += 1) {
      answers.push(await hosts.deliver('payment.captured', scene.entities, scene.secret));
    }
    expectOneApplied(answers);
    await expectPaidOnce(scene);
  });

  test('delivered fifty times at once to both hosts is booked once', async () => {
    const scene = await hosts.scene();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        hosts.deliver('payment.captured', scene.entities, scene.secret),
      ),
    );
    expectOneApplied(answers);
    await expectPaidOnce(scene);
  });

  test.each(ORDERS)('told of by %s is booked once', async (_, events) => {
    const scene = await hosts.scene();
    const answers: (Delivered | null)[] = [];
    for (const event of events) {
      answers.push(await hosts.deliver(event, scene.entities, scene.secret));
    }
    expectOneApplied(answers);
    await expectPaidOnce(scene);
  });

  test('told of by its three events at once, five times each, is booked once', async () => {
    const scene = await hosts.scene();
    const events = Array.from({ length: 5 }, () => CAPTURE_EVENTS).flat();
    const answers = await Promise.all(
      events.map((event) => hosts.deliver(event, scene.entities, scene.secret)),
    );
    expectOneApplied(answers);
    await expectPaidOnce(scene);
  });

  test('claimed for two invoices at once is booked for one of them', async () => {
    const { ctx, secret, invoiceId, entities } = await hosts.scene();
    const invoiceIds = [invoiceId, await hosts.invoiceOf(ctx)];
    const claims = Array.from({ length: 6 }, () => invoiceIds).flat();
    const answers = await Promise.all(
      claims.map((invoice_id) => {
        const notes = { company_id: ctx.companyId, invoice_id };
        const payment = { ...entities.payment, notes };
        return hosts.deliver('payment.captured', { payment }, secret);
      }),
    );
    expectOneApplied(answers);
    expect(await paymentBooks(hosts.t, ctx)).toHaveLength(1);
    const books = await Promise.all(invoiceIds.map((id) => invoiceBooks(hosts.t, ctx, id)));
    expect(books.map(({ balance }) => balance).sort()).toEqual([0n, 11_800n]);
    await expectInvariants(hosts.t);
  });
});

describe('events out of order', () => {
  test('a failure told of after the capture changes no money', async () => {
    const scene = await hosts.scene();
    const { secret, entities } = scene;
    await hosts.deliver('payment.captured', entities, secret);
    const failed = { ...entities.payment, status: 'failed', error_code: 'BAD_REQUEST_ERROR' };
    const answer = await hosts.deliver('payment.failed', { payment: failed }, secret);
    expect(answer?.status).toBe(200);
    await expectPaidOnce(scene);
  });

  test('a failed attempt told of before the capture changes no money', async () => {
    const scene = await hosts.scene();
    const { secret, entities } = scene;
    const failed = { ...entities.payment, id: 'pay_failed', error_code: 'BAD_REQUEST_ERROR' };
    const told = await hosts.deliver('payment.failed', { payment: failed }, secret);
    expect(told?.body).toEqual({ received: true, applied: true });
    expect(await paymentBooks(hosts.t, scene.ctx)).toEqual([]);
    expectOneApplied([await hosts.deliver('payment.captured', entities, secret)]);
    await expectPaidOnce(scene);
  });

  test('an authorisation told of before and after the capture changes no money', async () => {
    const scene = await hosts.scene();
    const { secret, entities } = scene;
    const payment = { ...entities.payment, status: 'authorized', captured: false };
    const authorised = () => hosts.deliver('payment.authorized', { payment }, secret);
    const unhandled = { received: true, applied: false, reason: 'event_not_handled' };
    expect((await authorised())?.body).toEqual(unhandled);
    expectOneApplied([await hosts.deliver('payment.captured', entities, secret)]);
    expect((await authorised())?.body).toEqual(unhandled);
    await expectPaidOnce(scene);
  });

  test.each(['payment_link.expired', 'payment_link.cancelled'])(
    '%s after the payment leaves the link paid',
    async (event) => {
      const scene = await hosts.scene();
      const { secret, entities, ctx } = scene;
      await hosts.deliver('payment_link.paid', entities, secret);
      const late = await hosts.deliver(event, { payment_link: entities.payment_link }, secret);
      expect(late?.body).toEqual(ALREADY);
      const links = await hosts.t.db.read(ctx, (tx) =>
        tx.rows('select status from gateway.checkout'),
      );
      expect(links).toEqual([{ status: 'paid' }]);
      await expectPaidOnce(scene);
    },
  );

  test('a payment through a link told of as expired is booked all the same', async () => {
    const scene = await hosts.scene();
    const { secret, entities } = scene;
    const { payment_link } = entities;
    await hosts.deliver('payment_link.expired', { payment_link }, secret);
    expectOneApplied([await hosts.deliver('payment.captured', entities, secret)]);
    await expectPaidOnce(scene);
  });

  test('a refund told of before its capture books both, whole and once', async () => {
    const scene = await hosts.scene();
    const { secret, entities, ctx, invoiceId } = scene;
    const refund = refundOf(entities.payment, 3_800);
    await hosts.deliver('refund.processed', { refund, payment: entities.payment }, secret);
    expect((await hosts.deliver('payment.captured', entities, secret))?.body).toEqual(ALREADY);
    const again = await hosts.deliver('refund.processed', { refund, ...entities }, secret);
    expect(again?.body).toEqual(ALREADY);
    expect(await paymentBooks(hosts.t, ctx)).toMatchObject([
      { amount: 11_800n, refunded: 3_800n, status: 'refunded' },
    ]);
    expect(await invoiceBooks(hosts.t, ctx, invoiceId)).toMatchObject({ balance: 3_800n });
    await expectInvariants(hosts.t);
  });

  test('captures and refunds of one payment at once end the same', async () => {
    const scene = await hosts.scene();
    const { secret, entities, ctx, invoiceId } = scene;
    const refunds = [1_000, 2_000, 3_000].map((amount) => refundOf(entities.payment, amount));
    const chance = new Seeded(SEED);
    const told = chance.shuffled([
      ...CAPTURE_EVENTS.map((event) => [event, entities] as const),
      ...[...refunds, ...refunds].map(
        (refund) => ['refund.processed', { refund, payment: entities.payment }] as const,
      ),
    ]);
    const answers = await Promise.all(
      told.map(([event, each]) => hosts.deliver(event, each, secret)),
    );
    expect(answers.map((answer) => answer?.status)).toEqual(told.map(() => 200));
    expect(await paymentBooks(hosts.t, ctx)).toMatchObject([{ amount: 11_800n, refunded: 6_000n }]);
    expect(await invoiceBooks(hosts.t, ctx, invoiceId)).toMatchObject({ balance: 6_000n });
    await expectInvariants(hosts.t);
  });
});

/** A refund that the provider has carried out. */
function refundOf({ id, currency, notes }: Record<string, unknown>, amount: number) {
  const refundId = `rfnd_${String(id)}_${amount}`;
  return { id: refundId, payment_id: id, amount, currency, notes, status: 'processed' };
}

describe('many payments of many invoices', () => {
  test('told of three times each, in any order, through both hosts, are booked once', async () => {
    const scenes = await Promise.all(Array.from({ length: 12 }, () => hosts.scene()));
    const chance = new Seeded(SEED);
    const deliveries = chance.shuffled(
      scenes.flatMap((scene) => CAPTURE_EVENTS.map((event) => ({ scene, event }))),
    );
    const answers = await Promise.all(
      deliveries.map(({ scene, event }) => hosts.deliver(event, scene.entities, scene.secret)),
    );
    for (const scene of scenes) {
      expectOneApplied(answers.filter((_, i) => deliveries[i]?.scene === scene));
    }
    for (const scene of scenes) await expectPaidOnce(scene);
  });
});
