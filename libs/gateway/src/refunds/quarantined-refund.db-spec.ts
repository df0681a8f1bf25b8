import { parseInstant, type Ctx } from '@quittance/kernel';
import type { PaymentId } from '@quittance/receivables';
import { learn } from '@quittance/watchdog/host';
import { aStandstill } from '../../../../test/support/a-standstill.js';
import { WebhookStage } from '../testing/webhook-stage.js';

let stage: WebhookStage;

beforeAll(async () => {
  stage = await WebhookStage.open();
});
afterEach(() => learn([], stage.t.clock.now()));
afterAll(() => stage?.close());

/** A company whose refund was stored, and whose process died before the provider was asked. */
async function asked(): Promise<{ readonly ctx: Ctx; readonly providerPaymentId: string }> {
  const scene = await stage.scene();
  const answer = await stage.captured(scene);
  const paymentId = ('paymentId' in answer ? answer.paymentId : undefined) as PaymentId;
  const providerPaymentId = String(scene.payment.id);
  const refund = { paymentId, provider: 'razorpay', providerPaymentId, amount: 1_800n };
  await stage.t.db.write(scene.ctx, (tx) =>
    stage.gateway.requestRefund.begin(tx, { ...refund, currency: 'EUR', reason: 'Returned' }),
  );
  return { ctx: scene.ctx, providerPaymentId };
}

const requests = (ctx: Ctx) =>
  stage.rows(ctx, 'select id, status, last_error as "lastError" from gateway.refund_request');

test('a refund that ended its process twice is not asked for again, others are', async () => {
  const [bad, good] = [await asked(), await asked()];
  const [request] = await requests(bad.ctx);
  const work = { companyId: bad.ctx.companyId, kind: 'refund-request', id: String(request?.id) };
  const now = parseInstant('2026-03-02T09:02:00Z');
  learn([aStandstill(work, now), aStandstill(work, now)], now);
  await stage.gateway.sweepRefunds.execute(now);
  const why = expect.stringContaining('standstill');
  expect(await requests(bad.ctx)).toMatchObject([{ status: 'requested', lastError: why }]);
  expect(await requests(good.ctx)).toMatchObject([{ status: 'pending', lastError: null }]);
  const made = stage.fake.refunds().map((each) => each.payment_id);
  expect(made).toEqual([good.providerPaymentId]);
});
