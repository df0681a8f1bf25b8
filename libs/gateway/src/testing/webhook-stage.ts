import { newId, type Ctx } from '@quittance/kernel';
import { RazorpayProvider } from '@quittance/payment-razorpay/host';
import { startFakeRazorpay, type FakeRazorpay } from '@quittance/payment-razorpay/testing';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import type { WebhookAnswer } from '../webhooks/webhook.js';
import { anOutstandingInvoice, type InvoiceFacts } from './an-outstanding-invoice.js';
import { gatewayOf, type Gateway } from './gateway-of.js';
import { GatewayRows } from './gateway-rows.js';

/** However slow the machine is: what a test delivers is answered, not given up. */
const PATIENT_MS = 50_000;

export type Entity = Record<string, unknown>;

/**
 * A company with an outstanding invoice whose link is paid at the provider, and not yet told of.
 */
export interface Scene {
  readonly ctx: Ctx;
  readonly invoiceId: string;
  readonly link: Entity;
  readonly payment: Entity;
  readonly secret: string;
}

/** What webhooks are delivered to in tests, and what they leave behind. */
export class WebhookStage extends GatewayRows {
  constructor(
    t: TestDatabase,
    readonly fake: FakeRazorpay,
    readonly gateway: Gateway,
  ) {
    super(t);
  }

  static async open(): Promise<WebhookStage> {
    const t = await testDatabase();
    const fake = await startFakeRazorpay();
    return new WebhookStage(
      t,
      fake,
      gatewayOf(t.db, () => [new RazorpayProvider()]),
    );
  }

  async close(): Promise<void> {
    await this.fake.stop();
    await this.t.close();
  }

  connect(ctx: Ctx, secret: string, active = true, more: Entity = {}) {
    const { keyId, keySecret, url } = this.fake;
    return this.gateway.putConnector.execute(ctx, {
      provider: 'razorpay',
      active,
      credentials: { keyId, keySecret, webhookSecret: secret },
      settings: { baseUrl: url, ...more },
    });
  }

  async scene(facts: InvoiceFacts = {}): Promise<Scene> {
    const ctx = await this.t.newCompany();
    const secret = `webhook-secret-${newId()}`;
    await this.connect(ctx, secret);
    const { id: invoiceId } = await anOutstandingInvoice(this.t.db, ctx, facts);
    const { providerLinkId } = await this.gateway.startCheckout.execute(ctx, {
      invoiceId,
      callbackUrl: null,
    });
    return { ctx, invoiceId, secret, ...this.fake.pay(providerLinkId) };
  }

  deliver(
    event: string,
    entities: Entity,
    secret: string,
    now?: string,
    answerWithinMs?: number,
  ): Promise<WebhookAnswer> {
    const { body, headers } = this.fake.webhook(event, entities, secret);
    return this.receive(body, headers, now, this.gateway, answerWithinMs);
  }

  receive(
    body: string,
    headers: Record<string, string>,
    now = '2026-03-02T09:00:00Z',
    gateway = this.gateway,
    answerWithinMs = PATIENT_MS,
  ): Promise<WebhookAnswer> {
    const webhook = {
      provider: 'razorpay',
      raw: Buffer.from(body),
      headers,
      requestId: `test-${newId()}`,
      ip: '127.0.0.1',
      now: this.t.ctx(newId(), { now }).now,
    };
    return gateway.receive.execute(webhook, answerWithinMs);
  }

  captured(
    { payment, secret }: Scene,
    more: Entity = {},
    answerWithinMs?: number,
  ): Promise<WebhookAnswer> {
    const entities = { payment: { ...payment, ...more } };
    return this.deliver('payment.captured', entities, secret, undefined, answerWithinMs);
  }
}
