import { WebhookStage, type Scene } from '../testing/webhook-stage.js';

let stage: WebhookStage;

beforeAll(async () => {
  stage = await WebhookStage.open();
});

afterAll(() => stage?.close());

describe('other events', () => {
  test('a failed payment is noted on its checkout and moves no money', async () => {
    const scene = await stage.scene();
    const failed = { ...scene.payment, error_code: 'DECLINED', error_description: 'Card declined' };
    const send = () => stage.deliver('payment.failed', { payment: failed }, scene.secret);
    expect(await send()).toEqual({ received: true, applied: true });
    expect(await send()).toMatchObject({ reason: 'already_processed' });
    expect(await stage.invoices(scene.ctx)).toEqual([{ status: 'sent', balance: 11_800n }]);
    const kept = await stage.rows(
      scene.ctx,
      'select code, description from gateway.failed_payment',
    );
    expect(kept).toEqual([{ code: 'DECLINED', description: 'Card declined' }]);
    expect(await stage.events(scene.ctx, 'payment.failed')).toHaveLength(1);
  });

  test('a failed payment is noted whatever characters its reason is cut between', async () => {
    const scene = await stage.scene();
    const failed = { ...scene.payment, error_description: `${'x'.repeat(254)}😀 declined` };
    const answer = await stage.deliver('payment.failed', { payment: failed }, scene.secret);
    expect(answer).toEqual({ received: true, applied: true });
    const [kept] = await stage.rows(scene.ctx, 'select description from gateway.failed_payment');
    expect(kept?.description).toMatch(/^x{254}$/u);
  });

  test('a failure after the capture changes nothing, a capture after it counts', async () => {
    for (const order of [
      ['payment.failed', 'payment.captured'],
      ['payment.captured', 'payment.failed'],
    ]) {
      const scene = await stage.scene();
      for (const event of order)
        await stage.deliver(event, { payment: scene.payment }, scene.secret);
      expect(await stage.payments(scene.ctx)).toHaveLength(1);
      expect(await stage.checkouts(scene.ctx)).toMatchObject([{ status: 'paid' }]);
    }
  });

  test('whoever has paid is not told that an earlier try failed', async () => {
    const scene = await stage.scene();
    await stage.captured(scene);
    const tries = [scene.payment, { ...scene.payment, id: 'pay_declined' }];
    for (const payment of tries) {
      const answer = await stage.deliver('payment.failed', { payment }, scene.secret);
      expect(answer).toMatchObject({ applied: false, reason: 'already_processed' });
    }
    const kept = await stage.rows(scene.ctx, 'select code from gateway.failed_payment');
    expect(kept).toEqual([]);
    expect(await stage.events(scene.ctx, 'payment.failed')).toEqual([]);
  });

  test('a link that expires after it was paid stays paid', async () => {
    const scene = await stage.scene();
    await stage.captured(scene);
    const expired = await stage.deliver(
      'payment_link.expired',
      { payment_link: scene.link },
      scene.secret,
    );
    expect(expired).toMatchObject({ reason: 'already_processed' });
    expect(await stage.checkouts(scene.ctx)).toMatchObject([{ status: 'paid' }]);
  });

  test('a link that expires unpaid closes its checkout', async () => {
    const scene = await stage.scene();
    await stage.deliver('payment_link.expired', { payment_link: scene.link }, scene.secret);
    expect(await stage.checkouts(scene.ctx)).toMatchObject([{ status: 'expired' }]);
  });

  test('a dispute is kept for a person, and takes the money once it is lost', async () => {
    const scene = await stage.scene();
    await stage.captured(scene);
    const tell = (told: string, over: object = {}) => {
      const dispute = {
        id: 'disp_1',
        payment_id: scene.payment.id,
        amount: 11_800,
        currency: 'EUR',
      };
      const entities = { dispute: { ...dispute, ...over }, payment: scene.payment };
      return stage.deliver(`payment.dispute.${told}`, entities, scene.secret);
    };
    expect(await tell('created', { status: 'open' })).toMatchObject({ reason: 'receipt_opened' });
    const lost = { status: 'lost', amount_deducted: 11_800 };
    expect(await tell('lost', lost)).toMatchObject({ applied: true });
    expect(await tell('lost', lost)).toMatchObject({ reason: 'already_processed' });
    expect(await stage.receipts(scene.ctx)).toMatchObject([
      { kind: 'dispute', reason: 'dispute_lost', amount: 11_800n, status: 'open' },
    ]);
    expect(await stage.payments(scene.ctx)).toMatchObject([{ refunded: 11_800n }]);
    const [invoice] = await stage.invoices(scene.ctx);
    expect(invoice?.balance).toBe(11_800n);
  });

  const refundOf = ({ payment }: Scene, amount = 11_800) => ({
    id: 'rfnd_1',
    payment_id: payment.id,
    amount,
    currency: 'EUR',
    status: 'processed',
    notes: [],
  });

  test('a refund at the provider is recorded once on the payment', async () => {
    const scene = await stage.scene();
    await stage.captured(scene);
    const entities = { refund: refundOf(scene, 1_800), payment: scene.payment };
    const send = () => stage.deliver('refund.processed', entities, scene.secret);
    expect(await send()).toMatchObject({ applied: true });
    expect(await send()).toMatchObject({ reason: 'already_processed' });
    expect(await stage.payments(scene.ctx)).toMatchObject([{ refunded: 1_800n }]);
    expect(await stage.invoices(scene.ctx)).toEqual([
      { status: 'partially_paid', balance: 1_800n },
    ]);
  });

  test('a refund that overtakes its capture books both, and it then changes nothing', async () => {
    const scene = await stage.scene();
    const payment = { ...scene.payment, status: 'refunded' };
    const entities = { refund: refundOf(scene), payment };
    expect(await stage.deliver('refund.processed', entities, scene.secret)).toMatchObject({
      applied: true,
    });
    expect(await stage.captured(scene)).toMatchObject({ reason: 'already_processed' });
    expect(await stage.payments(scene.ctx)).toMatchObject([{ amount: 11_800n, refunded: 11_800n }]);
    expect(await stage.invoices(scene.ctx)).toEqual([{ status: 'sent', balance: 11_800n }]);
  });

  test('a refund of a payment nobody knows is kept for a person', async () => {
    const scene = await stage.scene();
    const notes = { company_id: scene.ctx.companyId };
    const refund = { ...refundOf(scene), notes };
    expect(await stage.deliver('refund.processed', { refund }, scene.secret)).toMatchObject({
      reason: 'payment_not_found',
    });
    expect(await stage.receipts(scene.ctx)).toMatchObject([{ kind: 'refund', amount: 11_800n }]);
  });

  test('a refund in another currency than the payment is kept for a person', async () => {
    const scene = await stage.scene();
    await stage.captured(scene);
    const refund = { ...refundOf(scene, 1_800), currency: 'INR' };
    const entities = { refund, payment: scene.payment };
    expect(await stage.deliver('refund.processed', entities, scene.secret)).toMatchObject({
      reason: 'currency_mismatch',
    });
    expect(await stage.receipts(scene.ctx)).toMatchObject([
      { kind: 'refund', reason: 'currency_mismatch', amount: 1_800n, currency: 'INR' },
    ]);
    expect(await stage.payments(scene.ctx)).toMatchObject([{ refunded: 0n }]);
  });

  test('a refund of more than was paid is kept for a person', async () => {
    const scene = await stage.scene();
    await stage.captured(scene);
    const entities = { refund: refundOf(scene, 20_000), payment: scene.payment };
    expect(await stage.deliver('refund.processed', entities, scene.secret)).toMatchObject({
      reason: 'refund_refused',
    });
    expect(await stage.receipts(scene.ctx)).toMatchObject([
      { kind: 'refund', reason: 'refund_exceeds_payment' },
    ]);
  });
});
