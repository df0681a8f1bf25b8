import { newId, type Ctx } from '@quittance/kernel';
import { RazorpayProvider } from '@quittance/payment-razorpay/host';
import { gatewayOf, type Gateway } from '../testing/gateway-of.js';
import { WebhookStage, type Entity, type Scene } from '../testing/webhook-stage.js';

/**
 * Providers report all that happens on an account, also what has nothing to do with our documents.
 */

const OF_ENVIRONMENT = 'secret-of-the-environment';
const REFUSED = { code: 'invalid_signature', status: 401 };

let stage: WebhookStage;
/** Wired with credentials in the environment. */
let shared: Gateway;

beforeAll(async () => {
  stage = await WebhookStage.open();
  const { keyId, keySecret } = stage.fake;
  const fallback = { keyId, keySecret, webhookSecret: OF_ENVIRONMENT };
  shared = gatewayOf(stage.t.db, () => [new RazorpayProvider({ fallback })]);
});

afterAll(() => stage?.close());

/** A payment that somebody made on the account in another way. */
const stray = (): Entity => ({
  id: `pay_${newId()}`,
  amount: 500,
  currency: 'EUR',
  order_id: null,
  description: 'Till 3',
  notes: [],
});

/** An event of an account, which is nobody's unless it is named. */
function tell(
  event: string,
  entities: Entity,
  secret: string,
  {
    account = `acc_${newId()}`,
    gateway = stage.gateway,
  }: { account?: string; gateway?: Gateway } = {},
) {
  const { body, headers } = stage.fake.webhook(event, entities, secret, account);
  return stage.receive(body, headers, undefined, gateway);
}

const settingsOf = async (ctx: Ctx) =>
  stage.t.db.read(ctx, (tx) =>
    tx.rows<{ accountId: string | null; version: number }>(
      `select settings->>'accountId' as "accountId", version from gateway.connector`,
    ),
  );

describe('an event that names nothing of ours', () => {
  test.each([
    ['payment.captured', 'no_invoice_reference'],
    ['payment.failed', 'no_invoice_reference'],
    ['settlement.processed', 'event_not_handled'],
  ])('%s is answered well when the environment’s secret signed it', async (event, reason) => {
    const scene = await stage.scene();
    const before = await stage.written(scene.ctx);
    const answer = await tell(event, { payment: stray() }, OF_ENVIRONMENT, { gateway: shared });
    expect(answer).toEqual({ received: true, applied: false, reason });
    expect(await stage.written(scene.ctx)).toEqual(before);
  });

  test('is refused when nobody’s secret did', async () => {
    const entities = { payment: stray() };
    for (const gateway of [shared, stage.gateway]) {
      const told = tell('payment.captured', entities, 'another-secret', { gateway });
      await expect(told).rejects.toMatchObject(REFUSED);
    }
    const without = tell('payment.captured', entities, OF_ENVIRONMENT);
    await expect(without).rejects.toMatchObject(REFUSED);
  });

  test('is refused when it names a company, whatever the environment’s secret signed', async () => {
    const { ctx } = await stage.scene();
    for (const company_id of [ctx.companyId, newId()]) {
      const entities = { payment: { ...stray(), notes: { company_id } } };
      const told = tell('payment.captured', entities, OF_ENVIRONMENT, { gateway: shared });
      await expect(told).rejects.toMatchObject(REFUSED);
    }
  });
});

/** Delivers to the address that a company has entered at its provider. */
function deliver(company: string, entities: Entity, secret: string, gateway = stage.gateway) {
  const { body, headers } = stage.fake.webhook('payment.captured', entities, secret);
  const origin = { requestId: 'test', ip: '127.0.0.1', now: stage.t.clock.now() };
  const webhook = { provider: 'razorpay', company, raw: Buffer.from(body), headers, ...origin };
  return gateway.receive.execute(webhook);
}

describe('the company of the address', () => {
  test('is whose secret an event is measured by that names nothing else', async () => {
    const { ctx, secret } = await stage.scene();
    const entities = { payment: stray() };
    expect(await deliver(ctx.companyId, entities, secret)).toMatchObject({
      reason: 'no_invoice_reference',
    });
    expect(await stage.receipts(ctx)).toHaveLength(1);
    for (const company of [ctx.companyId, newId(), 'c-7']) {
      await expect(deliver(company, entities, 'another-secret')).rejects.toMatchObject(REFUSED);
    }
  });

  test('is not believed by the secret that companies share', async () => {
    const plain = await stage.t.newCompany();
    const before = await stage.written(plain);
    const entities = { payment: stray() };
    const told = await deliver(plain.companyId, entities, OF_ENVIRONMENT, shared);
    expect(told).toMatchObject({ applied: false, reason: 'no_invoice_reference' });
    expect(await stage.written(plain)).toEqual(before);
  });

  test('is nothing beside what the event itself names', async () => {
    const [mine, theirs] = [await stage.scene(), await stage.scene()];
    const before = await stage.written(theirs.ctx);
    const entities = { payment: theirs.payment };
    const told = deliver(mine.ctx.companyId, entities, mine.secret);
    await expect(told).rejects.toMatchObject(REFUSED);
    expect(await stage.written(theirs.ctx)).toEqual(before);
  });
});

describe('an event with very many values', () => {
  const costly = () => ({ payment: { ...stray(), notes: Array(5_000).fill({}) } });
  const tooCostly = { code: 'malformed_request', status: 400 };

  test('is refused before it is read, whatever it names', async () => {
    const { ctx, payment, secret } = await stage.scene();
    const before = await stage.written(ctx);
    const padded = { payment: { ...payment, acquirer_data: Array(5_000).fill({}) } };
    await expect(tell('payment.captured', padded, secret)).rejects.toMatchObject(tooCostly);
    for (const company of [ctx.companyId, newId(), 'c-7']) {
      const told = deliver(company, padded, 'another-secret', shared);
      await expect(told).rejects.toMatchObject(tooCostly);
    }
    expect(await stage.written(ctx)).toEqual(before);
    // Whoever read it would find that it is no JSON, which is no event: `invalid_signature`.
    const { headers } = stage.fake.webhook('payment.captured', {}, secret);
    await expect(stage.receive('{[,'.repeat(5_000), headers)).rejects.toMatchObject(tooCostly);
  });

  test('is read at the address of the company that has signed it', async () => {
    const { ctx, secret } = await stage.scene();
    expect(await deliver(ctx.companyId, costly(), secret)).toMatchObject({
      reason: 'no_invoice_reference',
    });
  });

  test('is read when the environment’s secret has signed it', async () => {
    const told = tell('payment.captured', costly(), OF_ENVIRONMENT, { gateway: shared });
    expect(await told).toMatchObject({ reason: 'no_invoice_reference' });
  });
});

describe('the account of an event', () => {
  /** Has the company's connector learn its account. */
  async function known(): Promise<{ scene: Scene; account: string }> {
    const [scene, account] = [await stage.scene(), `acc_${newId()}`];
    const { payment, secret } = scene;
    expect(await tell('payment.captured', { payment }, secret, { account })).toMatchObject({
      applied: true,
    });
    return { scene, account };
  }

  test('is learnt from the first one that verifies, and is no new version', async () => {
    const { scene, account } = await known();
    expect(await settingsOf(scene.ctx)).toEqual([{ accountId: account, version: 1 }]);
  });

  test('is not learnt from one that does not', async () => {
    const { ctx, payment } = await stage.scene();
    const told = tell('payment.captured', { payment }, 'another-secret', { account: 'acc_evil' });
    await expect(told).rejects.toMatchObject(REFUSED);
    expect(await settingsOf(ctx)).toEqual([{ accountId: null, version: 1 }]);
  });

  test('leads one that names nothing else to its company', async () => {
    const { scene, account } = await known();
    const { ctx, secret } = scene;
    const before = (await stage.deliveries(ctx)).length;
    const payment = stray();
    expect(await tell('payment.captured', { payment }, secret, { account })).toMatchObject({
      applied: false,
      reason: 'no_invoice_reference',
    });
    expect(await tell('settlement.processed', {}, secret, { account })).toMatchObject({
      applied: false,
      reason: 'event_not_handled',
    });
    expect(await stage.deliveries(ctx)).toHaveLength(before + 2);
    // Money that nobody can place waits for a person.
    expect(await stage.receipts(ctx)).toMatchObject([{ providerPaymentId: payment.id }]);
    const forged = tell('settlement.processed', {}, 'another-secret', { account });
    await expect(forged).rejects.toMatchObject(REFUSED);
  });

  test('may be claimed by others, who get nothing of it and stand in nobody’s way', async () => {
    const { scene, account } = await known();
    const other = await stage.scene();
    await stage.connect(other.ctx, other.secret, true, { accountId: account });
    const before = await stage.written(other.ctx);
    const told = await tell('payment.captured', { payment: stray() }, scene.secret, { account });
    expect(told).toMatchObject({ reason: 'no_invoice_reference' });
    expect(await stage.written(other.ctx)).toEqual(before);
    expect(await stage.receipts(scene.ctx)).toHaveLength(1);
  });

  test('of the environment is answered well though somebody claims it', async () => {
    const other = await stage.scene();
    const account = `acc_${newId()}`;
    // Switched off, so that the environment's secret counts for the company as well.
    await stage.connect(other.ctx, other.secret, false, { accountId: account });
    const before = await stage.written(other.ctx);
    const options = { account, gateway: shared };
    const told = await tell('payment.captured', { payment: stray() }, OF_ENVIRONMENT, options);
    expect(told).toMatchObject({ applied: false, reason: 'no_invoice_reference' });
    expect(await stage.written(other.ctx)).toEqual(before);
  });

  test.each([['acc 1'], [''], [7]])('is not %o in the settings', async (accountId) => {
    const { ctx, secret } = await stage.scene();
    await expect(stage.connect(ctx, secret, true, { accountId })).rejects.toMatchObject({
      options: { errors: [{ pointer: '/settings/accountId', code: 'format' }] },
    });
  });
});
