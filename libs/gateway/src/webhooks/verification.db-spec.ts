import { keyRing } from '@quittance/config';
import { newId } from '@quittance/kernel';
import { RazorpayProvider } from '@quittance/payment-razorpay/host';
import fc from 'fast-check';
import { runs } from '../../../../test/support/tier.js';
import { PutPaymentConnector } from '../connectors/put-payment-connector.js';
import { anOutstandingInvoice } from '../testing/an-outstanding-invoice.js';
import { gatewayOf } from '../testing/gateway-of.js';
import { WebhookStage, type Entity, type Scene } from '../testing/webhook-stage.js';

const EVENTS = [
  'payment.captured',
  'payment_link.paid',
  'order.paid',
  'payment.failed',
  'payment_link.cancelled',
  'payment_link.expired',
  'refund.processed',
  'refund.failed',
];

let stage: WebhookStage;

beforeAll(async () => {
  stage = await WebhookStage.open();
});

afterAll(() => stage?.close());

describe('a webhook that does not verify', () => {
  const refused = { code: 'invalid_signature', status: 401 };

  test.each([
    ['has no signature', (headers: Entity) => delete headers['x-razorpay-signature']],
    ['has an empty one', (headers: Entity) => (headers['x-razorpay-signature'] = '')],
    ['has another one', (headers: Entity) => (headers['x-razorpay-signature'] = 'a'.repeat(64))],
  ])('because it %s writes nothing', async (_, spoil) => {
    const scene = await stage.scene();
    const before = await stage.written(scene.ctx);
    const { body, headers } = stage.fake.webhook(
      'payment.captured',
      { payment: scene.payment },
      scene.secret,
    );
    spoil(headers);
    await expect(stage.receive(body, headers)).rejects.toMatchObject(refused);
    expect(await stage.written(scene.ctx)).toEqual(before);
  });

  test('because of one changed byte writes nothing', async () => {
    const scene = await stage.scene();
    const before = await stage.written(scene.ctx);
    const { body, headers } = stage.fake.webhook(
      'payment.captured',
      { payment: scene.payment },
      scene.secret,
    );
    await expect(stage.receive(`${body} `, headers)).rejects.toMatchObject(refused);
    await expect(stage.receive(body.replace('11800', '11801'), headers)).rejects.toMatchObject(
      refused,
    );
    expect(await stage.written(scene.ctx)).toEqual(before);
  });

  test('answers alike for a known company, an unknown one and none at all', async () => {
    const scene = await stage.scene();
    const errors = await Promise.all(
      [scene.ctx.companyId, newId(), 'c-7', null].map((company_id) => {
        const payment = {
          ...scene.payment,
          notes: { company_id },
          order_id: null,
          description: '',
        };
        return stage
          .deliver('payment.captured', { payment }, 'not-the-secret')
          .catch((error: Error & { code: string }) => ({
            code: error.code,
            message: error.message,
          }));
      }),
    );
    expect(new Set(errors.map((error) => JSON.stringify(error))).size).toBe(1);
    expect(errors[0]).toMatchObject({ code: 'invalid_signature' });
  });

  test('because it is no event at all is refused alike', async () => {
    await expect(stage.receive('not json', {})).rejects.toMatchObject(refused);
    await expect(stage.receive('', {})).rejects.toMatchObject(refused);
  });

  test('of a provider nobody knows is not found', async () => {
    const work = stage.gateway.receive.execute({
      provider: 'nobody',
      raw: Buffer.from('{}'),
      headers: {},
      requestId: 'test',
      ip: '127.0.0.1',
      now: stage.t.clock.now(),
    });
    await expect(work).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('between companies', () => {
  test('the secret of one never verifies for another', async () => {
    const [mine, theirs] = [await stage.scene(), await stage.scene()];
    const before = await stage.written(theirs.ctx);
    const forged = stage.deliver('payment.captured', { payment: theirs.payment }, mine.secret);
    await expect(forged).rejects.toMatchObject({ code: 'invalid_signature' });
    expect(await stage.written(theirs.ctx)).toEqual(before);
  });

  test('an invoice of another company does not exist, whatever the notes say', async () => {
    const [mine, theirs] = [await stage.scene(), await stage.scene()];
    const before = await stage.written(theirs.ctx);
    const notes = { company_id: mine.ctx.companyId, invoice_id: theirs.invoiceId };
    const answer = await stage.captured(mine, { notes });
    expect(answer).toMatchObject({ applied: false, reason: 'invoice_not_found' });
    expect(await stage.written(theirs.ctx)).toEqual(before);
    expect(await stage.receipts(mine.ctx)).toHaveLength(1);
    expect(await stage.payments(mine.ctx)).toEqual([]);
  });

  test('links, references, orders and refunds of another company do not exist either', async () => {
    const [mine, theirs] = [await stage.scene(), await stage.scene()];
    await stage.captured(theirs);
    const before = await stage.written(theirs.ctx);
    const notes = { company_id: mine.ctx.companyId };
    const payment: Entity = { ...theirs.payment, notes };
    const refund = { id: 'r1', payment_id: payment.id, amount: 1, currency: 'EUR', notes };
    const entities = { payment, payment_link: theirs.link, order: { id: payment.order_id } };
    const events = [
      'payment.captured',
      'payment_link.paid',
      'order.paid',
      'payment.failed',
      'payment_link.cancelled',
    ];
    for (const event of events) {
      expect(await stage.deliver(event, entities, mine.secret)).toMatchObject({ applied: false });
    }
    const back = await stage.deliver('refund.processed', { refund, payment }, mine.secret);
    expect(back).toMatchObject({ applied: false });
    expect(await stage.written(theirs.ctx)).toEqual(before);
    expect(await stage.payments(mine.ctx)).toEqual([]);
  });
});

describe('whatever a company signs', () => {
  test('it never touches another company', async () => {
    const [mine, theirs] = [await stage.scene(), await stage.scene()];
    await stage.captured(theirs, { id: 'pay_of_theirs', amount: 800 });
    const before = await stage.written(theirs.ctx);
    const foreign = [
      theirs.ctx.companyId,
      theirs.invoiceId,
      String(theirs.link.id),
      String(theirs.link.reference_id),
      String(theirs.payment.order_id),
      'pay_of_theirs',
    ];
    const word = fc.constantFrom(...foreign, null, '', newId());
    const notes = fc.record({ company_id: word, invoice_id: word, attempt_id: word });
    const entity = fc.record({
      id: word,
      payment_id: word,
      order_id: word,
      reference_id: word,
      receipt: word,
      description: word,
      notes: fc.oneof(notes, fc.constant([])),
      amount: fc.integer({ min: 0, max: 20_000 }),
      currency: fc.constantFrom('EUR', 'USD'),
      status: fc.constantFrom('captured', 'processed', 'refunded'),
      captured: fc.boolean(),
    });
    const entities = fc.record(
      { payment: entity, payment_link: entity, order: entity, refund: entity },
      { requiredKeys: [] },
    );
    const event = fc.constantFrom(...EVENTS);
    await fc.assert(
      fc.asyncProperty(event, entities, async (name, told) => {
        await stage.deliver(name, told, mine.secret).catch((error: { code?: string }) => {
          expect(error.code).toBe('invalid_signature');
        });
      }),
      { numRuns: runs(300, 5) },
    );
    expect(await stage.written(theirs.ctx)).toEqual(before);
  });
});

describe('secrets', () => {
  const rotate = ({ ctx }: Scene, webhookSecret: string, overlapHours: number) =>
    stage.gateway.rotateSecret.execute(ctx, { webhookSecret, overlapHours });

  test('old and new both verify while they overlap, then only the new one', async () => {
    const scene = await stage.scene();
    // The company is remembered from here on.
    await stage.captured(scene, { id: 'pay_before' });
    await rotate(scene, 'the-new-secret', 24);
    const send = (id: string, secret: string, now: string) =>
      stage.deliver('payment.captured', { payment: { ...scene.payment, id } }, secret, now);
    expect(await send('pay_old', scene.secret, '2026-03-03T08:59:59Z')).toMatchObject({
      applied: true,
    });
    expect(await send('pay_new', 'the-new-secret', '2026-03-03T08:59:59Z')).toMatchObject({
      applied: true,
    });
    await expect(send('pay_late', scene.secret, '2026-03-03T09:00:00Z')).rejects.toMatchObject({
      code: 'invalid_signature',
    });
    expect(await send('pay_later', 'the-new-secret', '2026-03-03T09:00:00Z')).toMatchObject({
      applied: true,
    });
    await expect(
      send('pay_other', 'an-unknown-secret', '2026-03-02T10:00:00Z'),
    ).rejects.toMatchObject({
      code: 'invalid_signature',
    });
  });

  test('stay valid when the one that replaces them is sent a second time', async () => {
    const scene = await stage.scene();
    await rotate(scene, 'the-new-secret', 24);
    await rotate(scene, 'the-new-secret', 24);
    expect(await stage.captured(scene)).toMatchObject({ applied: true });
    await rotate(scene, 'the-new-secret', 0);
    await expect(stage.captured(scene, { id: 'pay_after' })).rejects.toMatchObject({
      code: 'invalid_signature',
    });
  });

  test('are forgotten at once when they are replaced without overlap', async () => {
    const scene = await stage.scene();
    await stage.captured(scene, { id: 'pay_before' });
    await rotate(scene, 'the-new-secret', 0);
    const before = await stage.written(scene.ctx);
    await expect(stage.captured(scene, { id: 'pay_after' })).rejects.toMatchObject({
      code: 'invalid_signature',
    });
    expect(await stage.written(scene.ctx)).toEqual(before);
  });

  test('whose sealing key is gone are replaced, not kept: nothing opens them', async () => {
    const { ctx } = await stage.scene();
    const { db } = stage.t;
    const { keyId, keySecret } = stage.fake;
    const other = new PutPaymentConnector(db, stage.gateway.providers, {
      production: false,
      portalPublicUrl: 'https://portal.example',
      staffPublicUrl: 'https://staff.example',
      keys: keyRing([{ id: 'k2', key: Buffer.alloc(32, 2) }]),
    });
    const view = await other.execute(ctx, {
      provider: 'razorpay',
      active: true,
      credentials: { keyId, keySecret, webhookSecret: 'the-new-secret' },
      settings: {},
    });
    expect(view).toMatchObject({
      credentials: { webhookSecret: { last4: 'cret' } },
      previousWebhookSecret: null,
    });
  });

  test('of a connector that is switched off still verify: payers hold its links', async () => {
    const scene = await stage.scene();
    await stage.connect(scene.ctx, scene.secret, false);
    expect(await stage.captured(scene)).toMatchObject({ applied: true });
  });

  test('of the environment serve companies without a connector, and no others', async () => {
    const shared = 'secret-of-the-environment';
    const { keyId, keySecret } = stage.fake;
    const withFallback = gatewayOf(stage.t.db, () => [
      new RazorpayProvider({ fallback: { keyId, keySecret, webhookSecret: shared } }),
    ]);
    const scene = await stage.scene();
    const plain = await stage.t.newCompany();
    const { id } = await anOutstandingInvoice(stage.t.db, plain);
    const send = (companyId: string, invoice: string) => {
      const notes = { company_id: companyId, invoice_id: invoice };
      const payment = { ...scene.payment, id: `pay_${newId()}`, notes };
      const { body, headers } = stage.fake.webhook('payment.captured', { payment }, shared);
      return withFallback.receive.execute({
        provider: 'razorpay',
        raw: Buffer.from(body),
        headers,
        requestId: 'test',
        ip: '127.0.0.1',
        now: stage.t.clock.now(),
      });
    };
    expect(await send(plain.companyId, id)).toMatchObject({ applied: true });
    const notTheirs = send(scene.ctx.companyId, scene.invoiceId);
    await expect(notTheirs).rejects.toMatchObject({ code: 'invalid_signature' });
    await expect(send(newId(), id)).rejects.toMatchObject({ code: 'invalid_signature' });
  });
});

describe('a database in trouble', () => {
  test('is a 503 with nothing half done, and the next delivery is booked', async () => {
    const scene = await stage.scene();
    const before = await stage.written(scene.ctx);
    const blocker = await stage.t.db.pool.connect();
    await blocker.query(`begin; set local app.company_id = '${scene.ctx.companyId}'`);
    const { companyId } = scene.ctx;
    const lock = 'select 1 from receivables.invoice where company_id = $1 for update';
    await blocker.query(lock, [companyId]);
    await expect(stage.captured(scene, {}, 500)).rejects.toMatchObject({ status: 503 });
    await blocker.query('rollback');
    blocker.release();
    await settled(scene);
    expect([1, 0]).toContain((await stage.payments(scene.ctx)).length);
    await stage.captured(scene);
    expect(await stage.payments(scene.ctx)).toHaveLength(1);
    expect(before).not.toEqual(await stage.written(scene.ctx));
  });

  /** The delivery that was answered early still ends, one way or the other. */
  const settled = async ({ ctx }: Scene) => {
    for (let i = 0; i < 50; i += 1) {
      if ((await stage.deliveries(ctx)).length > 0) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
});
