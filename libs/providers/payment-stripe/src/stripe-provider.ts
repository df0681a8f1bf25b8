import {
  ProviderFailure,
  USUAL_CALL_TIMES,
  aboutThePast,
  makeOrAdopt,
  memberOf,
  untrustedObject,
  type CallTimes,
  type UntrustedJson,
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
import type { Currency } from '@quittance/money';
import type { Instant } from '@quittance/kernel';
import { callStripe } from './stripe-api.js';
import type { StripeCall } from './stripe-sdk.js';
import { StripeRefusal } from './stripe-refusal.js';
import { STRIPE_ORIGIN } from './stripe-version.js';
import { stripeRule } from './stripe-currency.js';
import { readStripeRefund } from './stripe-refund.js';
import { refundParams, searchParams, sessionParams } from './stripe-request.js';
import { readStripeSession } from './stripe-session.js';
import { verifyStripeSignature } from './stripe-signature.js';
import { readStripeWebhook } from './stripe-webhook.js';

/** Access for companies without a connector of their own. */
export interface StripeCredentials {
  readonly secretKey: string;
  readonly webhookSecret: string;
}

export interface StripeOptions {
  /** Where payers go whose checkout names no callback: Stripe needs an address. */
  readonly returnUrl: string;
  readonly fallback?: StripeCredentials | null;
  readonly times?: CallTimes;
}

/** Sessions to look through for one without an answer: a hundred each. */
const MOST_PAGES = 20;

/**
 * Stripe Checkout Sessions. The idempotency key of a request is made of our own reference, so that
 * repeating it makes nothing twice.
 */
export class StripeProvider implements PaymentProvider {
  readonly name = 'stripe';
  readonly credentialFields = [
    { name: 'secretKey', required: true },
    { name: 'webhookSecret', required: true },
  ];
  readonly webhookSecretField = 'webhookSecret';
  readonly identityField = 'secretKey';
  readonly publicOrigin = STRIPE_ORIGIN;
  /** A day, less an hour for clocks that differ. */
  readonly longestLinkSeconds = 23 * 3600;
  private readonly times: CallTimes;

  constructor(private readonly options: StripeOptions) {
    this.times = options.times ?? USUAL_CALL_TIMES;
  }

  fallbackCredentials(): Readonly<Record<string, string>> | null {
    const { fallback } = this.options;
    return fallback ? { ...fallback } : null;
  }

  wireRule(currency: Currency, settings: ProviderSettings): WireRule | null {
    return stripeRule(currency, settings);
  }

  async createLink(
    account: ProviderAccount,
    request: PaymentLinkRequest,
    signal: AbortSignal,
  ): Promise<ProviderLink> {
    const { reference, attemptedAt, metadata } = request;
    const wanted = { reference, attemptedAt, checkoutId: metadata.checkoutId, linkId: null };
    return makeOrAdopt(
      () => this.make(account, request, signal),
      () => this.findLink(account, wanted, signal),
    );
  }

  private async make(
    account: ProviderAccount,
    request: PaymentLinkRequest,
    signal: AbortSignal,
  ): Promise<ProviderLink> {
    try {
      return await this.makeAsAsked(account, request, signal);
    } catch (error) {
      if (!(error instanceof EmailRefused)) throw error;
      // It only fills in a field of the page; refusals before the start are not stored under the
      // key.
      const customer = { ...request.customer, email: null };
      return this.makeAsAsked(account, { ...request, customer }, signal);
    }
  }

  private async makeAsAsked(
    account: ProviderAccount,
    request: PaymentLinkRequest,
    signal: AbortSignal,
  ): Promise<ProviderLink> {
    const params = sessionParams(request, this.options.returnUrl);
    const idempotencyKey = `chk-${request.reference}`;
    const { body, replayed } = await this.ask(account, signal, (stripe) =>
      stripe.checkout.sessions.create(params, { idempotencyKey }),
    );
    const link = readStripeSession(body);
    // What is stored under the key is how the session was when it was made.
    return replayed ? this.retrieve(account, link.linkId, signal) : link;
  }

  private async retrieve(
    account: ProviderAccount,
    linkId: string,
    signal: AbortSignal,
  ): Promise<ProviderLink> {
    const expand = { expand: ['payment_intent'] };
    const { body } = await this.ask(account, signal, (stripe) =>
      stripe.checkout.sessions.retrieve(linkId, expand),
    );
    return readStripeSession(body);
  }

  async findLink(
    account: ProviderAccount,
    wanted: LinkSearch,
    signal: AbortSignal,
  ): Promise<ProviderLink | null> {
    if (!wanted.linkId) return this.search(account, wanted, signal);
    try {
      return await this.retrieve(account, wanted.linkId, signal);
    } catch (error) {
      if (error instanceof MissingAtStripe) return null;
      throw error;
    }
  }

  /**
   * Stripe has no search by our reference: the sessions made since the attempt are looked through.
   */
  private async search(
    account: ProviderAccount,
    wanted: LinkSearch,
    signal: AbortSignal,
  ): Promise<ProviderLink | null> {
    let after: string | undefined;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const params = searchParams(wanted, after);
      const { body } = await this.ask(account, signal, (stripe) =>
        stripe.checkout.sessions.list(params),
      );
      const sessions = listIn(body);
      const found = sessions.find((each) => each.client_reference_id === wanted.checkoutId);
      if (found) return readStripeSession(found);
      if (body.has_more !== true) return null;
      after = String(sessions.at(-1)?.id);
    }
    throw new ProviderFailure('unknown', 'Stripe has too many payment pages to look through.');
  }

  async cancelLink(account: ProviderAccount, linkId: string, signal: AbortSignal): Promise<void> {
    try {
      const call: StripeCall = (stripe) => stripe.checkout.sessions.expire(linkId);
      await callStripe(account, call, this.times, signal);
    } catch (error) {
      // A session that is complete or expired already can no longer be paid either.
      if (error instanceof StripeRefusal && error.error.status === 400) return;
      throw asFailure(error);
    }
  }

  async refundPayment(
    account: ProviderAccount,
    order: RefundOrder,
    signal: AbortSignal,
  ): Promise<ProviderRefundState> {
    const known = await aboutThePast(this.knownRefund(account, order, signal));
    if (known) return readStripeRefund(known);
    const params = refundParams(account, order);
    const idempotencyKey = `rfd-${order.key}`;
    const { body, replayed } = await this.ask(account, signal, (stripe) =>
      stripe.refunds.create(params, { idempotencyKey }),
    );
    const refund = readStripeRefund(body);
    if (!replayed) return refund;
    return readStripeRefund(await this.refund(account, refund.providerRefundId, signal));
  }

  /** The refund that an earlier order has made: Stripe forgets idempotency keys after a day. */
  private async knownRefund(
    account: ProviderAccount,
    { providerRefundId, askedBefore, providerPaymentId, key }: RefundOrder,
    signal: AbortSignal,
  ): Promise<UntrustedJson | undefined> {
    if (providerRefundId) return this.refund(account, providerRefundId, signal);
    if (!askedBefore) return undefined;
    const { body } = await this.ask(account, signal, (stripe) =>
      stripe.refunds.list({ payment_intent: providerPaymentId, limit: 100 }),
    );
    return listIn(body).find(
      ({ metadata }) => memberOf(untrustedObject(metadata), 'request_id') === key,
    );
  }

  private async refund(
    account: ProviderAccount,
    id: string,
    signal: AbortSignal,
  ): Promise<UntrustedJson> {
    return (await this.ask(account, signal, (stripe) => stripe.refunds.retrieve(id))).body;
  }

  async test(account: ProviderAccount, signal: AbortSignal): Promise<void> {
    await this.ask(account, signal, (stripe) => stripe.checkout.sessions.list({ limit: 1 }));
  }

  private async ask(account: ProviderAccount, signal: AbortSignal, call: StripeCall) {
    try {
      return await callStripe(account, call, this.times, signal);
    } catch (error) {
      throw asFailure(error);
    }
  }

  readWebhook(raw: Buffer): ProviderNotice | undefined {
    return readStripeWebhook(raw);
  }

  verifySignature(raw: Buffer, headers: WebhookHeaders, secret: string, at: Instant): boolean {
    return verifyStripeSignature(raw, headers, secret, at);
  }
}

/** @throws ProviderFailure of kind `unknown` when the answer is no list */
function listIn({ data }: UntrustedJson): UntrustedJson[] {
  if (Array.isArray(data)) return data.map(untrustedObject).filter((each) => each !== undefined);
  throw new ProviderFailure('unknown', 'The answer of Stripe is not understood.');
}

/** Stripe knows no object of that id. */
class MissingAtStripe extends ProviderFailure {}

/** Stripe does not take the customer's e-mail address for one. */
class EmailRefused extends ProviderFailure {}

function asFailure(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  if (!(error instanceof StripeRefusal)) throw error;
  const { status, code, param, message } = error.error;
  if (status === 401 || status === 403) {
    return new ProviderFailure('refused', 'Stripe did not accept the credentials.');
  }
  // The key was used with other particulars before: what came of that is not told.
  if (code === 'idempotency_error') return new ProviderFailure('unknown', message);
  if (code === 'resource_missing') return new MissingAtStripe('refused', message);
  if (param === 'customer_email') return new EmailRefused('refused', message);
  const aboutAmount = code.startsWith('amount_') || param.includes('unit_amount');
  return new ProviderFailure(aboutAmount ? 'amount_refused' : 'refused', message);
}

/** Settings of the process, as they stand in the environment. */
export interface StripeEnvironment {
  readonly portalPublicUrl: string;
  readonly stripeSecretKey: string | null;
  readonly stripeWebhookSecret: string | null;
}

/**
 * The adapter with the environment's account for companies without a connector, if it is complete.
 */
export function stripeProvider(environment: StripeEnvironment): StripeProvider {
  const {
    stripeSecretKey: secretKey,
    stripeWebhookSecret: webhookSecret,
    portalPublicUrl,
  } = environment;
  return new StripeProvider({
    returnUrl: new URL('/payments/return', portalPublicUrl).href,
    fallback: secretKey && webhookSecret ? { secretKey, webhookSecret } : null,
  });
}
