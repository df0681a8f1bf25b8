import type { Instant, Unit } from '@quittance/kernel';
import type { PaymentId } from '@quittance/receivables';
import type { WebhookHeaders } from '../providers/payment-provider.port.js';

/** Why a verified webhook changed nothing in the books; `receipt_opened`: a person has to look. */
export const WEBHOOK_REASONS = [
  'event_not_handled',
  'no_invoice_reference',
  'currency_mismatch',
  'account_mismatch',
  'already_processed',
  'invoice_not_found',
  'payment_not_found',
  'refund_refused',
  'zero_amount',
  'receipt_opened',
] as const;
export type WebhookReason = (typeof WEBHOOK_REASONS)[number];

/** What the provider is told. */
export type WebhookAnswer =
  | { readonly received: true; readonly applied: true; readonly paymentId?: PaymentId }
  | { readonly received: true; readonly applied: false; readonly reason: WebhookReason };

export function applied(paymentId?: PaymentId): WebhookAnswer {
  return { received: true, applied: true, ...(paymentId ? { paymentId } : {}) };
}

export function notApplied(reason: WebhookReason): WebhookAnswer {
  return { received: true, applied: false, reason };
}

/** A webhook as it came in. */
export interface IncomingWebhook {
  /** The provider named in the path. */
  readonly provider: string;
  /** The bytes of the body exactly as received. */
  readonly raw: Buffer;
  readonly headers: WebhookHeaders;
  /**
   * The company that the address names, for events that name nothing of ours. Untrusted as well.
   */
  readonly company?: string | undefined;
  readonly requestId: string;
  readonly ip: string;
  readonly now: Instant;
  readonly unit?: Unit | undefined;
}
