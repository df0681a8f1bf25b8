import { connect } from '@quittance/database/host';
import type { Database } from '@quittance/database';
import { newId } from '@quittance/kernel';
import { RazorpayProvider } from '@quittance/payment-razorpay/host';
import { allEntities } from '../../../../apps/cli/src/assembly.js';
import { gatewayOf, type Gateway } from '../testing/gateway-of.js';
import { slowWire, type SlowWire } from '../testing/slow-wire.js';
import { WebhookStage, type Entity, type Scene } from '../testing/webhook-stage.js';

let stage: WebhookStage;
let wire: SlowWire;
let db: Database;
let gateway: Gateway;

beforeAll(async () => {
  stage = await WebhookStage.open();
  wire = await slowWire(stage.t.url);
  db = await connect({ url: wire.url, poolSize: 1, applicationName: 'slow' }, allEntities);
  gateway = gatewayOf(db, () => [new RazorpayProvider()]);
  // The first query of a connection reads the types it does not know yet.
  await captured(await stage.scene());
});

afterAll(async () => {
  await db?.close();
  await wire?.close();
  await stage?.close();
});

function captured({ payment, secret }: Scene, more: Entity = {}) {
  const entity = { ...payment, id: `pay_${newId()}`, ...more };
  const { body, headers } = stage.fake.webhook('payment.captured', { payment: entity }, secret);
  return stage.receive(body, headers, undefined, gateway);
}

test.each([
  ['below', 800],
  ['above', 20_000],
])('a capture %s the balance costs at most four round trips', async (_, amount) => {
  const scene = await stage.scene();
  wire.reset();
  expect(await captured(scene, { amount })).toMatchObject({ applied: true });
  expect(wire.roundTrips).toBeLessThanOrEqual(4);
});
