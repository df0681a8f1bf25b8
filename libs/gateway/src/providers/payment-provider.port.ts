import type { CompanyId, Instant } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { DisputeFacts } from '../disputes/provider-dispute.js';
import type { AmountFault } from './untrusted-json.js';
import type { WireRule } from './wire-amount.js';

/** Headers as Node delivers them: lower-case names. */
export type WebhookHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** One company's access to a provider. Lives in memory only and is never logged. */
export interface ProviderAccount {
  readonly companyId: CompanyId;
  /** By the names in `credentialFields`. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly settings: ProviderSettings;
}

export interface ProviderSettings {
  /** Instead of the provider's public address. */
  readonly baseUrl?: string;
  /**
   * What to do with a three-decimal amount whose last digit is not 0; the adapter has a default.
   */
  readonly threeDecimalMode?: 'exact' | 'round_up';
}

/** The payment page to make. */
export interface PaymentLinkRequest {
  /** Ours, unique per company: the provider makes one link for it, however often it is asked. */
  readonly reference: string;
  /** In the provider's smallest unit. */
  readonly wireAmount: bigint;
  readonly currency: Currency;
  readonly expiresAt: Instant;
  /** When the attempt was stored: no link of it is older. */
  readonly attemptedAt: Instant;
  /** Where the payer's browser goes afterwards. */
  readonly callbackUrl: string | null;
  readonly companyName: string;
  /** Of several invoices some of their numbers. */
  readonly invoiceNumber: string;
  readonly customer: { readonly name: string; readonly email: string | null };
  /** Comes back in webhooks: how an event finds its company and invoice. */
  readonly metadata: LinkMetadata;
}

export interface LinkMetadata {
  readonly companyId: string;
  /** Null of several, which are known by the attempt. */
  readonly invoiceId: string | null;
  readonly checkoutId: string;
}

/** An attempt whose link is looked for. */
export interface LinkSearch {
  readonly reference: string;
  readonly checkoutId: string;
  /** Null while the provider's answer is still out. */
  readonly linkId: string | null;
  /** When the attempt was stored: no link of it is older. */
  readonly attemptedAt: Instant;
}

/** Money the provider has taken, exact in minor units of its currency. */
export interface CapturedPayment {
  readonly providerPaymentId: string;
  readonly amount: bigint;
  readonly currency: Currency;
}

/** A payment page as the provider has it. */
export interface ProviderLink {
  readonly linkId: string;
  /** Null once there is nothing to open any more. */
  readonly url: string | null;
  /**
   * `processing`: the payer has acted, and the money is still on its way. `failed`: it never came.
   */
  readonly status: 'open' | 'processing' | 'paid' | 'cancelled' | 'expired' | 'failed';
  readonly orderId: string | null;
  /** In the provider's smallest unit: what an adopted link really charges. */
  readonly wireAmount: bigint;
  readonly currency: Currency;
  readonly expiresAt: Instant | null;
  readonly payments: readonly CapturedPayment[];
}

/** What an event says about where it belongs. Untrusted until the signature is verified. */
export interface EventReference {
  readonly companyId: string | null;
  readonly invoiceId: string | null;
  readonly checkoutId: string | null;
  readonly linkId: string | null;
  /** Our `LinkRequest.reference`. */
  readonly reference: string | null;
  readonly orderId: string | null;
  readonly providerPaymentId: string | null;
  /** The provider's own name of the account that it reports to, where it says that. */
  readonly accountId: string | null;
}

/** What a provider charges for a dispute: minor units, below zero where it gives that back. */
export interface DisputeFee {
  /** The provider's name of the charge. */
  readonly providerReference: string;
  readonly amount: bigint;
  readonly currency: Currency;
}

/** A provider's event in our words. */
export type ProviderEvent =
  | { readonly kind: 'capture'; readonly payment: CapturedPayment }
  | {
      readonly kind: 'failed';
      readonly providerPaymentId: string;
      readonly code: string | null;
      readonly description: string | null;
      /** The link is used up: the payer cannot try again on it. */
      readonly usedUp: boolean;
    }
  /** The payer has acted, and the money is still on its way: nothing is booked yet. */
  | { readonly kind: 'processing' }
  | {
      readonly kind: 'refund';
      readonly providerRefundId: string;
      readonly providerPaymentId: string;
      readonly amount: bigint;
      readonly currency: Currency;
      /** The refunded payment when the event carries it: proof of a capture not yet heard of. */
      readonly payment: CapturedPayment | null;
    }
  /** All that was given back of a payment so far, without naming the single refunds. */
  | {
      readonly kind: 'refund_total';
      /** Tells this state of the payment from later ones. */
      readonly totalId: string;
      readonly providerPaymentId: string;
      readonly total: bigint;
      readonly currency: Currency;
      readonly payment: CapturedPayment | null;
    }
  | {
      readonly kind: 'refund_failed';
      readonly providerRefundId: string;
      readonly providerPaymentId: string;
      readonly amount: bigint;
      readonly currency: Currency;
    }
  | { readonly kind: 'link_closed'; readonly status: 'cancelled' | 'expired' }
  /** The payer disputes a payment; the event names at least one stage. */
  | ({
      readonly kind: 'dispute';
      readonly disputeId: string;
      readonly providerPaymentId: string | null;
      /** What the provider charges for it, or gives back of that; told again and again. */
      readonly fees?: readonly DisputeFee[];
    } & DisputeFacts)
  /** Money moved, but its amount or currency cannot be read: for a person to look at. */
  | {
      readonly kind: 'unreadable';
      readonly providerPaymentId: string | null;
      /** The refund or dispute it is about, where it is not the payment itself. */
      readonly objectId?: string | null;
      readonly fault?: AmountFault;
    }
  | { readonly kind: 'unhandled' };

/** One webhook, read but not yet believed. */
export interface ProviderNotice {
  /** The same on every redelivery. */
  readonly eventId: string | null;
  /** The provider's own name of the event. */
  readonly type: string;
  readonly reference: EventReference;
  readonly event: ProviderEvent;
}

/** Money to give back. */
export interface RefundOrder {
  /** The provider makes one refund for it, however often it is asked. */
  readonly key: string;
  readonly providerPaymentId: string;
  /** In the provider's smallest unit. */
  readonly wireAmount: bigint;
  readonly currency: Currency;
  readonly reason: string;
  /** What the provider has answered to the same order before. */
  readonly providerRefundId: string | null;
  /** It was ordered before: the provider may have forgotten the key, but not the refund. */
  readonly askedBefore: boolean;
}

/** How a refund stands at the provider. */
export interface ProviderRefundState {
  readonly providerRefundId: string;
  readonly status: 'pending' | 'processed' | 'failed';
}

/** One credential of a connector. */
export interface CredentialField {
  readonly name: string;
  readonly required: boolean;
}

/**
 * What a payment provider must offer. Calls are made outside any transaction, end with the signal,
 * and fail with `ProviderFailure` only.
 */
export interface PaymentProvider {
  /** As it stands in paths and in the data: `razorpay`. */
  readonly name: string;
  readonly credentialFields: readonly CredentialField[];
  /** Which of the credentials signs webhooks. */
  readonly webhookSecretField: string;
  /** Which of the credentials names the account; links of one account are unknown to another. */
  readonly identityField: string | null;
  /** How long a link lives at most. */
  readonly longestLinkSeconds: number;
  /**
   * The origin used without `settings.baseUrl`; null when the provider has no address of its own.
   */
  readonly publicOrigin: string | null;

  /**
   * Credentials for companies without a connector, from the environment; null when there are none.
   * With no company in sight, only what is the same for all of them.
   */
  fallbackCredentials(companyId: CompanyId | null): Readonly<Record<string, string>> | null;

  /** How amounts of a currency travel; null when the provider does not offer the currency. */
  wireRule(currency: Currency, settings: ProviderSettings): WireRule | null;

  /** Makes the link, or answers the one that already exists for the reference. */
  createLink(
    account: ProviderAccount,
    request: PaymentLinkRequest,
    signal: AbortSignal,
  ): Promise<ProviderLink>;

  /** The link of an attempt, or null when the provider certainly has none. Makes none. */
  findLink(
    account: ProviderAccount,
    wanted: LinkSearch,
    signal: AbortSignal,
  ): Promise<ProviderLink | null>;

  /** Makes sure the link cannot be paid any more; a link that is already closed is no failure. */
  cancelLink(account: ProviderAccount, linkId: string, signal: AbortSignal): Promise<void>;

  /** Gives money back, or answers how the refund of that key stands. */
  refundPayment(
    account: ProviderAccount,
    order: RefundOrder,
    signal: AbortSignal,
  ): Promise<ProviderRefundState>;

  /** Asks the provider whether the credentials are good. */
  test(account: ProviderAccount, signal: AbortSignal): Promise<void>;

  /**
   * Reads a webhook; undefined when it is no event at all. Must not throw whatever the bytes are.
   */
  readWebhook(raw: Buffer, headers: WebhookHeaders): ProviderNotice | undefined;

  /** Verifies the signature over exactly these bytes, received at `at`, in constant time. */
  verifySignature(raw: Buffer, headers: WebhookHeaders, secret: string, at: Instant): boolean;
}

/** What became of a call that failed. */
export type FailureKind =
  /** The provider said no, and nothing was made. */
  | 'refused'
  /** The provider said no to this amount. */
  | 'amount_refused'
  /** The request certainly did not reach the provider, or was turned away unread. */
  | 'unreachable'
  /** Nobody knows whether it took effect: ask again later. */
  | 'unknown';

/** The one error of provider calls. The message is shown to staff: never a secret in it. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';

  constructor(
    readonly kind: FailureKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
