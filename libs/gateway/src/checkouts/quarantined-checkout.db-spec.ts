import { newId, type Ctx } from '@quittance/kernel';
import { learn } from '@quittance/watchdog/host';
import { aStandstill } from '../../../../test/support/a-standstill.js';
import { CheckoutStage } from '../testing/checkout-stage.js';

let stage: CheckoutStage;

beforeAll(async () => {
  stage = await CheckoutStage.open();
});
afterEach(() => learn([], stage.t.clock.now()));
afterAll(() => stage?.close());

const at = (time: string) => stage.t.ctx(newId(), { now: time }).now;
const sweep = (time: string) => stage.gateway.sweep.execute(at(time));

/** What a process that starts then knows: this attempt has ended two before it. */
function twice({ companyId }: Ctx, id: unknown, time: string): void {
  const end = aStandstill({ companyId, kind: 'checkout', id: String(id) }, at(time));
  learn([end, end], at(time));
}

test('an attempt that ended its process twice is not asked about, and all others are', async () => {
  const ctx = await stage.razorpayCompany();
  const [bad, good] = [await stage.invoiceOf(ctx), await stage.invoiceOf(ctx)];
  for (const { id } of [bad, good]) await stage.startsAndDies(ctx, id);
  const [attempt] = await stage.attempts(ctx, bad.id);
  twice(ctx, attempt?.id, '2026-03-02T09:01:00Z');
  expect(await sweep('2026-03-02T09:02:00Z')).toBe(2);
  expect(await stage.attempts(ctx, bad.id)).toMatchObject([
    { status: 'creating', sweeps: 1, lastError: expect.stringContaining('standstill') },
  ]);
  expect(await stage.attempts(ctx, good.id)).toMatchObject([{ status: 'open', lastError: null }]);
});

test('it has failed after the last look, as one that no provider answers about', async () => {
  const ctx = await stage.razorpayCompany();
  const { id } = await stage.invoiceOf(ctx);
  await stage.startsAndDies(ctx, id);
  const [attempt] = await stage.attempts(ctx, id);
  twice(ctx, attempt?.id, '2026-03-02T09:01:00Z');
  const looks = ['02T09:02', '02T09:12', '02T10:12', '03T10:12', '04T10:12', '05T10:12'];
  for (const look of [...looks, '06T10:12', '07T10:12']) await sweep(`2026-03-${look}:00Z`);
  expect(await stage.attempts(ctx, id)).toMatchObject([{ status: 'failed', nextSweepAt: null }]);
});
