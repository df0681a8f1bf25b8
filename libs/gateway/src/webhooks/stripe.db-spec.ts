import { addSeconds, parseInstant } from '@quittance/kernel';
import { LivePaymentLinks } from '../checkouts/live-payment-links.js';
import { StripeStage } from '../testing/stripe-stage.js';

let stage: StripeStage;

beforeAll(async () => {
  stage = await StripeStage.open();
});

afterAll(() => stage?.close());

const ALREADY = { received: true, applied: false, reason: 'already_processed' };

/** A scene whose page is paid and told of. */
async function paid() {
  const scene = await stage.scene();
  const told = stage.fake.pay(scene.sessionId);
  await stage.deliver(scene, 'checkout.session.completed', told.session);
  return { ...scene, ...told };
}

/** Money given back in the provider's dashboard: no metadata of ours on it. */
function giveBack(intentId: string, amount: number) {
  const { body } = stage.fake.books.refund({ payment_intent: intentId, amount });
  return body;
}

describe('a page that is paid', () => {
  test('settles its invoice, whichever event tells of it first', async () => {
    for (const order of [
      ['session', 'intent'],
      ['intent', 'session'],
    ] as const) {
      const scene = await stage.scene();
      const told = stage.fake.pay(scene.sessionId);
      const types = { session: 'checkout.session.completed', intent: 'payment_intent.succeeded' };
      const answers = [];
      for (const name of order) answers.push(await stage.deliver(scene, types[name], told[name]));
      expect(answers).toMatchObject([{ applied: true }, ALREADY]);
      expect(await stage.payments(scene.ctx)).toMatchObject([
        { amount: 11_800n, providerPaymentId: told.intent.id, method: 'gateway' },
      ]);
      expect(await stage.invoices(scene.ctx)).toEqual([{ status: 'paid', balance: 0n }]);
      expect(await stage.checkouts(scene.ctx)).toMatchObject([{ status: 'paid' }]);
    }
  });

  test('over a three-decimal amount is rounded up, and the excess is credit', async () => {
    const scene = await stage.scene({ total: 99_991n, currency: 'KWD' });
    const again = await stage.checkout(scene);
    expect(again).toMatchObject({ amount: '100.000', roundingAdjustment: '0.009' });
    const { session } = stage.fake.pay(scene.sessionId);
    await stage.deliver(scene, 'checkout.session.completed', session);
    expect(await stage.payments(scene.ctx)).toMatchObject([
      { amount: 100_000n, applied: 99_991n, onAccount: 9n },
    ]);
    expect(await stage.invoices(scene.ctx)).toEqual([{ status: 'paid', balance: 0n }]);
  });
});

test('a letter holds our own address of a page, which leads to it', async () => {
  const scene = await stage.scene();
  const { paymentUrl, lastingUrl } = await stage.checkout(scene);
  const links = new LivePaymentLinks(stage.gateway.checkouts);
  const letterLink = stage.t.db.read(scene.ctx, (tx) =>
    links.letterLink(tx, scene.invoiceId, 11_800n),
  );
  expect(await letterLink).toBe(lastingUrl);
  expect(lastingUrl).toMatch(/^https:\/\/portal\.example\/pay\/[\w-]{86}$/);
  const token = lastingUrl.slice(-86);
  const { now } = scene.ctx;
  const open = stage.gateway.openPayLink.execute({ token, requestId: 'test', now });
  expect(await open).toBe(paymentUrl);
});

describe('money given back at Stripe', () => {
  test('is recorded from the refund alone, found by the payment it belongs to', async () => {
    const scene = await paid();
    const refund = giveBack(scene.intent.id, 1_800);
    expect(refund.metadata).toEqual({});
    expect(await stage.deliver(scene, 'refund.created', refund)).toMatchObject({ applied: true });
    expect(await stage.deliver(scene, 'refund.updated', refund)).toEqual(ALREADY);
    expect(await stage.payments(scene.ctx)).toMatchObject([{ refunded: 1_800n }]);
  });

  test('is recorded from the charge alone', async () => {
    const scene = await paid();
    giveBack(scene.intent.id, 1_800);
    const tell = () => stage.deliver(scene, 'charge.refunded', { ...scene.charge });
    expect(await tell()).toMatchObject({ applied: true });
    expect(await tell()).toEqual(ALREADY);
    giveBack(scene.intent.id, 200);
    expect(await tell()).toMatchObject({ applied: true });
    expect(await stage.payments(scene.ctx)).toMatchObject([{ refunded: 2_000n }]);
  });

  test('ends the same whatever is told first, once or twice', async () => {
    const orders = ['abAB', 'ABab', 'aAbB', 'BAba', 'BbaA', 'bBAa', 'BaAb', 'AABBaabb'];
    for (const order of orders) {
      const scene = await paid();
      const a = giveBack(scene.intent.id, 1_000);
      const afterFirst = { ...scene.charge };
      const b = giveBack(scene.intent.id, 2_000);
      const news = { a, b, A: afterFirst, B: { ...scene.charge } };
      for (const name of order) {
        const type = name === name.toUpperCase() ? 'charge.refunded' : 'refund.updated';
        await stage.deliver(scene, type, news[name as keyof typeof news]);
      }
      const [payment] = await stage.payments(scene.ctx);
      expect([order, payment?.refunded]).toEqual([order, 3_000n]);
      expect(await stage.receipts(scene.ctx)).toEqual([]);
    }
  });

  test('told of at once by all events is recorded once', async () => {
    const scene = await paid();
    const refunds = [1_000, 2_000, 3_000].map((amount) => giveBack(scene.intent.id, amount));
    const charge = { ...scene.charge };
    const answers = await Promise.all([
      ...refunds.map((refund) => stage.deliver(scene, 'refund.created', refund)),
      ...refunds.map((refund) => stage.deliver(scene, 'refund.updated', refund)),
      stage.deliver(scene, 'charge.refunded', charge),
      stage.deliver(scene, 'charge.refunded', charge),
    ]);
    expect(answers.every(({ received }) => received)).toBe(true);
    expect(await stage.payments(scene.ctx)).toMatchObject([{ refunded: 6_000n }]);
  });

  test('before its capture was told of books both', async () => {
    const scene = await stage.scene();
    const told = stage.fake.pay(scene.sessionId);
    giveBack(told.intent.id, 1_800);
    const answer = await stage.deliver(scene, 'charge.refunded', { ...told.charge });
    expect(answer).toMatchObject({ applied: true });
    const late = await stage.deliver(scene, 'checkout.session.completed', told.session);
    expect(late).toEqual(ALREADY);
    expect(await stage.payments(scene.ctx)).toMatchObject([{ amount: 11_800n, refunded: 1_800n }]);
  });

  test('told of one by one before its payment waits for none once that is booked', async () => {
    const scene = await stage.scene();
    const { ctx } = scene;
    const told = stage.fake.pay(scene.sessionId);
    const tell = (type: string, object: Record<string, unknown>) =>
      stage.deliver(scene, type, object, stage.t.clock.now(), ctx.companyId);
    const first = giveBack(told.intent.id, 1_800);
    expect(await tell('refund.created', first)).toMatchObject({ reason: 'payment_not_found' });
    expect(await stage.receipts(ctx)).toMatchObject([{ kind: 'refund', status: 'open' }]);
    const afterFirst = { ...told.charge };
    const second = giveBack(told.intent.id, 1_000);
    await tell('refund.created', second);
    await tell('charge.refunded', afterFirst);
    expect(await stage.payments(ctx)).toMatchObject([{ amount: 11_800n, refunded: 2_800n }]);
    await tell('charge.refunded', { ...told.charge });
    await tell('refund.updated', first);
    await tell('refund.updated', second);
    expect(await stage.payments(ctx)).toMatchObject([{ amount: 11_800n, refunded: 2_800n }]);
    expect(await stage.receipts(ctx)).toMatchObject([
      { kind: 'refund', status: 'resolved' },
      { kind: 'refund', status: 'resolved' },
    ]);
  });

  test('that fails days after it was booked is undone, once', async () => {
    const scene = await paid();
    const refund = giveBack(scene.intent.id, 1_800);
    await stage.deliver(scene, 'refund.created', refund);
    const failed = { ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' };
    expect(await stage.payments(scene.ctx)).toMatchObject([{ refunded: 1_800n }]);
    const answer = await stage.deliver(scene, 'refund.failed', failed);
    expect(answer).toMatchObject({ received: true, applied: true });
    expect(await stage.deliver(scene, 'refund.updated', failed)).toEqual(ALREADY);
    expect(await stage.payments(scene.ctx)).toMatchObject([{ refunded: 0n }]);
    expect(await stage.receipts(scene.ctx)).toEqual([]);
  });

  test.each(['succeeded', 'pending'])(
    'that a total had booked and that fails then is undone, once; told as %s before',
    async (status) => {
      const scene = await paid();
      const refund = { ...giveBack(scene.intent.id, 1_800), status };
      const total = { ...scene.charge };
      await stage.deliver(scene, 'charge.refunded', total);
      await stage.deliver(scene, 'refund.created', refund);
      expect(await stage.payments(scene.ctx)).toMatchObject([{ refunded: 1_800n }]);
      const failed = { ...refund, status: 'failed' };
      expect(await stage.deliver(scene, 'refund.failed', failed)).toMatchObject({ applied: true });
      expect(await stage.deliver(scene, 'refund.updated', failed)).toEqual(ALREADY);
      expect(await stage.deliver(scene, 'charge.refunded', total)).toEqual(ALREADY);
      expect(await stage.payments(scene.ctx)).toMatchObject([{ refunded: 0n }]);
      expect(await stage.invoices(scene.ctx)).toEqual([{ status: 'paid', balance: 0n }]);
      expect(await stage.receipts(scene.ctx)).toEqual([]);
    },
  );

  test('that was sorted out before it failed is undone, once, and stays sorted out', async () => {
    const scene = await stage.scene();
    const { ctx, secret } = scene;
    const told = stage.fake.pay(scene.sessionId);
    const refund = giveBack(told.intent.id, 1_800);
    await stage.deliver({ secret }, 'refund.created', refund, undefined, ctx.companyId);
    await stage.deliver({ secret }, 'payment_intent.succeeded', told.intent);
    await stage.deliver({ secret }, 'refund.created', refund);
    expect(await stage.receipts(ctx)).toMatchObject([{ status: 'resolved' }]);
    const failed = { ...refund, status: 'failed' };
    await stage.deliver({ secret }, 'refund.failed', failed);
    await stage.deliver({ secret }, 'refund.failed', failed);
    expect(await stage.payments(ctx)).toMatchObject([{ refunded: 0n }]);
    expect(await stage.receipts(ctx)).toMatchObject([{ status: 'resolved' }]);
  });

  test('whose amount cannot be read has its own receipt beside that of its payment', async () => {
    const scene = await paid();
    const refund = { ...giveBack(scene.intent.id, 1_800), amount: null };
    const answer = { received: true, applied: false, reason: 'receipt_opened' };
    expect(await stage.deliver(scene, 'refund.created', refund)).toEqual(answer);
    const other = { ...refund, id: 're_other', status: 'failed', amount: -5 };
    expect(await stage.deliver(scene, 'refund.failed', other)).toEqual(answer);
    expect(await stage.receipts(scene.ctx)).toMatchObject([
      { kind: 'unreadable', reason: 'unreadable_amount', status: 'open' },
      { kind: 'unreadable', reason: 'negative_amount', status: 'open' },
    ]);
  });

  test('that fails before anything was booked is nobody’s concern', async () => {
    const scene = await paid();
    const refund = giveBack(scene.intent.id, 1_800);
    const failed = { ...refund, status: 'failed' };
    expect(await stage.deliver(scene, 'refund.failed', failed)).toMatchObject({
      reason: 'event_not_handled',
    });
    expect(await stage.receipts(scene.ctx)).toEqual([]);
    expect(await stage.payments(scene.ctx)).toMatchObject([{ refunded: 0n }]);
  });

  test('above what was paid is for a person', async () => {
    const scene = await paid();
    const charge = { ...scene.charge, amount_refunded: 20_000 };
    expect(await stage.deliver(scene, 'charge.refunded', charge)).toMatchObject({
      reason: 'refund_refused',
    });
    expect(await stage.receipts(scene.ctx)).toMatchObject([{ reason: 'refund_exceeds_payment' }]);
  });
});

describe('other news', () => {
  test('a declined card is noted, and the page can still be paid', async () => {
    const scene = await stage.scene();
    const told = stage.fake.pay(scene.sessionId, 'slowly');
    const declined = {
      ...told.intent,
      last_payment_error: { code: 'card_declined', message: 'Your card was declined.' },
    };
    expect(await stage.deliver(scene, 'payment_intent.payment_failed', declined)).toMatchObject({
      applied: true,
    });
    expect(await stage.checkouts(scene.ctx)).toMatchObject([{ status: 'open' }]);
    stage.fake.books.arrive(scene.sessionId);
    await stage.deliver(scene, 'payment_intent.succeeded', told.intent);
    expect(await stage.invoices(scene.ctx)).toEqual([{ status: 'paid', balance: 0n }]);
  });

  test('a declined card that is told of after the payment is nothing any more', async () => {
    const scene = await paid();
    const declined = { ...scene.intent, last_payment_error: { code: 'card_declined' } };
    const answer = await stage.deliver(scene, 'payment_intent.payment_failed', declined);
    expect(answer).toEqual(ALREADY);
    expect(await stage.events(scene.ctx, 'payment.failed')).toEqual([]);
  });

  test('a page that expires unpaid closes its attempt, a paid one stays paid', async () => {
    const scene = await stage.scene();
    const session = stage.fake.books.session(scene.sessionId) ?? {};
    await stage.deliver(scene, 'checkout.session.expired', session);
    expect(await stage.checkouts(scene.ctx)).toMatchObject([{ status: 'expired' }]);
    const other = await paid();
    expect(await stage.deliver(other, 'checkout.session.expired', other.session)).toEqual(ALREADY);
    expect(await stage.checkouts(other.ctx)).toMatchObject([{ status: 'paid' }]);
  });

  test.each(['charge.succeeded', 'charge.updated', 'invoice.paid'])(
    '%s is listed and changes nothing',
    async (type) => {
      const scene = await paid();
      const before = await stage.payments(scene.ctx);
      const answer = await stage.deliver(scene, type, scene.charge);
      expect(answer).toMatchObject({ applied: false, reason: 'event_not_handled' });
      expect(await stage.payments(scene.ctx)).toEqual(before);
    },
  );
});

describe('a signature', () => {
  const refused = { code: 'invalid_signature', status: 401 };

  test('is good for five minutes by our own clock, and a redelivery brings a new one', async () => {
    const scene = await stage.scene();
    const { session } = stage.fake.pay(scene.sessionId);
    const signedAt = parseInstant('2026-03-02T10:00:00Z');
    const type = 'checkout.session.completed';
    const { body, headers } = stage.fake.webhook(type, session, scene.secret, signedAt);
    const at = (seconds: number) => stage.receive(body, headers, addSeconds(signedAt, seconds));
    await expect(at(301)).rejects.toMatchObject(refused);
    await expect(at(-301)).rejects.toMatchObject(refused);
    expect(await stage.payments(scene.ctx)).toEqual([]);
    expect(await at(300)).toMatchObject({ applied: true });
    expect(await stage.deliver(scene, type, session, addSeconds(signedAt, 7200))).toEqual(ALREADY);
  });
});
