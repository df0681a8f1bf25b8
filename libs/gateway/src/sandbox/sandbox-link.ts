import type { CompanyId, Instant } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { LinkMetadata } from '../providers/payment-provider.port.js';

/** A payment page of the sandbox provider, in its own books. */
export interface SandboxLink {
  readonly id: string;
  readonly reference: string;
  readonly status: 'open' | 'paid' | 'cancelled' | 'expired';
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: Currency;
  readonly companyName: string;
  readonly invoiceNumber: string;
  readonly customerName: string;
  readonly metadata: LinkMetadata;
  readonly callbackUrl: string | null;
  readonly expiresAt: Instant;
}

/**
 * Money that moved, or did not: a payment is captured or failed, a refund gives some of one back.
 */
export interface SandboxPayment {
  readonly id: string;
  readonly status: 'captured' | 'failed' | 'refunded' | 'disputed' | 'won' | 'lost';
  /** Minor units. */
  readonly amount: bigint;
  /** Unique per link: a form sent twice is one action. */
  readonly attemptKey: string;
}

/** A webhook to deliver, exactly these bytes; signed when it is sent. */
export interface SandboxDelivery {
  readonly id: string;
  readonly companyId: CompanyId;
  readonly type: string;
  readonly body: string;
  /** How often it was tried, this time included. */
  readonly attempts: number;
}

/** What is written when somebody acts on a page. */
export interface SandboxAction {
  readonly payments: readonly SandboxPayment[];
  readonly status: SandboxLink['status'];
  readonly deliveries: readonly { readonly id: string; readonly type: string; body: string }[];
}
