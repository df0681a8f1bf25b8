import { expectInvariants } from '../../../../test/support/invariants.js';
import { RefundPayment } from '@quittance/receivables/host';
import type { Ctx } from '@quittance/kernel';
import type { PaymentId } from '@quittance/receivables';
import { StripeStage } from '../testing/stripe-stage.js';
import { WebhookStage } from '../testing/webhook-stage.js';

let stage: WebhookStage;
let stripe: StripeStage;

beforeAll(async () => {
  stage = await WebhookStage.open();
  stripe = await StripeStage.open();
});

afterAll(async () => {
  if (stage) await expectInvariants(stage.t, ['I18a']);
  await stage?.close();
  await stripe?.close();
});

type Rows = Pick<WebhookStage, 't' | 'rows'> & Pick<WebhookStage | StripeStage, 'gateway'>;

/** What staff do with the one payment of a company, and what its books say then. */
async function booksOf(on: Rows, ctx: Ctx) {
  const [payment] = await on.rows(ctx, 'select id from receivables.payment');
  const paymentId = payment?.id as PaymentId;
  const operation = new RefundPayment(on.t.db, on.gateway.requestRefund);
  return {
    enter: (amount?: string) =>
      operation.execute(ctx, paymentId, { ...(amount && { amount }), reason: 'Returned' }),
    ask: (amount: string) =>
      operation.execute(ctx, paymentId, { amount, reason: 'Returned', instructProvider: true }),
    refunds: () =>
      on.rows(
        ctx,
        `select amount, provider_refund_id as name from receivables.refund
         where kind = 'refund' order by created_at, id`,
      ),
    async standing() {
      const [{ refunded }] = (await on.rows(
        ctx,
        'select refunded_amount as refunded from receivables.payment',
      )) as [{ refunded: bigint }];
      const receipts = await on.rows(ctx, 'select reason from gateway.unapplied_receipt');
      return { refunded, receipts };
    },
  };
}

/** A payment of 118.00 whose provider tells of refunds one by one. */
async function paid() {
  const scene = await stage.scene();
  await stage.captured(scene);
  const tell = (event: string, status: string) => (id: string, amount: number) => {
    const refund = { id, payment_id: scene.payment.id, amount, currency: 'EUR', status };
    return stage.deliver(event, { refund, payment: scene.payment }, scene.secret);
  };
  return {
    ...(await booksOf(stage, scene.ctx)),
    ctx: scene.ctx,
    made: tell('refund.processed', 'processed'),
    failed: tell('refund.failed', 'failed'),
  };
}

const known = { applied: false, reason: 'already_processed' };

describe('a refund that staff have recorded and then made at the provider', () => {
  test('is booked once, however often it is told of, and bears its name', async () => {
    const payment = await paid();
    await payment.enter('40');
    const told = await Promise.all([1, 2, 3].map(() => payment.made('rfnd_a', 4_000)));
    expect(told).toEqual([1, 2, 3].map(() => expect.objectContaining(known)));
    expect(await payment.standing()).toEqual({ refunded: 4_000n, receipts: [] });
    expect(await payment.refunds()).toEqual([{ amount: 4_000n, name: 'rfnd_a' }]);
    expect(await payment.made('rfnd_b', 4_000)).toMatchObject({ applied: true });
    expect(await payment.standing()).toEqual({ refunded: 8_000n, receipts: [] });
    const audited = await stage.rows(
      payment.ctx,
      `select action from audit.entry where action = 'payment.refund_claimed'`,
    );
    expect(audited).toHaveLength(1);
  });

  test('is the earliest of its amount, and no other', async () => {
    const payment = await paid();
    for (const amount of ['30', '40', '40']) await payment.enter(amount);
    await payment.made('rfnd_a', 4_000);
    await payment.made('rfnd_b', 500);
    expect(await payment.refunds()).toEqual([
      { amount: 3_000n, name: null },
      { amount: 4_000n, name: 'rfnd_a' },
      { amount: 4_000n, name: null },
      { amount: 500n, name: 'rfnd_b' },
    ]);
  });

  test('may be all of the payment', async () => {
    const payment = await paid();
    await payment.enter();
    expect(await payment.made('rfnd_a', 11_800)).toMatchObject(known);
    expect(await payment.standing()).toEqual({ refunded: 11_800n, receipts: [] });
  });

  test.each([
    ['after it succeeded', true],
    ['at once', false],
  ])('is undone where it fails %s', async (_, succeeds) => {
    const payment = await paid();
    await payment.enter('40');
    if (succeeds) await payment.made('rfnd_a', 4_000);
    expect(await payment.failed('rfnd_a', 4_000)).toMatchObject({ applied: true });
    expect(await payment.failed('rfnd_a', 4_000)).toMatchObject(known);
    expect(await payment.standing()).toEqual({ refunded: 0n, receipts: [] });
    await payment.made('rfnd_b', 4_000);
    expect(await payment.standing()).toMatchObject({ refunded: 4_000n });
  });

  test('is a second one where the provider has told of its own before', async () => {
    const payment = await paid();
    await payment.made('rfnd_a', 4_000);
    const answer = await payment.enter('40');
    expect(answer).toMatchObject({ refundedAmount: '80.00' });
    expect(answer.refunds.map(({ providerRefundId }) => providerRefundId)).toEqual([
      'rfnd_a',
      null,
    ]);
  });

  test('is not what the provider was asked for beside it', async () => {
    const payment = await paid();
    await payment.enter('40');
    await payment.ask('40');
    const [request] = await stage.rows(
      payment.ctx,
      'select provider_refund_id as id from gateway.refund_request',
    );
    expect(await payment.made(String(request?.id), 4_000)).toMatchObject({ applied: true });
    expect(await payment.standing()).toEqual({ refunded: 8_000n, receipts: [] });
  });
});

/** The same of a provider that tells of what it has returned in all as well. */
async function paidAtStripe() {
  const scene = await stripe.scene();
  const told = stripe.fake.pay(scene.sessionId);
  await stripe.deliver(scene, 'checkout.session.completed', told.session);
  return {
    ...(await booksOf(stripe, scene.ctx)),
    made: (amount: number) =>
      stripe.fake.books.refund({ payment_intent: told.intent.id, amount }).body,
    total: (amount: number) =>
      stripe.deliver(scene, 'charge.refunded', { ...told.charge, amount_refunded: amount }),
    succeeded: (refund: object) =>
      stripe.deliver(scene, 'refund.updated', { ...refund, status: 'succeeded' }),
  };
}

describe('where the provider tells totals', () => {
  test('it is in the total, and gets its name of the refund', async () => {
    const payment = await paidAtStripe();
    await payment.enter('40');
    const refund = payment.made(4_000);
    expect(await payment.total(4_000)).toMatchObject(known);
    expect(await payment.refunds()).toEqual([{ amount: 4_000n, name: null }]);
    expect(await payment.succeeded(refund)).toMatchObject(known);
    expect(await payment.refunds()).toEqual([{ amount: 4_000n, name: refund.id }]);
    await payment.total(7_000);
    expect(await payment.standing()).toEqual({ refunded: 7_000n, receipts: [] });
  });

  test('a total that was told before takes nothing more off what is recorded later', async () => {
    const payment = await paidAtStripe();
    await payment.enter('40');
    await payment.total(1_000);
    await payment.total(5_000);
    expect(await payment.standing()).toEqual({ refunded: 5_000n, receipts: [] });
    expect(await payment.total(3_000)).toMatchObject(known);
    expect(await payment.standing()).toEqual({ refunded: 5_000n, receipts: [] });
  });

  test('it is none of a larger refund, as its own event shows', async () => {
    const payment = await paidAtStripe();
    await payment.enter('40');
    const refund = payment.made(7_000);
    await payment.total(7_000);
    await payment.succeeded(refund);
    expect(await payment.standing()).toEqual({ refunded: 11_000n, receipts: [] });
  });
});
