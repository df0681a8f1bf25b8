import fc from 'fast-check';
import { expectInvariants } from '../../../../test/support/invariants.js';
import { runsInParts } from '../../../../test/support/tier.js';
import { StripeStage } from '../testing/stripe-stage.js';

let stage: StripeStage;

beforeAll(async () => {
  stage = await StripeStage.open();
});

afterAll(async () => {
  if (!stage) return;
  // The lines of its invoices are no priced ones.
  await expectInvariants(stage.t, ['I18a']);
  await stage.close();
});

/** A payment of 118.00 of which nothing went back yet, and how its provider tells that some did. */
async function paid() {
  const scene = await stage.scene();
  const told = stage.fake.pay(scene.sessionId);
  await stage.deliver(scene, 'checkout.session.completed', told.session);
  return {
    ctx: scene.ctx,
    made: (amount: number) =>
      stage.fake.books.refund({ payment_intent: told.intent.id, amount }).body,
    total: (amount: number) =>
      stage.deliver(scene, 'charge.refunded', { ...told.charge, amount_refunded: amount }),
    succeeded: (refund: object) =>
      stage.deliver(scene, 'refund.updated', { ...refund, status: 'succeeded' }),
    failed: (refund: object) =>
      stage.deliver(scene, 'refund.failed', { ...refund, status: 'failed' }),
    async standing() {
      const [payment] = await stage.payments(scene.ctx);
      const receipts = await stage.receipts(scene.ctx);
      const open = receipts.filter(({ status }) => status === 'open');
      return { refunded: payment?.refunded as bigint, open: open.map(({ reason }) => reason) };
    },
  };
}

const AFTER = 'refund_failed_after_booking';

describe('a refund that fails', () => {
  test('gives back what is booked by its name and what totals had booked of it', async () => {
    const payment = await paid();
    const [early, failing] = [payment.made(1_000), payment.made(3_000)];
    await payment.total(1_000);
    await payment.succeeded(failing);
    await payment.total(4_000);
    await payment.succeeded(early);
    expect(await payment.standing()).toEqual({ refunded: 4_000n, open: [] });
    expect(await payment.failed(failing)).toMatchObject({ applied: true });
    expect(await payment.standing()).toEqual({ refunded: 1_000n, open: [] });
    expect(await payment.failed(failing)).toMatchObject({ reason: 'already_processed' });
    await payment.total(4_000);
    expect(await payment.standing()).toEqual({ refunded: 1_000n, open: [] });
  });

  test('leaves nothing of a total for the next one to be covered by', async () => {
    const payment = await paid();
    const failing = payment.made(1_800);
    await payment.total(1_800);
    await payment.failed(failing);
    const next = payment.made(1_800);
    expect(await payment.succeeded(next)).toMatchObject({ applied: true });
    expect(await payment.standing()).toEqual({ refunded: 1_800n, open: [] });
  });

  test('is for a person where less than all of it was booked', async () => {
    const payment = await paid();
    const failing = payment.made(3_000);
    await payment.total(1_000);
    expect(await payment.failed(failing)).toMatchObject({ applied: true });
    expect(await payment.standing()).toEqual({ refunded: 0n, open: [AFTER] });
  });

  test('gives back to each of two totals no more than it took', async () => {
    const payment = await paid();
    const [one, other] = [payment.made(1_000), payment.made(2_000)];
    await payment.total(1_000);
    await payment.total(3_000);
    await Promise.all([payment.failed(one), payment.failed(other), payment.failed(one)]);
    expect(await payment.standing()).toEqual({ refunded: 0n, open: [] });
  });

  test('and is undone is not in doubt when a total is told of others', async () => {
    const payment = await paid();
    const [failing, other] = [payment.made(1_000), payment.made(2_000)];
    await payment.succeeded(failing);
    await payment.failed(failing);
    await payment.total(3_000);
    await payment.succeeded(other);
    expect(await payment.standing()).toEqual({ refunded: 2_000n, open: [] });
  });
});

/** How a refund goes at the provider; `at`: behind which of all refunds it fails, where it does. */
const anyRefund = fc.record({
  amount: fc.integer({ min: 1, max: 29 }).map((units) => units * 100),
  goes: fc.constantFrom('well' as const, 'wrong at once' as const, 'wrong in the end' as const),
  at: fc.nat(3),
});

type Refund = typeof anyRefund extends fc.Arbitrary<infer T> ? T : never;

interface News {
  readonly of: 'total' | 'succeeded' | 'failed';
  readonly refund: number;
  /** Of a total: which refunds are in it. */
  readonly counts: readonly number[];
}

/** All that the provider tells; its totals count what has failed, or no more. */
function newsOf(refunds: readonly Refund[], countsFailed: boolean): News[] {
  return refunds.flatMap(({ goes }, i) => {
    const made = refunds.slice(0, i + 1).map((_, j) => j);
    const counts = made.filter((j) => countsFailed || standsAt(refunds, j, i));
    const news: News[] = [{ of: 'total', refund: i, counts }];
    if (goes !== 'wrong at once') news.push({ of: 'succeeded', refund: i, counts: [] });
    if (goes !== 'well') news.push({ of: 'failed', refund: i, counts: [] });
    return news;
  });
}

/** Whether a refund has not failed by the time that another is made. */
function standsAt(refunds: readonly Refund[], refund: number, time: number): boolean {
  const { goes, at } = refunds[refund] as Refund;
  return goes === 'well' || Math.max(at, refund) >= time;
}

const orders = fc.array(fc.nat(), { minLength: 24, maxLength: 24 });

const TOLD = 'whatever is told in any order, no money is missed, and too much is told of';
test.each(runsInParts(15))(`${TOLD}: part $part of $parts`, async ({ numRuns }) => {
  const stories = fc.array(anyRefund, { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(stories, fc.boolean(), orders, async (refunds, countsFailed, keys) => {
      const once = newsOf(refunds, countsFailed);
      const keyed = [...once, ...once].map((news, i) => ({ news, key: keys[i] ?? 0 }));
      const told = keyed.sort((a, b) => a.key - b.key).map(({ news }) => news);
      const payment = await paid();
      const bodies = refunds.map(({ amount }) => payment.made(amount));
      const sum = (of: readonly number[]) => of.reduce((all, i) => all + refunds[i]!.amount, 0);
      for (const { of, refund, counts } of told) {
        await (of === 'total' ? payment.total(sum(counts)) : payment[of](bodies[refund]!));
      }
      const { refunded, open } = await payment.standing();
      const stands = refunds.flatMap(({ goes }, i) => (goes === 'well' ? [i] : []));
      const gone = BigInt(sum(stands));
      // A total told behind a failure that it does not know of cannot be told from a later one.
      const isLate = (failed: News, at: number) =>
        told.slice(at).some(({ counts }) => counts.includes(failed.refund));
      const inOrder = !told.some((news, at) => news.of === 'failed' && isLate(news, at));
      if (inOrder) expect(refunded).toBe(gone);
      expect(refunded >= gone).toBe(true);
      if (refunded > gone) expect(open).toContain(AFTER);
    }),
    { numRuns },
  );
});
