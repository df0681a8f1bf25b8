import type { Ctx, InvoiceId } from '@quittance/kernel';
import { RazorpayProvider } from '@quittance/payment-razorpay/host';
import { startFakeRazorpay, type FakeRazorpay } from '@quittance/payment-razorpay/testing';
import { SandboxProvider } from '@quittance/payment-sandbox/host';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { anOutstandingInvoice, type InvoiceFacts } from './an-outstanding-invoice.js';
import { gatewayOf, TEST_KEY, type Gateway } from './gateway-of.js';

const QUICK = { requestMs: 3_000, pauseMs: 5 };

/** Checkouts against the fake Razorpay, and what they leave behind. */
export class CheckoutStage {
  constructor(
    readonly t: TestDatabase,
    readonly fake: FakeRazorpay,
    readonly gateway: Gateway,
  ) {}

  static async open(): Promise<CheckoutStage> {
    const t = await testDatabase();
    const { clock } = t;
    const options = { clock, pagesUrl: 'http://localhost:3001', masterKey: TEST_KEY };
    const gateway = gatewayOf(t.db, (store) => [
      new RazorpayProvider({ times: QUICK }),
      new SandboxProvider(store, options),
    ]);
    return new CheckoutStage(t, await startFakeRazorpay(), gateway);
  }

  async close(): Promise<void> {
    await this.fake.stop();
    await this.t.close();
  }

  /** A company that collects through the fake Razorpay. */
  async razorpayCompany(settings: Record<string, unknown> = {}): Promise<Ctx> {
    const ctx = await this.t.newCompany();
    await this.connect(ctx, settings);
    return ctx;
  }

  async connect(ctx: Ctx, settings: Record<string, unknown> = {}): Promise<void> {
    const { keyId, keySecret, url } = this.fake;
    await this.gateway.putConnector.execute(ctx, {
      provider: 'razorpay',
      active: true,
      credentials: { keyId, keySecret, webhookSecret: 'webhook-secret' },
      settings: { baseUrl: url, ...settings },
    });
  }

  invoiceOf(ctx: Ctx, facts?: InvoiceFacts) {
    return anOutstandingInvoice(this.t.db, ctx, facts);
  }

  checkout(ctx: Ctx, invoiceId: InvoiceId, callbackUrl: string | null = null) {
    return this.gateway.startCheckout.execute(ctx, { invoiceId, callbackUrl });
  }

  attempts(ctx: Ctx, invoiceId: InvoiceId) {
    return this.t.db.read(ctx, (tx) =>
      tx.rows<Record<string, unknown>>(
        `select id, attempt, status, reference, link_id as "linkId", last_error as "lastError",
           sweeps, next_sweep_at as "nextSweepAt", payment_id as "paymentId"
         from gateway.checkout where invoice_id = $1 order by attempt`,
        [invoiceId],
      ),
    );
  }

  linksOf(invoiceId: InvoiceId) {
    return this.fake.links.filter(({ reference_id: reference }) =>
      String(reference).startsWith(invoiceId),
    );
  }

  /** The same company at another instant. */
  at(ctx: Ctx, now: string): Ctx {
    return this.t.ctx(ctx.companyId, { now });
  }

  /** Leaves so much of an invoice outstanding. */
  async leave(ctx: Ctx, invoiceId: InvoiceId, balance: bigint): Promise<void> {
    await this.t.db.write(ctx, (tx) =>
      tx.run(
        `update receivables.invoice set paid_amount = total - $2, balance = $2,
           status = case when $2 = 0 then 'paid' else 'partially_paid' end where id = $1`,
        [invoiceId, balance],
      ),
    );
  }

  /** An attempt whose process was killed after the provider had made the link. */
  async startsAndDies(ctx: Ctx, invoiceId: InvoiceId): Promise<void> {
    await this.checkout(ctx, invoiceId);
    await this.t.db.write(ctx, (tx) =>
      tx.run(
        `update gateway.checkout set status = 'creating', link_id = null, payment_url = null,
           next_sweep_at = $3::timestamptz + interval '2 minutes',
           busy_until = $3::timestamptz + interval '15 seconds'
         where company_id = $2 and invoice_id = $1`,
        [invoiceId, ctx.companyId, ctx.now],
      ),
    );
  }
}
