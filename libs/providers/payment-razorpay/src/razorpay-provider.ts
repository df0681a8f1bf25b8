import {
  ProviderFailure,
  USUAL_CALL_TIMES,
  aboutThePast,
  makeOrAdopt,
  untrustedObject,
  plainRule,
  type CallTimes,
  type PaymentLinkRequest,
  type LinkSearch,
  type PaymentProvider,
  type ProviderAccount,
  type ProviderLink,
  type ProviderNotice,
  type ProviderRefundState,
  type ProviderSettings,
  type RefundOrder,
  type WebhookHeaders,
  type WireRule,
} from '@quittance/gateway/provider';
import { currencyDigits, type Currency } from '@quittance/money';
import { epochMs } from '@quittance/kernel';
import { RAZORPAY_ORIGIN, RazorpayRefusal, callRazorpay } from './razorpay-api.js';
import { readRazorpayLink } from './razorpay-link.js';
import { readRazorpayRefund } from './razorpay-refund.js';
import { readRazorpayWebhook, verifyRazorpaySignature } from './razorpay-webhook.js';

/** Listed by ISO 4217, but not taken by Razorpay. */
const NOT_OFFERED = new Set(['CLF', 'LYD', 'UYI', 'UYW']);

/** Access for companies without a connector of their own. */
export interface RazorpayCredentials {
  readonly keyId: string;
  readonly keySecret: string;
  readonly webhookSecret: string;
}

export interface RazorpayOptions {
  readonly fallback?: RazorpayCredentials | null;
  readonly times?: CallTimes;
}

/** Razorpay payment links. The reference id makes creation safe to repeat. */
export class RazorpayProvider implements PaymentProvider {
  readonly name = 'razorpay';
  readonly credentialFields = [
    { name: 'keyId', required: true },
    { name: 'keySecret', required: true },
    { name: 'webhookSecret', required: true },
  ];
  readonly webhookSecretField = 'webhookSecret';
  readonly identityField = 'keyId';
  readonly publicOrigin = RAZORPAY_ORIGIN;
  /** Six months, less a day for clocks and short months. */
  readonly longestLinkSeconds = 180 * 86_400;
  private readonly times: CallTimes;

  constructor(private readonly options: RazorpayOptions = {}) {
    this.times = options.times ?? USUAL_CALL_TIMES;
  }

  fallbackCredentials(): Readonly<Record<string, string>> | null {
    const { fallback } = this.options;
    return fallback ? { ...fallback } : null;
  }

  wireRule(currency: Currency, settings: ProviderSettings): WireRule | null {
    if (NOT_OFFERED.has(currency)) return null;
    const rounded = currencyDigits(currency) === 3 && settings.threeDecimalMode === 'round_up';
    return rounded ? { digits: 3, step: 10n, between: 'round_up' } : plainRule(currency);
  }

  async createLink(
    account: ProviderAccount,
    request: PaymentLinkRequest,
    signal: AbortSignal,
  ): Promise<ProviderLink> {
    const { reference } = request;
    return makeOrAdopt(
      () => this.make(account, request, signal),
      () => this.find(account, reference, signal),
    );
  }

  private async make(
    account: ProviderAccount,
    request: PaymentLinkRequest,
    signal: AbortSignal,
  ): Promise<ProviderLink> {
    const call = { method: 'POST', path: 'payment_links', body: bodyOf(request) } as const;
    try {
      return readRazorpayLink(await callRazorpay(account, call, this.times, signal));
    } catch (error) {
      if (!isReferenceTaken(error)) throw asFailure(error);
      throw new ProviderFailure('unknown', error.message);
    }
  }

  async findLink(
    account: ProviderAccount,
    { reference }: LinkSearch,
    signal: AbortSignal,
  ): Promise<ProviderLink | null> {
    return this.find(account, reference, signal);
  }

  private async find(
    account: ProviderAccount,
    reference: string,
    signal: AbortSignal,
  ): Promise<ProviderLink | null> {
    const query = new URLSearchParams({ reference_id: reference });
    const answer = await this.get(account, `payment_links?${query.toString()}`, signal);
    const found = listIn(answer, 'payment_links').find((link) => link.reference_id === reference);
    return found ? readRazorpayLink(found) : null;
  }

  async cancelLink(account: ProviderAccount, linkId: string, signal: AbortSignal): Promise<void> {
    const path = `payment_links/${encodeURIComponent(linkId)}/cancel`;
    try {
      await callRazorpay(account, { method: 'POST', path, body: {} }, this.times, signal);
    } catch (error) {
      // A link that is paid, expired or cancelled already can no longer be paid either.
      if (error instanceof RazorpayRefusal && error.error.status === 400) return;
      throw asFailure(error);
    }
  }

  async refundPayment(
    account: ProviderAccount,
    order: RefundOrder,
    signal: AbortSignal,
  ): Promise<ProviderRefundState> {
    const known = await aboutThePast(this.knownRefund(account, order, signal));
    if (known) return readRazorpayRefund(known);
    const call = {
      method: 'POST',
      path: `payments/${encodeURIComponent(order.providerPaymentId)}/refund`,
      headers: { 'X-Refund-Idempotency': order.key },
      body: {
        amount: Number(order.wireAmount),
        speed: 'normal',
        receipt: order.key,
        notes: { company_id: account.companyId, reason: order.reason.slice(0, 256) },
      },
    } as const;
    try {
      return readRazorpayRefund(await callRazorpay(account, call, this.times, signal));
    } catch (error) {
      throw asFailure(error);
    }
  }

  /** The refund that an earlier order has made: Razorpay does not say how long it keeps a key. */
  private async knownRefund(
    account: ProviderAccount,
    { providerRefundId, askedBefore, providerPaymentId, key }: RefundOrder,
    signal: AbortSignal,
  ): Promise<Record<string, unknown> | undefined> {
    if (providerRefundId) {
      return this.get(account, `refunds/${encodeURIComponent(providerRefundId)}`, signal);
    }
    if (!askedBefore) return undefined;
    const path = `payments/${encodeURIComponent(providerPaymentId)}/refunds?count=100`;
    const answer = await this.get(account, path, signal);
    return listIn(answer, 'items').find(({ receipt }) => receipt === key);
  }

  async test(account: ProviderAccount, signal: AbortSignal): Promise<void> {
    await this.get(account, 'payment_links?count=1', signal);
  }

  private async get(account: ProviderAccount, path: string, signal: AbortSignal) {
    try {
      return await callRazorpay(account, { method: 'GET', path }, this.times, signal);
    } catch (error) {
      throw asFailure(error);
    }
  }

  readWebhook(raw: Buffer, headers: WebhookHeaders): ProviderNotice | undefined {
    return readRazorpayWebhook(raw, headers);
  }

  verifySignature(raw: Buffer, headers: WebhookHeaders, secret: string): boolean {
    return verifyRazorpaySignature(raw, headers, secret);
  }
}

function bodyOf(request: PaymentLinkRequest): object {
  const { metadata, customer, callbackUrl } = request;
  return {
    amount: Number(request.wireAmount),
    currency: request.currency,
    accept_partial: false,
    reference_id: request.reference,
    description: `Invoice ${request.invoiceNumber}`,
    customer: { name: customer.name, ...(customer.email ? { email: customer.email } : {}) },
    expire_by: Math.floor(epochMs(request.expiresAt) / 1000),
    notify: { sms: false, email: false },
    reminder_enable: false,
    notes: {
      company_id: metadata.companyId,
      ...(metadata.invoiceId !== null && { invoice_id: metadata.invoiceId }),
      invoice_number: request.invoiceNumber,
      attempt_id: metadata.checkoutId,
    },
    options: { checkout: { name: request.companyName } },
    ...(callbackUrl ? { callback_url: callbackUrl, callback_method: 'get' } : {}),
  };
}

/** @throws ProviderFailure of kind `unknown` when the answer holds no such list */
function listIn(answer: Record<string, unknown>, name: string): Record<string, unknown>[] {
  const list = answer[name];
  if (Array.isArray(list)) return list.map(untrustedObject).filter((each) => each !== undefined);
  throw new ProviderFailure('unknown', 'The answer of Razorpay is not understood.');
}

/** An earlier try has made the link, whatever became of its answer. */
function isReferenceTaken(error: unknown): error is RazorpayRefusal {
  if (!(error instanceof RazorpayRefusal)) return false;
  const { status, field, description } = error.error;
  return status === 400 && (field === 'reference_id' || /reference.?id/i.test(description));
}

function asFailure(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  if (!(error instanceof RazorpayRefusal)) throw error;
  const { status, field, description } = error.error;
  if (status === 401 || status === 403) {
    return new ProviderFailure('refused', 'Razorpay did not accept the credentials.');
  }
  // The same key is still being worked on.
  if (status === 409) return new ProviderFailure('unknown', description);
  const aboutAmount = field === 'amount' || /\bamount\b/i.test(description);
  return new ProviderFailure(aboutAmount ? 'amount_refused' : 'refused', description);
}

/** Settings of the process, as they stand in the environment. */
export interface RazorpayEnvironment {
  readonly razorpayKeyId: string | null;
  readonly razorpayKeySecret: string | null;
  readonly razorpayWebhookSecret: string | null;
}

/**
 * The adapter with the environment's account for companies without a connector, if it is complete.
 */
export function razorpayProvider(environment: RazorpayEnvironment): RazorpayProvider {
  const {
    razorpayKeyId: keyId,
    razorpayKeySecret: keySecret,
    razorpayWebhookSecret: webhookSecret,
  } = environment;
  const complete = keyId && keySecret && webhookSecret;
  return new RazorpayProvider({ fallback: complete ? { keyId, keySecret, webhookSecret } : null });
}
