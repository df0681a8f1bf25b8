import type { Ctx } from '@quittance/kernel';
import type { GatewayRows } from '../testing/gateway-rows.js';
import { StripeStage } from '../testing/stripe-stage.js';
import { WebhookStage } from '../testing/webhook-stage.js';
import type { WebhookAnswer } from './webhook.js';

let stripe: StripeStage;
let razorpay: WebhookStage;

beforeAll(async () => {
  [stripe, razorpay] = await Promise.all([StripeStage.open(), WebhookStage.open()]);
});

afterAll(() => Promise.all([stripe?.close(), razorpay?.close()]));

const NEWS = ['pending', 'failed', 'succeeded'] as const;
type News = (typeof NEWS)[number];

/** A refund of 18.00 of which nothing was told yet. */
interface Refunded {
  readonly stage: GatewayRows;
  readonly ctx: Ctx;
  tell(news: News): Promise<WebhookAnswer>;
  capture(): Promise<WebhookAnswer>;
}

async function atStripe(): Promise<Refunded> {
  const scene = await stripe.scene();
  const { intent } = stripe.fake.pay(scene.sessionId);
  const { body } = stripe.fake.books.refund({ payment_intent: intent.id, amount: 1_800 });
  const types = { pending: 'created', failed: 'failed', succeeded: 'updated' };
  const { ctx } = scene;
  return {
    stage: stripe,
    ctx,
    tell: (status) => {
      const refund = { ...body, status };
      return stripe.deliver(scene, `refund.${types[status]}`, refund, undefined, ctx.companyId);
    },
    capture: () => stripe.deliver(scene, 'payment_intent.succeeded', intent),
  };
}

/** Its events hold the payment as well, which proves the capture. */
async function atRazorpay(): Promise<Refunded> {
  const scene = await razorpay.scene();
  const { payment, secret, ctx } = scene;
  const refund = { id: 'rfnd_1', payment_id: payment.id, amount: 1_800, currency: 'EUR' };
  const types = { pending: 'created', failed: 'failed', succeeded: 'processed' };
  return {
    stage: razorpay,
    ctx,
    tell: (news) => {
      const status = news === 'succeeded' ? 'processed' : news;
      const entities = { refund: { ...refund, status }, payment };
      return razorpay.deliver(`refund.${types[news]}`, entities, secret);
    },
    capture: () => razorpay.captured(scene),
  };
}

const PROVIDERS = [
  ['Stripe', atStripe],
  ['Razorpay', atRazorpay],
] as const;

const ORDERS: readonly (readonly News[])[] = NEWS.flatMap((first) => {
  const [a, b] = NEWS.filter((each) => each !== first) as [News, News];
  return [
    [first, a, b],
    [first, b, a],
  ];
});

async function standing({ stage, ctx }: Pick<Refunded, 'stage' | 'ctx'>) {
  const refunded = (await stage.payments(ctx)).map((payment) => payment.refunded);
  const receipts = (await stage.receipts(ctx)).map(({ reason, status }) => [reason, status]);
  return { refunded, receipts };
}

/** It was, and is undone. */
const BOOKED = { refunded: [0n], receipts: [] };
/** Only a total tells of it: which money of that came back nobody can say. */
const IN_TOTAL = { refunded: [1_800n], receipts: [['refund_failed_after_booking', 'open']] };
const NOT_BOOKED = { refunded: [0n], receipts: [['refund_failed_before_booking', 'open']] };
const ALREADY = { received: true, applied: false, reason: 'already_processed' };

describe.each(PROVIDERS)('a refund at %s that failed and is told to have succeeded', (_, made) => {
  test.each(ORDERS)(
    '%s, %s, %s: is undone where it was booked, and never booked after its failure',
    async (...order) => {
      const refund = await made();
      await refund.capture();
      const first: WebhookAnswer[] = [];
      for (const news of order) {
        first.push(await refund.tell(news));
        const again = news === 'pending' ? { reason: 'event_not_handled' } : ALREADY;
        expect(await refund.tell(news)).toMatchObject(again);
      }
      const ended = order.filter((news) => news !== 'pending');
      const answers = first.filter((__, i) => order[i] !== 'pending');
      const booked = ended[0] === 'succeeded';
      expect(answers).toMatchObject([
        booked ? { applied: true } : { reason: 'event_not_handled' },
        booked ? { applied: true } : { reason: 'receipt_opened' },
      ]);
      expect(await standing(refund)).toEqual(booked ? BOOKED : NOT_BOOKED);
      for (const news of order) await refund.tell(news);
      expect(await standing(refund)).toEqual(booked ? BOOKED : NOT_BOOKED);
    },
  );

  test.each([true, false])('at once is undone or never booked; captured: %s', async (captured) => {
    for (let i = 0; i < 3; i += 1) {
      const refund = await made();
      if (captured) await refund.capture();
      const told = [...NEWS, ...NEWS, ...(i % 2 === 0 ? [] : [...NEWS].reverse())];
      await Promise.all(told.map((news) => refund.tell(news)));
      await refund.capture();
      await refund.tell('succeeded');
      const { refunded, receipts } = await standing(refund);
      expect([BOOKED, NOT_BOOKED]).toContainEqual({ refunded, receipts });
    }
  });
});

test('a refund that waits for its payment waits no longer once it has failed', async () => {
  const refund = await atStripe();
  expect(await refund.tell('succeeded')).toMatchObject({ reason: 'payment_not_found' });
  expect(await refund.tell('failed')).toMatchObject({ reason: 'receipt_opened' });
  expect(await refund.tell('failed')).toEqual(ALREADY);
  await refund.capture();
  expect(await refund.tell('succeeded')).toEqual(ALREADY);
  expect(await standing(refund)).toEqual(NOT_BOOKED);
});

test('a total made before one of its refunds failed is booked, that is for a person', async () => {
  const scene = await stripe.scene();
  const { intent, charge } = stripe.fake.pay(scene.sessionId);
  await stripe.deliver(scene, 'payment_intent.succeeded', intent);
  const { body } = stripe.fake.books.refund({ payment_intent: intent.id, amount: 1_800 });
  const total = { ...charge };
  await stripe.deliver(scene, 'refund.failed', { ...body, status: 'failed' });
  for (let i = 0; i < 2; i += 1) await stripe.deliver(scene, 'charge.refunded', total);
  expect(await standing({ stage: stripe, ctx: scene.ctx })).toEqual(IN_TOTAL);
  await stripe.deliver(scene, 'refund.updated', { ...body, status: 'succeeded' });
  expect(await standing({ stage: stripe, ctx: scene.ctx })).toEqual(IN_TOTAL);
});
