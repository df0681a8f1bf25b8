import { PutPaymentConnector, RotateWebhookSecret, StartCheckout } from '@quittance/gateway/host';
import { newId, type Ctx, type InvoiceId } from '@quittance/kernel';
import { startFakeRazorpay, type FakeRazorpay } from '@quittance/payment-razorpay/testing';
import { startFakeStripe, type FakeStripe } from '@quittance/payment-stripe/testing';
import {
  startPortalApi,
  startStaffApi,
  type TestApi,
  type TestStaffApi,
} from '../../support/test-api.js';
import { testDatabase, type TestDatabase } from '../../support/test-database.js';
import { sentInvoices } from './books.js';
import { deliver, type Delivered, type Webhook } from './razorpay-events.js';

/** The providers whose companies these tests set up, each against its fake. */
export const WIRED = ['razorpay', 'stripe'] as const;
export type Wired = (typeof WIRED)[number];

/** A company that collects through one provider, with a webhook secret of its own. */
export interface Collector {
  readonly ctx: Ctx;
  readonly provider: Wired;
  readonly secret: string;
}

/** An invoice of 118.00 EUR and its link at the provider. */
export interface Link {
  readonly invoiceId: InvoiceId;
  readonly linkId: string;
}

/** Both hosts on one database, and the fakes of both providers. */
export class ProviderHosts {
  private turn = 0;

  private constructor(
    readonly t: TestDatabase,
    readonly staff: TestStaffApi,
    readonly portal: TestApi,
    readonly razorpay: FakeRazorpay,
    readonly stripe: FakeStripe,
  ) {}

  static async open(): Promise<ProviderHosts> {
    const t = await testDatabase();
    const [staff, portal, razorpay, stripe] = await Promise.all([
      startStaffApi(t),
      startPortalApi(t),
      startFakeRazorpay(),
      startFakeStripe(t.clock),
    ]);
    return new ProviderHosts(t, staff, portal, razorpay, stripe);
  }

  async close(): Promise<void> {
    await Promise.all([
      this.staff.close(),
      this.portal.close(),
      this.razorpay.stop(),
      this.stripe.stop(),
    ]);
    await this.t.close();
  }

  async collector(provider: Wired): Promise<Collector> {
    const ctx = await this.t.newCompany();
    const secret = `whsec_${newId()}`;
    const { keyId, keySecret } = this.razorpay;
    const keys =
      provider === 'stripe' ? { secretKey: this.stripe.secretKey } : { keyId, keySecret };
    await this.staff.app.get(PutPaymentConnector).execute(ctx, {
      provider,
      active: true,
      credentials: { ...keys, webhookSecret: secret },
      settings: { baseUrl: this[provider].url },
    });
    return { ctx, provider, secret };
  }

  async rotate({ ctx }: Collector, webhookSecret: string, overlapHours: number): Promise<void> {
    const rotate = this.staff.app.get(RotateWebhookSecret);
    await rotate.execute(ctx, { webhookSecret, overlapHours });
  }

  async link({ ctx }: Collector): Promise<Link> {
    const [invoice] = await sentInvoices(this.t, ctx, [11_800]);
    if (!invoice) throw new Error('No invoice was made');
    const checkout = this.staff.app.get(StartCheckout);
    const { providerLinkId } = await checkout.execute(ctx, { invoiceId: invoice.id });
    return { invoiceId: invoice.id, linkId: providerLinkId };
  }

  /** Has a link paid; answers how its capture is told of, signed with any secret. */
  pay({ provider }: Collector, { linkId }: Link): (secret: string) => Webhook {
    if (provider === 'stripe') {
      const { session } = this.stripe.pay(linkId);
      return (secret) => this.stripe.webhook('checkout.session.completed', session, secret);
    }
    const { payment } = this.razorpay.pay(linkId);
    return (secret) => this.razorpay.webhook('payment.captured', { payment }, secret);
  }

  /** Delivers to the hosts in turn. */
  deliver(provider: Wired, webhook: Webhook): Promise<Delivered | null> {
    this.turn += 1;
    const { url } = this.turn % 2 === 0 ? this.staff : this.portal;
    return deliver(url, webhook, provider);
  }
}
