import {
  ApplyCreditNote,
  RecordPayment,
  RefundPayment,
  SendInvoice,
} from '@quittance/receivables/host';
import {
  addSeconds,
  parseInstant,
  type AccountId,
  type CreditNoteId,
  type Ctx,
  type InvoiceId,
} from '@quittance/kernel';
import type { PaymentId } from '@quittance/receivables';
import type { FakeFault } from '@quittance/payment-razorpay/testing';
import { RateBooks } from '@quittance/tax/host';
import { TaxRecorder } from '@quittance/tax';
import type { PaymentProvider } from '../providers/payment-provider.port.js';
import { anOutstandingInvoice } from '../testing/an-outstanding-invoice.js';
import { WebhookStage, type Scene } from '../testing/webhook-stage.js';
import { RefundCalls } from './refund-calls.js';
import { lockDueRequests } from './refund-request.repository.js';

let stage: WebhookStage;

beforeAll(async () => {
  stage = await WebhookStage.open();
});

afterAll(() => stage?.close());

interface Paid extends Scene {
  readonly paymentId: PaymentId;
}

const paid = async () => captured(await stage.scene());

/** The same, but 30.00 of it were paid in cash before: they are on account. */
async function overpaid(): Promise<Paid> {
  const scene = await stage.scene();
  const cash = { amount: '30.00', method: 'cash' } as const;
  await new RecordPayment(stage.t.db).execute(scene.ctx, scene.invoiceId as InvoiceId, cash);
  return captured(scene);
}

async function captured(scene: Scene): Promise<Paid> {
  const answer = await stage.captured(scene);
  if (!answer.applied || !answer.paymentId) throw new Error('The capture was not booked');
  return { ...scene, paymentId: answer.paymentId };
}

async function ask({ ctx, paymentId, payment }: Paid, amount = 1_800n): Promise<void> {
  const askProvider = await stage.t.db.write(ctx, (tx) =>
    stage.gateway.requestRefund.begin(tx, {
      paymentId,
      provider: 'razorpay',
      providerPaymentId: String(payment.id),
      amount,
      currency: 'EUR',
      reason: 'Returned goods',
    }),
  );
  await askProvider(ctx);
}

/** As staff ask for it: the whole payment, by hand or through the provider. */
function staffRefund({ ctx, paymentId }: Paid, instructProvider: boolean) {
  const operation = new RefundPayment(stage.t.db, stage.gateway.requestRefund);
  return operation.execute(ctx, paymentId, { reason: 'Returned', instructProvider });
}

const requests = ({ ctx }: Paid) =>
  stage.rows(
    ctx,
    `select status, provider_refund_id as "providerRefundId", last_error as "lastError", sweeps,
       next_sweep_at as "nextSweepAt" from gateway.refund_request order by id`,
  );
const refunded = async ({ ctx }: Paid) => (await stage.payments(ctx))[0]?.refunded;
const at = (time: string) => parseInstant(time);

/** Looks after refunds on so many days after they were asked for. */
async function sweepDaily(from: number, to: number): Promise<void> {
  for (let day = from; day <= to; day += 1) {
    await stage.gateway.sweepRefunds.execute(addSeconds(at('2026-03-02T09:00:00Z'), day * 86_400));
  }
}

/** The provider's word on the one refund of a payment. */
async function tell(scene: Paid, event: string, status: string, amount = 1_800) {
  const [request] = await requests(scene);
  const id = request?.providerRefundId ?? 'rfnd_faster';
  const refund = { id, payment_id: scene.payment.id, amount, currency: 'EUR', status };
  return stage.deliver(event, { refund, payment: scene.payment }, scene.secret);
}

describe('a refund through the provider', () => {
  test('is pending until the provider confirms it, and only then in the books', async () => {
    const scene = await paid();
    await ask(scene);
    expect(await requests(scene)).toMatchObject([
      { status: 'pending', providerRefundId: expect.stringMatching(/^rfnd_/) },
    ]);
    expect(await refunded(scene)).toBe(0n);
    expect(await tell(scene, 'refund.processed', 'processed')).toMatchObject({ applied: true });
    expect(await requests(scene)).toMatchObject([{ status: 'confirmed', nextSweepAt: null }]);
    expect(await refunded(scene)).toBe(1_800n);
  });

  test('that fails at the provider leaves the books alone and may be asked for again', async () => {
    const scene = await paid();
    await ask(scene);
    expect(await tell(scene, 'refund.failed', 'failed')).toMatchObject({ applied: true });
    expect(await requests(scene)).toMatchObject([{ status: 'failed' }]);
    expect(await refunded(scene)).toBe(0n);
    await ask(scene);
    expect((await requests(scene)).map(({ status }) => status)).toEqual(['failed', 'pending']);
  });

  test('is asked for once at a time', async () => {
    const scene = await paid();
    const asked = await Promise.allSettled(Array.from({ length: 5 }, () => ask(scene)));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(ask(scene)).rejects.toMatchObject({ code: 'refund_in_progress', status: 409 });
  });

  test('is not repeated by hand while it is under way', async () => {
    const scene = await paid();
    await ask(scene);
    const inProgress = { code: 'refund_in_progress', status: 409 };
    await expect(staffRefund(scene, false)).rejects.toMatchObject(inProgress);
    expect(await refunded(scene)).toBe(0n);
    await tell(scene, 'refund.processed', 'processed');
    await staffRefund(scene, false);
    expect(await refunded(scene)).toBe(11_800n);
  });

  test('keeps the credit that it takes from going to an invoice meanwhile', async () => {
    const scene = await overpaid();
    const { ctx } = scene;
    const { db } = stage.t;
    const { requestRefund } = stage.gateway;
    await ask(scene, 1_000n);
    const [note] = await stage.rows(ctx, 'select id, account_id from receivables.credit_note');
    const accountId = note?.account_id as AccountId;
    const { id } = await anOutstandingInvoice(db, ctx, { accountId, status: 'draft' });
    await db.write(ctx, async (tx) => {
      await tx.run('update receivables.invoice set sent_at = null where id = $1', [id]);
      await tx.run('update company.company set auto_apply_credit = true');
    });
    const send = new SendInvoice(db, new TaxRecorder(new RateBooks()), undefined, requestRefund);
    expect(await send.execute(ctx, id, {})).toMatchObject({ creditedAmount: '20.00' });
    const apply = new ApplyCreditNote(db, requestRefund);
    const more = { invoiceId: id, amount: '0.01' };
    const refused = apply.execute(ctx, note?.id as CreditNoteId, more);
    await expect(refused).rejects.toMatchObject({ code: 'refund_in_progress' });
    const told = await tell(scene, 'refund.processed', 'processed', 1_000);
    expect(told).toMatchObject({ applied: true });
    const amounts = (await stage.payments(ctx)).map((payment) => payment.refunded);
    expect(amounts).toContain(1_000n);
  });

  test('that the provider never tells of is left to a person in the end', async () => {
    const scene = await paid();
    await ask(scene);
    await stage.t.db.write(scene.ctx, (tx) =>
      tx.run('update gateway.refund_request set next_sweep_at = null where company_id = $1', [
        scene.ctx.companyId,
      ]),
    );
    await staffRefund(scene, false);
    expect(await refunded(scene)).toBe(11_800n);
  });

  test('that nobody asks after now is in no other’s way, and booked when it comes', async () => {
    const scene = await paid();
    await ask(scene);
    await stage.t.db.write(scene.ctx, (tx) =>
      tx.run('update gateway.refund_request set next_sweep_at = null where company_id = $1', [
        scene.ctx.companyId,
      ]),
    );
    await ask(scene, 1_000n);
    expect((await requests(scene)).map(({ status }) => status)).toEqual(['failed', 'pending']);
    await tell(scene, 'refund.processed', 'processed');
    expect(await refunded(scene)).toBe(1_800n);
    expect((await requests(scene)).map(({ status }) => status)).toEqual(['failed', 'pending']);
  });

  test('whose answer was lost is not made again by the same request', async () => {
    const scene = await paid();
    const operation = new RefundPayment(stage.t.db, stage.gateway.requestRefund);
    const input = { amount: '18', reason: 'Returned', instructProvider: true };
    const ctx = { ...scene.ctx, idempotencyKey: 'refund-1' };
    const gone: Ctx['conclude'] = async (_, answer) => {
      if (answer) throw Object.assign(new Error('Gone'), { code: '57P01' });
    };
    const lost = operation.execute({ ...ctx, conclude: gone }, scene.paymentId, input);
    await expect(lost).rejects.toMatchObject({ code: 'database_unavailable' });
    await tell(scene, 'refund.processed', 'processed');
    const answer = await operation.execute(ctx, scene.paymentId, input);
    expect(answer).toMatchObject({ refundedAmount: '18.00' });
    expect(await requests(scene)).toHaveLength(1);
    await operation.execute({ ...ctx, idempotencyKey: 'refund-2' }, scene.paymentId, input);
    expect(await requests(scene)).toHaveLength(2);
  });

  test('is not made again by the same request while the keys of refunds are kept', async () => {
    const scene = await paid();
    const operation = new RefundPayment(stage.t.db, stage.gateway.requestRefund);
    const asked = (now: string) =>
      operation.execute(
        { ...stage.t.ctx(scene.ctx.companyId, { now }), idempotencyKey: 'refund-1' },
        scene.paymentId,
        { amount: '18', reason: 'Returned', instructProvider: true },
      );
    await asked('2026-03-02T09:00:00Z');
    await tell(scene, 'refund.processed', 'processed');
    await asked('2026-03-05T08:59:00Z');
    expect(await requests(scene)).toHaveLength(1);
  });

  test('that is on its way for weeks is asked after until it has arrived', async () => {
    const scene = await paid();
    await ask(scene);
    await sweepDaily(1, 20);
    expect(await requests(scene)).toMatchObject([{ status: 'pending' }]);
    const refund = stage.fake.refunds().find((each) => each.payment_id === scene.payment.id);
    Object.assign(refund ?? {}, { status: 'processed' });
    await sweepDaily(21, 23);
    expect(await requests(scene)).toMatchObject([{ status: 'confirmed', nextSweepAt: null }]);
    expect(await refunded(scene)).toBe(1_800n);
  });

  test('of which nobody can be asked any more does not stand in the way for ever', async () => {
    const scene = await paid();
    stage.fake.fail('error_before');
    await ask(scene);
    await stage.t.db.write(scene.ctx, (tx) =>
      tx.run('delete from gateway.connector where company_id = $1', [scene.ctx.companyId]),
    );
    await sweepDaily(1, 20);
    expect(await requests(scene)).toMatchObject([
      { status: 'failed', lastError: 'Access to the provider is gone.' },
    ]);
    await stage.connect(scene.ctx, scene.secret);
    await ask(scene);
    expect(await requests(scene)).toMatchObject([{ status: 'failed' }, { status: 'pending' }]);
  });

  test('that may have been made is no failure when the question after it is refused', async () => {
    const scene = await paid();
    stage.fake.fail('error_after');
    await ask(scene);
    const { keyId, keySecret } = stage.fake;
    const useSecret = (secret: string) =>
      stage.gateway.putConnector.execute(scene.ctx, {
        provider: 'razorpay',
        active: true,
        credentials: { keyId, keySecret: secret },
        settings: { baseUrl: stage.fake.url },
      });
    await useSecret('not the secret');
    await stage.gateway.sweepRefunds.execute(at('2026-03-02T09:02:00Z'));
    expect(await requests(scene)).toMatchObject([{ status: 'requested' }]);
    await useSecret(keySecret);
    await stage.gateway.sweepRefunds.execute(at('2026-03-02T09:12:00Z'));
    expect(await requests(scene)).toMatchObject([{ status: 'pending' }]);
    const made = stage.fake.refunds().filter((each) => each.payment_id === scene.payment.id);
    expect(made).toHaveLength(1);
  });

  test('without an answer yet has not failed because another of that amount has', async () => {
    const scene = await paid();
    stage.fake.fail('error_after');
    await ask(scene);
    const failed = { id: 'rfnd_elsewhere', payment_id: scene.payment.id, status: 'failed' };
    const entities = {
      refund: { ...failed, amount: 1_800, currency: 'EUR' },
      payment: scene.payment,
    };
    await stage.deliver('refund.failed', entities, scene.secret);
    expect(await requests(scene)).toMatchObject([{ status: 'requested' }]);
    await stage.gateway.sweepRefunds.execute(at('2026-03-02T09:02:00Z'));
    expect(await requests(scene)).toMatchObject([{ status: 'pending' }]);
  });

  test('and one by hand at the same moment are one refund', async () => {
    for (let i = 0; i < 5; i += 1) {
      const scene = await paid();
      const ways = [true, false, true, false];
      const both = await Promise.allSettled(ways.map((way) => staffRefund(scene, way)));
      expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const asked = (await requests(scene)).length;
      expect(asked === 1 ? 0n : 11_800n).toBe(await refunded(scene));
    }
  });

  test('that the provider refuses is a clear refusal', async () => {
    const scene = await paid();
    await expect(ask(scene, 20_000n)).rejects.toMatchObject({
      code: 'provider_refund_refused',
      status: 422,
    });
    expect(await requests(scene)).toMatchObject([{ status: 'failed' }]);
  });

  test.each<FakeFault>(['error_after', 'drop_after', 'malformed_after'])(
    'whose answer is lost by %s is made once',
    async (fault) => {
      const scene = await paid();
      stage.fake.fail(fault);
      await ask(scene);
      const [before] = await requests(scene);
      await stage.gateway.sweepRefunds.execute(at('2026-03-02T09:02:00Z'));
      const [after] = await requests(scene);
      expect(after).toMatchObject({ status: 'pending' });
      if (before?.providerRefundId) expect(after?.providerRefundId).toBe(before.providerRefundId);
      await tell(scene, 'refund.processed', 'processed');
      expect(await refunded(scene)).toBe(1_800n);
      expect(await requests(scene)).toMatchObject([{ status: 'confirmed' }]);
    },
  );

  test('whose webhook is faster than its answer is confirmed by it', async () => {
    const scene = await paid();
    stage.fake.fail('error_before');
    await ask(scene);
    expect(await requests(scene)).toMatchObject([{ status: 'requested', providerRefundId: null }]);
    await tell(scene, 'refund.processed', 'processed');
    expect(await requests(scene)).toMatchObject([
      { status: 'confirmed', providerRefundId: 'rfnd_faster' },
    ]);
  });

  test('that was made after the books were closed to it is left to a person', async () => {
    const { db } = stage.t;
    const scene = await paid();
    await ask(scene);
    const { payment, secret } = scene;
    const refund = { id: 'rfnd_2', payment_id: payment.id, amount: 11_800, currency: 'EUR' };
    const entities = { refund: { ...refund, status: 'processed' }, payment };
    await stage.deliver('refund.processed', entities, secret);
    const later = stage.t.ctx(scene.ctx.companyId, { now: '2026-03-02T10:00:00Z' });
    const [request] = await db.write(later, (tx) => lockDueRequests(tx, 1));
    const serving = await db.read(later, (tx) => stage.gateway.accounts.of(tx, 'razorpay'));
    if (!request || !serving) throw new Error('There is no request to look after');
    const provider = {
      refundPayment: () => Promise.resolve({ providerRefundId: 'rfnd_late', status: 'processed' }),
    } as Partial<PaymentProvider> as PaymentProvider;
    expect(await new RefundCalls(db).ask(later, { ...serving, provider }, request)).toBeNull();
    expect(await stage.receipts(later)).toMatchObject([
      { kind: 'refund', reason: 'payment_not_refundable', amount: 1_800n, status: 'open' },
    ]);
    expect(await requests(scene)).toMatchObject([{ status: 'confirmed' }]);
  });

  test('that has failed since the provider was asked is not booked by its old answer', async () => {
    const { db } = stage.t;
    const scene = await paid();
    stage.fake.fail('error_before');
    await ask(scene);
    await tell(scene, 'refund.failed', 'failed');
    const later = stage.t.ctx(scene.ctx.companyId, { now: '2026-03-02T10:00:00Z' });
    const [request] = await db.write(later, (tx) => lockDueRequests(tx, 1));
    const serving = await db.read(later, (tx) => stage.gateway.accounts.of(tx, 'razorpay'));
    if (!request || !serving) throw new Error('There is no request to look after');
    const state = { providerRefundId: 'rfnd_faster', status: 'processed' };
    const provider = {
      refundPayment: () => Promise.resolve(state),
    } as Partial<PaymentProvider> as PaymentProvider;
    await new RefundCalls(db).ask(later, { ...serving, provider }, request);
    expect(await refunded(scene)).toBe(0n);
    expect(await requests(scene)).toMatchObject([{ status: 'failed', nextSweepAt: null }]);
    expect(await stage.receipts(later)).toMatchObject([
      { kind: 'refund', reason: 'refund_failed_before_booking', status: 'open' },
    ]);
  });

  test('of a provider that is gone is not available', async () => {
    const scene = await paid();
    const { requestRefund } = stage.gateway;
    const refused = stage.t.db.write(scene.ctx, (tx) =>
      requestRefund.begin(tx, {
        paymentId: scene.paymentId,
        provider: 'nobody',
        providerPaymentId: 'pay_1',
        amount: 1n,
        currency: 'EUR',
        reason: 'Returned',
      }),
    );
    await expect(refused).rejects.toMatchObject({ code: 'provider_refund_not_available' });
  });
});
