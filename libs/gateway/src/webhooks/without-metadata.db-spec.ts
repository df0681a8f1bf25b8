import { newId } from '@quittance/kernel';
import { WebhookStage, type Entity, type Scene } from '../testing/webhook-stage.js';

let stage: WebhookStage;

beforeAll(async () => {
  stage = await WebhookStage.open();
});

afterAll(() => stage?.close());

/** A payment that says nothing of where it belongs. */
const bare = ({ payment }: Scene, more: Entity = {}): Entity => ({
  ...payment,
  notes: [],
  order_id: null,
  description: null,
  ...more,
});

const refundOf = (paymentId: unknown): Entity => ({
  id: `rfnd_${newId()}`,
  payment_id: paymentId,
  amount: 500,
  currency: 'EUR',
  status: 'processed',
  notes: [],
});

/** Tells of the payment, so that it is booked and its order known. */
async function paidScene(): Promise<Scene> {
  const scene = await stage.scene();
  expect(await stage.captured(scene)).toMatchObject({ applied: true });
  return scene;
}

describe('a webhook without metadata finds its invoice', () => {
  test('by the link', async () => {
    const scene = await stage.scene();
    const payment = bare(scene, { description: scene.payment.description });
    expect(await stage.deliver('payment.captured', { payment }, scene.secret)).toMatchObject({
      applied: true,
    });
    expect(await stage.invoices(scene.ctx)).toEqual([{ status: 'paid', balance: 0n }]);
  });

  test.each([
    [
      'reference of the link',
      'payment_link.paid',
      ({ link }: Scene) => ({ payment_link: { reference_id: link.reference_id, notes: [] } }),
    ],
    [
      'receipt of the order',
      'order.paid',
      ({ link }: Scene) => ({ order: { receipt: link.reference_id, notes: null } }),
    ],
  ])('by the %s', async (_, event, besides) => {
    const scene = await stage.scene();
    const entities = { payment: bare(scene), ...besides(scene) };
    expect(await stage.deliver(event, entities, scene.secret)).toMatchObject({ applied: true });
    expect(await stage.invoices(scene.ctx)).toEqual([{ status: 'paid', balance: 0n }]);
    expect(await stage.checkouts(scene.ctx)).toMatchObject([{ status: 'paid' }]);
  });

  test('by the order, once that is known', async () => {
    const scene = await paidScene();
    const payment = bare(scene, { id: `pay_${newId()}`, order_id: scene.payment.order_id });
    expect(await stage.deliver('payment.captured', { payment }, scene.secret)).toMatchObject({
      applied: true,
    });
    expect(await stage.payments(scene.ctx)).toHaveLength(2);
  });

  test('by the payment, when it failed before', async () => {
    const scene = await stage.scene();
    const failed = { ...scene.payment, error_code: 'BAD_REQUEST_ERROR' };
    await stage.deliver('payment.failed', { payment: failed }, scene.secret);
    const entities = { payment: bare(scene) };
    expect(await stage.deliver('payment.failed', entities, scene.secret)).toMatchObject({
      reason: 'already_processed',
    });
    expect(await stage.deliver('payment.captured', entities, scene.secret)).toMatchObject({
      applied: true,
    });
    expect(await stage.invoices(scene.ctx)).toEqual([{ status: 'paid', balance: 0n }]);
    expect(await stage.checkouts(scene.ctx)).toMatchObject([{ status: 'paid' }]);
  });

  test('by the payment, when it is booked: told of again it is no money nobody knows', async () => {
    const scene = await paidScene();
    const entities = { payment: bare(scene) };
    expect(await stage.deliver('payment.captured', entities, scene.secret)).toMatchObject({
      applied: false,
      reason: 'already_processed',
    });
    expect(await stage.receipts(scene.ctx)).toEqual([]);
  });

  test('by the refunded payment', async () => {
    const scene = await paidScene();
    const refund = refundOf(scene.payment.id);
    expect(await stage.deliver('refund.processed', { refund }, scene.secret)).toMatchObject({
      applied: true,
    });
    expect(await stage.payments(scene.ctx)).toMatchObject([{ refunded: 500n }]);
  });
});

describe('a webhook without metadata between companies', () => {
  test('is never taken for another that its names belong to', async () => {
    const [mine, theirs] = [await stage.scene(), await paidScene()];
    const { link, payment } = theirs;
    const before = await stage.written(theirs.ctx);
    const named: [string, Entity][] = [
      ['payment.captured', { payment: bare(theirs, { description: payment.description }) }],
      ['payment.captured', { payment: bare(theirs, { order_id: payment.order_id }) }],
      ['payment.captured', { payment: bare(theirs) }],
      [
        'order.paid',
        {
          payment: bare(theirs, { id: `pay_${newId()}` }),
          order: { receipt: link.reference_id, notes: [] },
        },
      ],
      ['payment_link.cancelled', { payment_link: { reference_id: link.reference_id, notes: [] } }],
      ['refund.processed', { refund: refundOf(payment.id) }],
    ];
    for (const [event, entities] of named) {
      await expect(stage.deliver(event, entities, mine.secret)).rejects.toMatchObject({
        code: 'invalid_signature',
      });
    }
    expect(await stage.written(theirs.ctx)).toEqual(before);
  });

  test('reaches its own company although another booked a payment of that id first', async () => {
    const [theirs, mine] = [await stage.scene(), await stage.scene()];
    const { id, order_id } = mine.payment;
    await stage.captured(theirs, { id, order_id });
    await stage.captured(mine);
    const before = await stage.written(theirs.ctx);
    const refund = refundOf(id);
    const payment = bare(mine, { order_id });
    expect(await stage.deliver('refund.processed', { refund, payment }, mine.secret)).toMatchObject(
      { applied: true },
    );
    expect(await stage.payments(mine.ctx)).toMatchObject([{ refunded: 500n }]);
    expect(await stage.written(theirs.ctx)).toEqual(before);
  });

  test('that names what nobody knows is refused', async () => {
    const scene = await stage.scene();
    const payment = bare(scene, { id: `pay_${newId()}`, order_id: `order_${newId()}` });
    await expect(
      stage.deliver('payment.captured', { payment }, scene.secret),
    ).rejects.toMatchObject({ code: 'invalid_signature' });
  });
});
