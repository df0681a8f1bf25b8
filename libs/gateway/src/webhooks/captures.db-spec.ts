import { newId } from '@quittance/kernel';
import { WebhookStage, type Entity, type Scene } from '../testing/webhook-stage.js';

let stage: WebhookStage;

beforeAll(async () => {
  stage = await WebhookStage.open();
});

afterAll(() => stage?.close());

describe('a verified capture', () => {
  test('is booked whole, with everything that belongs to it', async () => {
    const scene = await stage.scene();
    const answer = await stage.captured(scene);
    const { ctx, payment } = scene;
    const [booked] = await stage.payments(ctx);
    expect(answer).toEqual({ received: true, applied: true, paymentId: booked?.id });
    expect(booked).toMatchObject({
      amount: 11_800n,
      applied: 11_800n,
      onAccount: 0n,
      providerPaymentId: payment.id,
      method: 'gateway',
      status: 'completed',
    });
    expect(await stage.invoices(ctx)).toEqual([{ status: 'paid', balance: 0n }]);
    expect(await stage.checkouts(ctx)).toEqual([{ status: 'paid', paymentId: booked?.id }]);
    expect(await stage.deliveries(ctx)).toEqual([
      { type: 'payment.captured', applied: true, reason: null },
    ]);
    expect(await stage.events(ctx, 'payment.received')).toHaveLength(1);
  });

  test('takes the account from the invoice, whatever the payload says', async () => {
    const scene = await stage.scene();
    const notes = { ...(scene.payment.notes as Entity), account_id: newId(), customer_id: newId() };
    await stage.captured(scene, { notes, customer_id: 'cust_1' });
    const accounts = await stage.rows(
      scene.ctx,
      `select p.account_id = i.account_id as same from receivables.payment p
       join receivables.invoice i on i.company_id = p.company_id
         and i.id = p.invoice_id`,
    );
    expect(accounts).toEqual([{ same: true }]);
  });

  test('above the balance leaves the excess as credit on account', async () => {
    const scene = await stage.scene();
    await stage.captured(scene, { amount: 20_000 });
    expect(await stage.payments(scene.ctx)).toMatchObject([
      { amount: 20_000n, applied: 11_800n, onAccount: 8_200n },
    ]);
    const notes = await stage.rows(
      scene.ctx,
      'select kind, status, remaining from receivables.credit_note',
    );
    expect(notes).toEqual([{ kind: 'on_account', status: 'issued', remaining: 8_200n }]);
  });

  test('below the balance settles a part', async () => {
    const scene = await stage.scene();
    await stage.captured(scene, { amount: 800 });
    expect(await stage.invoices(scene.ctx)).toEqual([
      { status: 'partially_paid', balance: 11_000n },
    ]);
  });

  test('for an invoice voided meanwhile is all excess', async () => {
    const scene = await stage.scene();
    await stage.t.db.write(scene.ctx, (tx) =>
      tx.run(`update receivables.invoice set status = 'void', balance = 0`),
    );
    expect(await stage.captured(scene)).toMatchObject({ applied: true });
    expect(await stage.payments(scene.ctx)).toMatchObject([{ applied: 0n, onAccount: 11_800n }]);
    expect(await stage.invoices(scene.ctx)).toEqual([{ status: 'void', balance: 0n }]);
  });

  test('in a currency without decimals keeps its amount', async () => {
    const scene = await stage.scene({ currency: 'JPY', total: 500n });
    await stage.captured(scene);
    expect(await stage.payments(scene.ctx)).toMatchObject([{ amount: 500n }]);
    expect(await stage.invoices(scene.ctx)).toEqual([{ status: 'paid', balance: 0n }]);
  });

  test('with empty notes finds its invoice by our own link', async () => {
    for (const notes of [[], null, {}]) {
      const scene = await stage.scene();
      expect(await stage.captured(scene, { notes })).toMatchObject({ applied: true });
    }
  });
});

describe('the same money', () => {
  test('told of thirty times at once is booked once', async () => {
    const scene = await stage.scene();
    const answers = await Promise.all(Array.from({ length: 30 }, () => stage.captured(scene)));
    expect(answers.filter(({ applied }) => applied)).toHaveLength(1);
    const others = answers.filter(({ applied }) => !applied);
    expect(new Set(others.map((each) => JSON.stringify(each)))).toEqual(
      new Set(['{"received":true,"applied":false,"reason":"already_processed"}']),
    );
    expect(await stage.payments(scene.ctx)).toHaveLength(1);
    expect(await stage.events(scene.ctx, 'payment.received')).toHaveLength(1);
    expect(await stage.deliveries(scene.ctx)).toHaveLength(30);
  });

  const three = ['payment.captured', 'payment_link.paid', 'order.paid'];
  const orders = three.flatMap((a) =>
    three.filter((b) => b !== a).map((b) => [a, b, three.find((c) => c !== a && c !== b) ?? '']),
  );

  const entitiesOf = ({ payment, link }: Scene): Entity => ({
    payment_link: link,
    order: { id: String(payment.order_id).slice(6), receipt: link.reference_id, notes: [] },
    payment,
  });

  test.each(orders)('told of by %s, %s, %s is booked once', async (...events) => {
    const scene = await stage.scene();
    for (const event of events) await stage.deliver(event, entitiesOf(scene), scene.secret);
    expect(await stage.payments(scene.ctx)).toHaveLength(1);
  });

  test('told of by three events at once is booked once', async () => {
    const scene = await stage.scene();
    await Promise.all(three.map((event) => stage.deliver(event, entitiesOf(scene), scene.secret)));
    expect(await stage.payments(scene.ctx)).toHaveLength(1);
  });
});

describe('different payments of one invoice at once', () => {
  test.each([
    ['below', 1_000],
    ['exactly', 1_180],
    ['above', 2_000],
  ])('that come to %s the balance are all booked', async (_, each) => {
    const scene = await stage.scene();
    const ids = Array.from({ length: 10 }, () => `pay_${newId()}`);
    const answers = await Promise.all(ids.map((id) => stage.captured(scene, { id, amount: each })));
    expect(answers.every(({ applied }) => applied)).toBe(true);
    const sums = await stage.rows(
      scene.ctx,
      `select sum(amount)::bigint as amount, sum(applied_amount)::bigint as applied,
         sum(on_account_amount)::bigint as excess from receivables.payment`,
    );
    const total = BigInt(each) * 10n;
    const applied = total < 11_800n ? total : 11_800n;
    expect(sums).toEqual([{ amount: total, applied, excess: total - applied }]);
    expect(await stage.invoices(scene.ctx)).toMatchObject([{ balance: 11_800n - applied }]);
  });
});

describe('what cannot be applied', () => {
  test('in another currency is not booked but kept for a person', async () => {
    const scene = await stage.scene();
    expect(await stage.captured(scene, { currency: 'USD' })).toEqual({
      received: true,
      applied: false,
      reason: 'currency_mismatch',
    });
    expect(await stage.payments(scene.ctx)).toEqual([]);
    expect(await stage.receipts(scene.ctx)).toEqual([
      {
        kind: 'capture',
        reason: 'currency_mismatch',
        amount: 11_800n,
        currency: 'USD',
        status: 'open',
        note: null,
        providerPaymentId: scene.payment.id,
      },
    ]);
  });

  test('is kept once, however often it is told of', async () => {
    const scene = await stage.scene();
    await Promise.all(Array.from({ length: 5 }, () => stage.captured(scene, { currency: 'USD' })));
    expect(await stage.receipts(scene.ctx)).toHaveLength(1);
  });

  test('for an invoice nobody knows is kept', async () => {
    const scene = await stage.scene();
    const notes = { company_id: scene.ctx.companyId, invoice_id: newId() };
    expect(await stage.captured(scene, { notes })).toMatchObject({ reason: 'invoice_not_found' });
    expect(await stage.receipts(scene.ctx)).toMatchObject([{ reason: 'invoice_not_found' }]);
  });

  test('without an invoice reference is kept', async () => {
    const scene = await stage.scene();
    const bare = { notes: { company_id: scene.ctx.companyId }, order_id: null, description: null };
    expect(await stage.captured(scene, bare)).toMatchObject({ reason: 'no_invoice_reference' });
    expect(await stage.receipts(scene.ctx)).toMatchObject([{ reason: 'no_invoice_reference' }]);
  });

  test('for nothing is no money', async () => {
    const scene = await stage.scene();
    expect(await stage.captured(scene, { amount: 0 })).toMatchObject({ reason: 'zero_amount' });
    expect(await stage.receipts(scene.ctx)).toEqual([]);
  });

  test('with an amount that cannot be read is kept', async () => {
    const scene = await stage.scene();
    expect(await stage.captured(scene, { amount: '11800' })).toMatchObject({
      reason: 'receipt_opened',
    });
    expect(await stage.receipts(scene.ctx)).toMatchObject([
      { kind: 'unreadable', amount: null, reason: 'unreadable_amount' },
    ]);
  });

  test('with an amount below zero is kept', async () => {
    const scene = await stage.scene();
    const answer = { applied: false, reason: 'receipt_opened' };
    expect(await stage.captured(scene, { amount: -11_800 })).toMatchObject(answer);
    expect(await stage.receipts(scene.ctx)).toMatchObject([{ reason: 'negative_amount' }]);
    expect(await stage.payments(scene.ctx)).toEqual([]);
  });

  test('is released when it is booked after all', async () => {
    const scene = await stage.scene();
    const notes = { company_id: scene.ctx.companyId, invoice_id: newId() };
    await stage.captured(scene, { notes });
    await stage.captured(scene);
    expect(await stage.receipts(scene.ctx)).toMatchObject([
      { status: 'resolved', note: expect.stringMatching(/^Booked as PAY-/) },
    ]);
  });

  test.each(['payment.authorized', 'settlement.processed', 'invoice.paid'])(
    'the event %s is answered and listed',
    async (event) => {
      const scene = await stage.scene();
      const answer = await stage.deliver(event, { payment: scene.payment }, scene.secret);
      expect(answer).toMatchObject({ applied: false, reason: 'event_not_handled' });
      expect(await stage.deliveries(scene.ctx)).toEqual([
        { type: event, applied: false, reason: 'event_not_handled' },
      ]);
    },
  );
});
