import { addSeconds } from '@quittance/kernel';
import { moneyUnderWay } from '../checkouts/money-under-way.js';
import { StripeStage, type StripeScene } from '../testing/stripe-stage.js';

let stage: StripeStage;

beforeAll(async () => {
  stage = await StripeStage.open();
});

afterAll(() => stage?.close());

const ALREADY = { received: true, applied: false, reason: 'already_processed' };

describe('a slow method', () => {
  async function underWay(): Promise<StripeScene & ReturnType<typeof stage.fake.pay>> {
    const scene = await stage.scene();
    const told = stage.fake.pay(scene.sessionId, 'slowly');
    const answer = await stage.deliver(scene, 'checkout.session.completed', told.session);
    expect(answer).toEqual({ received: true, applied: true });
    return { ...scene, ...told };
  }

  test('books nothing while the money is on its way, and offers no second link', async () => {
    const scene = await underWay();
    expect(await stage.payments(scene.ctx)).toEqual([]);
    expect(await stage.invoices(scene.ctx)).toEqual([{ status: 'sent', balance: 11_800n }]);
    expect(await stage.checkouts(scene.ctx)).toMatchObject([{ status: 'processing' }]);
    await expect(stage.checkout(scene)).rejects.toMatchObject({
      code: 'payment_in_progress',
      status: 409,
    });
  });

  test('books the money when it comes', async () => {
    const scene = await underWay();
    stage.fake.books.arrive(scene.sessionId);
    const type = 'checkout.session.async_payment_succeeded';
    expect(await stage.deliver(scene, type, scene.session)).toMatchObject({ applied: true });
    expect(await stage.deliver(scene, 'checkout.session.completed', scene.session)).toEqual(
      ALREADY,
    );
    expect(await stage.invoices(scene.ctx)).toEqual([{ status: 'paid', balance: 0n }]);
    expect(await stage.checkouts(scene.ctx)).toMatchObject([{ status: 'paid' }]);
  });

  test('that fails frees the invoice for another link', async () => {
    const scene = await underWay();
    stage.fake.books.bounce(scene.sessionId);
    const failed = () =>
      stage.deliver(scene, 'checkout.session.async_payment_failed', scene.session);
    expect(await failed()).toMatchObject({ applied: true });
    expect(await failed()).toEqual(ALREADY);
    // Late news of the beginning brings nothing back.
    const late = { ...scene.session, payment_status: 'unpaid' };
    expect(await stage.deliver(scene, 'checkout.session.completed', late)).toEqual(ALREADY);
    expect(await stage.checkouts(scene.ctx)).toMatchObject([{ status: 'failed' }]);
    expect((await stage.checkout(scene)).providerLinkId).not.toBe(scene.sessionId);
  });

  test('whose event is lost is looked up a day later', async () => {
    const scene = await underWay();
    stage.fake.books.arrive(scene.sessionId);
    await stage.gateway.sweep.execute(addSeconds(stage.t.clock.now(), 86_400));
    expect(await stage.invoices(scene.ctx)).toEqual([{ status: 'paid', balance: 0n }]);
    expect(await stage.payments(scene.ctx)).toMatchObject([{ providerPaymentId: scene.intent.id }]);
  });

  test('on a page that was to be closed is looked after until the money comes', async () => {
    const scene = await stage.scene();
    const { ctx, invoiceId } = scene;
    const { intent } = stage.fake.pay(scene.sessionId, 'slowly');
    const another = stage.gateway.startCheckout.execute(ctx, { invoiceId, amount: '50.00' });
    await expect(another).rejects.toMatchObject({ code: 'payment_in_progress' });
    const sweepOn = (day: number) =>
      stage.gateway.sweep.execute(addSeconds(stage.t.clock.now(), day * 86_400));
    for (let day = 1; day <= 12; day += 1) await sweepOn(day);
    expect((await stage.checkouts(ctx))[0]).toMatchObject({ status: 'closing' });
    stage.fake.books.arrive(scene.sessionId);
    await sweepOn(13);
    expect((await stage.checkouts(ctx))[0]).toMatchObject({ status: 'paid' });
    expect(await stage.payments(ctx)).toMatchObject([{ providerPaymentId: intent.id }]);
  });

  test('on a page that gave way holds its invoice until the money fails', async () => {
    const scene = await stage.scene();
    const { ctx, invoiceId } = scene;
    const { session } = stage.fake.pay(scene.sessionId, 'slowly');
    const underWay = () => stage.t.db.read(ctx, (tx) => moneyUnderWay(tx, [invoiceId]));
    const again = () => stage.gateway.startCheckout.execute(ctx, { invoiceId, amount: '50.00' });
    await expect(again()).rejects.toMatchObject({ code: 'payment_in_progress' });
    // The page that was made meanwhile can be paid by nobody.
    expect(await stage.checkouts(ctx)).toMatchObject([
      { status: 'closing' },
      { status: 'cancelled' },
    ]);
    expect(await underWay()).toEqual(new Map([[invoiceId, 11_800n]]));
    await expect(again()).rejects.toMatchObject({ code: 'payment_in_progress' });
    // Late news of the beginning, and of the page that is closed, change nothing.
    const tell = (type: string) => stage.deliver(scene, `checkout.session.${type}`, session);
    expect([await tell('completed'), await tell('expired')]).toEqual([ALREADY, ALREADY]);
    stage.fake.books.bounce(scene.sessionId);
    expect(await tell('async_payment_failed')).toMatchObject({ applied: true });
    expect(await stage.checkouts(ctx)).toMatchObject([
      { status: 'failed' },
      { status: 'cancelled' },
    ]);
    expect(await underWay()).toEqual(new Map());
    expect((await stage.checkout(scene)).providerLinkId).not.toBe(scene.sessionId);
  });

  test('that is told of before its page is closed holds its invoice as well', async () => {
    const scene = await stage.scene();
    const { ctx, invoiceId } = scene;
    const { session } = stage.fake.pay(scene.sessionId, 'slowly');
    await stage.t.db.write(ctx, (tx) =>
      tx.run(
        `update gateway.checkout set status = 'closing', close_requested = true,
           next_sweep_at = $3::timestamptz where company_id = $2 and invoice_id = $1`,
        [invoiceId, ctx.companyId, ctx.now],
      ),
    );
    const tell = () => stage.deliver(scene, 'checkout.session.completed', session);
    expect([await tell(), await tell()]).toEqual([{ received: true, applied: true }, ALREADY]);
    const underWay = await stage.t.db.read(ctx, (tx) => moneyUnderWay(tx, [invoiceId]));
    expect([...underWay.keys()]).toEqual([invoiceId]);
    await stage.gateway.sweep.execute(stage.t.clock.now());
    expect(await stage.checkouts(ctx)).toMatchObject([{ status: 'closing' }]);
    stage.fake.books.arrive(scene.sessionId);
    await stage.gateway.sweep.execute(addSeconds(stage.t.clock.now(), 86_400));
    expect(await stage.checkouts(ctx)).toMatchObject([{ status: 'paid' }]);
  });

  test('of which the account in use knows nothing frees the invoice in the end', async () => {
    const scene = await underWay();
    stage.fake.books.sessions.splice(0);
    const days = Array.from({ length: 14 }, (_, day) => (day + 1) * 86_400);
    for (const day of days) {
      await stage.gateway.sweep.execute(addSeconds(stage.t.clock.now(), day));
    }
    expect(await stage.checkouts(scene.ctx)).toMatchObject([{ status: 'failed' }]);
    expect((await stage.checkout(scene)).providerLinkId).not.toBe(scene.sessionId);
  });

  test('is looked after for as long as it takes', async () => {
    const scene = await underWay();
    for (let day = 1; day <= 12; day += 1) {
      await stage.gateway.sweep.execute(addSeconds(stage.t.clock.now(), day * 86_400));
    }
    expect(await stage.checkouts(scene.ctx)).toMatchObject([{ status: 'processing' }]);
    stage.fake.books.bounce(scene.sessionId);
    await stage.gateway.sweep.execute(addSeconds(stage.t.clock.now(), 13 * 86_400));
    expect(await stage.checkouts(scene.ctx)).toMatchObject([{ status: 'failed' }]);
  });
});
