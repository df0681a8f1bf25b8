import { newId, type Ctx, type Instant, type InvoiceId } from '@quittance/kernel';
import { StripeProvider } from '@quittance/payment-stripe/host';
import { startFakeStripe, type FakeStripe } from '@quittance/payment-stripe/testing';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import type { WebhookAnswer } from '../webhooks/webhook.js';
import { anOutstandingInvoice, type InvoiceFacts } from './an-outstanding-invoice.js';
import { gatewayOf, type Gateway } from './gateway-of.js';
import { GatewayRows } from './gateway-rows.js';

type Json = Record<string, unknown>;

/** A company with an outstanding invoice and its payment page at the fake Stripe. */
export interface StripeScene {
  readonly ctx: Ctx;
  readonly invoiceId: InvoiceId;
  readonly sessionId: string;
  readonly secret: string;
}

const QUICK = { requestMs: 3_000, pauseMs: 5 };

/** Checkouts and webhooks of companies that collect through the fake Stripe. */
export class StripeStage extends GatewayRows {
  constructor(
    t: TestDatabase,
    readonly fake: FakeStripe,
    readonly gateway: Gateway,
  ) {
    super(t);
  }

  static async open(): Promise<StripeStage> {
    const t = await testDatabase();
    const fake = await startFakeStripe(t.clock);
    const returnUrl = 'https://portal.example/payments/return';
    const gateway = gatewayOf(t.db, () => [new StripeProvider({ returnUrl, times: QUICK })]);
    return new StripeStage(t, fake, gateway);
  }

  async close(): Promise<void> {
    await this.fake.stop();
    await this.t.close();
  }

  /** A company with a connector of its own, and its webhook secret. */
  async company(): Promise<{ ctx: Ctx; secret: string }> {
    const ctx = await this.t.newCompany();
    const secret = `whsec_${newId()}`;
    const { secretKey, url: baseUrl } = this.fake;
    await this.gateway.putConnector.execute(ctx, {
      provider: 'stripe',
      active: true,
      credentials: { secretKey, webhookSecret: secret },
      settings: { baseUrl },
    });
    return { ctx, secret };
  }

  async scene(facts: InvoiceFacts = {}): Promise<StripeScene> {
    const { ctx, secret } = await this.company();
    const { id: invoiceId } = await anOutstandingInvoice(this.t.db, ctx, facts);
    const { providerLinkId: sessionId } = await this.checkout({ ctx, invoiceId });
    return { ctx, invoiceId, sessionId, secret };
  }

  checkout({ ctx, invoiceId }: Pick<StripeScene, 'ctx' | 'invoiceId'>) {
    return this.gateway.startCheckout.execute(ctx, { invoiceId, callbackUrl: null });
  }

  /** Delivers an event as it is now; signed and received at the same instant. */
  deliver(
    { secret }: Pick<StripeScene, 'secret'>,
    type: string,
    object: Json,
    now: Instant = this.t.clock.now(),
    company?: string,
  ): Promise<WebhookAnswer> {
    const { body, headers } = this.fake.webhook(type, object, secret, now);
    return this.receive(body, headers, now, company);
  }

  receive(
    body: string,
    headers: Record<string, string>,
    now: Instant,
    company?: string,
  ): Promise<WebhookAnswer> {
    return this.gateway.receive.execute({
      provider: 'stripe',
      company,
      raw: Buffer.from(body),
      headers,
      requestId: `test-${newId()}`,
      ip: '127.0.0.1',
      now,
    });
  }
}
