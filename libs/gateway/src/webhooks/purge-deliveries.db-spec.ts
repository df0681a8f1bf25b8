import { newId, systemClock, type Ctx } from '@quittance/kernel';
import { Client } from 'pg';
import { WebhookStage } from '../testing/webhook-stage.js';
import { PurgeDeliveries } from './purge-deliveries.js';

let stage: WebhookStage;
let owner: Client;

beforeAll(async () => {
  stage = await WebhookStage.open();
  owner = new Client({ connectionString: stage.t.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await stage?.close();
});

/** As the worker asks: the doors go by the clock of the database. */
const purge = (ctx: Ctx) =>
  new PurgeDeliveries(stage.t.db).execute({ ...ctx, now: systemClock.now() });

const types = async (ctx: Ctx) =>
  (await stage.deliveries(ctx)).map(({ type, applied }) => `${String(type)} ${String(applied)}`);

/** A webhook that was received so many days ago. */
async function received(
  ctx: Ctx,
  { type, days, paid = null }: { type: string; days: number; paid?: unknown },
): Promise<void> {
  await owner.query(
    `insert into gateway.webhook_delivery (company_id, id, provider, type, applied, reason,
       provider_payment_id, body_hash, duration_ms, request_id, received_at)
     values ($1, $2, 'razorpay', $3, false, 'already_processed', $4, '', 1, 'r',
       now() - make_interval(days => $5::int))`,
    [ctx.companyId, newId(), type, paid, days],
  );
}

const age = (ctx: Ctx, days: number) =>
  owner.query(
    `update gateway.webhook_delivery set received_at = now() - make_interval(days => $2::int)
     where company_id = $1`,
    [ctx.companyId, days],
  );

it('forgets what was told long ago, but for one that shows a payment was told of', async () => {
  const scene = await stage.scene();
  const { ctx, payment } = scene;
  await stage.captured(scene);
  await age(ctx, 91);
  await received(ctx, { type: 'earlier', days: 95, paid: payment.id });
  await received(ctx, { type: 'later', days: 91, paid: payment.id });
  await received(ctx, { type: 'fresh', days: 89, paid: payment.id });
  await received(ctx, { type: 'of nothing', days: 91 });
  await received(ctx, { type: 'of nothing fresh', days: 89 });
  await received(ctx, { type: 'of another', days: 91, paid: 'pay_nobody' });
  expect(await purge(ctx)).toBe(4);
  const left = ['fresh false', 'of nothing fresh false', 'payment.captured true'];
  expect((await types(ctx)).toSorted()).toEqual(left);
  expect(await purge(ctx)).toBe(0);
});

it('keeps one of a payment that waits for a person to book it', async () => {
  const ctx = await stage.t.newCompany();
  await owner.query(
    `insert into gateway.unapplied_receipt (company_id, id, kind, provider, provider_object_id,
       provider_payment_id, type, body_hash, reason, status, created_at, updated_at)
     values ($1, $2, 'capture', 'razorpay', 'pay_waits', 'pay_waits', 't', '', 'r', 'open',
       now(), now())`,
    [ctx.companyId, newId()],
  );
  await received(ctx, { type: 'first', days: 99, paid: 'pay_waits' });
  await received(ctx, { type: 'second', days: 98, paid: 'pay_waits' });
  expect(await purge(ctx)).toBe(1);
  expect(await types(ctx)).toEqual(['first false']);
});

it('forgets of no other company', async () => {
  const [mine, other] = [await stage.t.newCompany(), await stage.t.newCompany()];
  await received(other, { type: 'theirs', days: 91 });
  expect(await purge(mine)).toBe(0);
  expect(await types(other)).toHaveLength(1);
});

it('forgets payments that failed long ago, unless their attempt may still be paid', async () => {
  const { ctx } = await stage.scene();
  const [checkout] = await stage.rows(ctx, 'select id from gateway.checkout');
  const fail = (id: string, days: number, live: boolean) =>
    owner.query(
      `insert into gateway.failed_payment (company_id, provider, provider_payment_id, checkout_id,
         failed_at)
       values ($1, 'razorpay', $2, $4, now() - make_interval(days => $3::int))`,
      [ctx.companyId, id, days, live ? checkout?.id : null],
    );
  await fail('pay_old', 91, false);
  await fail('pay_fresh', 89, false);
  await fail('pay_live', 91, true);
  expect(await purge(ctx)).toBe(1);
  const left = await stage.rows(
    ctx,
    'select provider_payment_id as id from gateway.failed_payment',
  );
  expect(left.map(({ id }) => id).toSorted()).toEqual(['pay_fresh', 'pay_live']);
});

it('forgets what the sandbox told, and not what it has yet to tell', async () => {
  const ctx = await stage.t.newCompany();
  const link = newId();
  await owner.query(
    `insert into gateway.sandbox_link (company_id, id, reference, status, amount, currency,
       company_name, invoice_number, customer_name, metadata, expires_at, created_at, updated_at)
     values ($1, $2, 'r', 'paid', 1, 'EUR', 'c', 'i', 'n', '{}', now(), now(), now())`,
    [ctx.companyId, link],
  );
  const tell = (status: string, days: number) =>
    owner.query(
      `insert into gateway.sandbox_delivery (company_id, id, link_id, type, body, status,
         next_attempt_at, created_at, updated_at)
       values ($1, $2, $3, 't', '{}', $4, case when $4 = 'pending' then now() end,
         now() - make_interval(days => $5::int), now())`,
      [ctx.companyId, newId(), link, status, days],
    );
  await tell('delivered', 91);
  await tell('pending', 92);
  await tell('delivered', 89);
  expect(await purge(ctx)).toBe(1);
  const left = await stage.rows(ctx, 'select status from gateway.sandbox_delivery');
  expect(left).toHaveLength(2);
});
