import { PutPaymentConnector, StartCheckout } from '@quittance/gateway/host';
import { newId, type Ctx, type InvoiceId } from '@quittance/kernel';
import { startFakeRazorpay, type FakeRazorpay } from '@quittance/payment-razorpay/testing';
import {
  startPortalApi,
  startStaffApi,
  type TestApi,
  type TestStaffApi,
} from '../../support/test-api.js';
import { testDatabase, type TestDatabase } from '../../support/test-database.js';
import { sentInvoices } from './books.js';
import { deliver, webhookOf, type Delivered, type Json } from './razorpay-events.js';

/** A company that collects through the fake provider, with a paid link nobody was told of yet. */
export interface Scene {
  readonly ctx: Ctx;
  readonly secret: string;
  readonly invoiceId: string;
  /** The three entities that tell of the payment. */
  readonly entities: { readonly payment: Json; readonly payment_link: Json; readonly order: Json };
}

/** Both hosts on one database, and a fake provider that their companies collect with. */
export class TwoHosts {
  private turn = 0;

  private constructor(
    readonly t: TestDatabase,
    readonly staff: TestStaffApi,
    readonly portal: TestApi,
    readonly fake: FakeRazorpay,
  ) {}

  static async open(): Promise<TwoHosts> {
    const t = await testDatabase();
    const [staff, portal, fake] = await Promise.all([
      startStaffApi(t),
      startPortalApi(t),
      startFakeRazorpay(),
    ]);
    return new TwoHosts(t, staff, portal, fake);
  }

  async close(): Promise<void> {
    await Promise.all([this.staff.close(), this.portal.close(), this.fake.stop()]);
    await this.t.close();
  }

  /** A company that collects through the fake provider, with a webhook secret of its own. */
  async company(): Promise<{ readonly ctx: Ctx; readonly secret: string }> {
    const ctx = await this.t.newCompany();
    const secret = `webhook-secret-${newId()}`;
    const { keyId, keySecret, url: baseUrl } = this.fake;
    await this.staff.app.get(PutPaymentConnector).execute(ctx, {
      provider: 'razorpay',
      active: true,
      credentials: { keyId, keySecret, webhookSecret: secret },
      settings: { baseUrl },
    });
    return { ctx, secret };
  }

  /** A company and its paid link for 118.00 EUR. */
  async scene(): Promise<Scene> {
    const { ctx, secret } = await this.company();
    const invoiceId = await this.invoiceOf(ctx);
    const { providerLinkId } = await this.staff.app.get(StartCheckout).execute(ctx, { invoiceId });
    return { ctx, secret, invoiceId, entities: this.pay(providerLinkId) };
  }

  /** A sent invoice of 118.00 EUR. */
  async invoiceOf(ctx: Ctx): Promise<InvoiceId> {
    const [invoice] = await sentInvoices(this.t, ctx, [11_800]);
    if (!invoice) throw new Error('No invoice was made');
    return invoice.id;
  }

  /** Pays a link at the provider: the entities of its webhooks. */
  pay(linkId: string, more: Json = {}): Scene['entities'] {
    const { link, payment } = this.fake.pay(linkId, more);
    const order = {
      id: String(payment.order_id).slice('order_'.length),
      receipt: link.reference_id,
      product_id: String(link.id).slice('plink_'.length),
      status: 'paid',
      notes: [],
    };
    return { payment, payment_link: { ...link }, order };
  }

  /** Delivers an event to the hosts in turn. */
  deliver(event: string, entities: Json, secret: string): Promise<Delivered | null> {
    this.turn += 1;
    const host = this.turn % 2 === 0 ? this.staff : this.portal;
    return deliver(host.url, webhookOf(event, entities, secret));
  }
}
