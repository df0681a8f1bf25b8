import {
  ProviderFailure,
  plainRule,
  type PaymentLinkRequest,
  type LinkSearch,
  type PaymentProvider,
  type ProviderAccount,
  type ProviderLink,
  type ProviderNotice,
  type ProviderRefundState,
  type RefundOrder,
  type SandboxLink,
  type SandboxPayment,
  type SandboxStore,
  type WebhookHeaders,
  type WireRule,
} from '@quittance/gateway/provider';
import { newId, type Clock, type CompanyId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { createHmac } from 'node:crypto';
import { readSandboxWebhook, sandboxNews } from './sandbox-event.js';
import { linkIdOf, readLinkId } from './sandbox-link-id.js';
import { leftOf, refundOf } from './sandbox-refund.js';
import { verifySandboxSignature } from './sandbox-signature.js';

export interface SandboxOptions {
  readonly clock: Clock;
  /** Where the portal host serves the payment pages. */
  readonly pagesUrl: string;
  /** What each company's webhook secret is derived from; 32 bytes. */
  readonly masterKey: Buffer;
}

/** A payment provider that moves no money: links, pages and webhooks without an outside world. */
export class SandboxProvider implements PaymentProvider {
  readonly name = 'sandbox';
  readonly credentialFields = [{ name: 'webhookSecret', required: false }];
  readonly webhookSecretField = 'webhookSecret';
  readonly identityField = null;
  readonly publicOrigin = null;
  readonly longestLinkSeconds = 365 * 86_400;

  constructor(
    private readonly store: SandboxStore,
    private readonly options: SandboxOptions,
  ) {}

  /** The sandbox serves everybody; each company has a webhook secret of its own. */
  fallbackCredentials(companyId: CompanyId): Readonly<Record<string, string>>;
  fallbackCredentials(companyId: CompanyId | null): Readonly<Record<string, string>> | null;
  fallbackCredentials(companyId: CompanyId | null): Readonly<Record<string, string>> | null {
    if (companyId === null) return null;
    const secret = createHmac('sha256', this.options.masterKey)
      .update(`sandbox-webhook-secret/${companyId}`)
      .digest('base64url');
    return { webhookSecret: `sbs_${secret}` };
  }

  wireRule(currency: Currency): WireRule {
    return plainRule(currency);
  }

  async createLink(
    { companyId }: ProviderAccount,
    request: PaymentLinkRequest,
  ): Promise<ProviderLink> {
    const link: SandboxLink = {
      id: newId<'sandbox-link'>(),
      reference: request.reference,
      status: 'open',
      amount: request.wireAmount,
      currency: request.currency,
      companyName: request.companyName,
      invoiceNumber: request.invoiceNumber,
      customerName: request.customer.name,
      metadata: request.metadata,
      callbackUrl: request.callbackUrl,
      expiresAt: request.expiresAt,
    };
    const now = this.options.clock.now();
    return this.shown(companyId, await this.store.createLink(companyId, link, now), []);
  }

  async findLink(
    { companyId }: ProviderAccount,
    { reference }: LinkSearch,
  ): Promise<ProviderLink | null> {
    const now = this.options.clock.now();
    const link = await this.store.findByReference(companyId, reference, now);
    if (!link) return null;
    return this.shown(companyId, link, await this.store.payments(companyId, link.id, now));
  }

  async cancelLink({ companyId }: ProviderAccount, linkId: string): Promise<void> {
    const known = readLinkId(linkId);
    if (!known || known.companyId !== companyId) return;
    const at = this.options.clock.now();
    await this.store.act(companyId, known.id, at, (link) => {
      if (link.status !== 'open') return null;
      const deliveries = [sandboxNews({ type: 'link.cancelled', at, link })];
      return { status: 'cancelled', payments: [], deliveries };
    });
  }

  async refundPayment(
    { companyId }: ProviderAccount,
    order: RefundOrder,
  ): Promise<ProviderRefundState> {
    const { key, providerPaymentId, wireAmount } = order;
    const at = this.options.clock.now();
    const linkId = await this.store.linkOfPayment(companyId, providerPaymentId, at);
    if (!linkId) throw new ProviderFailure('refused', 'The sandbox knows no such payment.');
    let made: SandboxPayment | undefined;
    await this.store.act(companyId, linkId, at, (link, payments) => {
      made = payments.find(({ attemptKey }) => attemptKey === key);
      if (made || leftOf(payments, providerPaymentId) < wireAmount) return null;
      const refund = refundOf(providerPaymentId, wireAmount, key);
      made = refund;
      const paymentId = providerPaymentId;
      const news = sandboxNews({ type: 'payment.refunded', at, link, paymentId, refund });
      return { status: link.status, payments: [refund], deliveries: [news] };
    });
    if (!made) throw new ProviderFailure('refused', 'That is more than is left of the payment.');
    return { providerRefundId: made.id, status: 'pending' };
  }

  async test(): Promise<void> {
    // There are no credentials that could be wrong.
  }

  readWebhook(raw: Buffer, headers: WebhookHeaders): ProviderNotice | undefined {
    return readSandboxWebhook(raw, headers);
  }

  verifySignature(raw: Buffer, headers: WebhookHeaders, secret: string): boolean {
    return verifySandboxSignature(raw, headers, secret);
  }

  private shown(
    companyId: CompanyId,
    link: SandboxLink,
    payments: readonly SandboxPayment[],
  ): ProviderLink {
    const linkId = linkIdOf(companyId, link.id);
    const { amount, currency, expiresAt } = link;
    const expired = link.status === 'open' && expiresAt <= this.options.clock.now();
    return {
      linkId,
      url: `${this.options.pagesUrl.replace(/\/+$/, '')}/sandbox/pay/${linkId}`,
      status: expired ? 'expired' : link.status,
      orderId: null,
      wireAmount: amount,
      currency,
      expiresAt,
      payments: payments
        .filter(({ status }) => status === 'captured')
        .map((payment) => ({
          providerPaymentId: payment.id,
          amount: payment.amount,
          currency,
        })),
    };
  }
}
