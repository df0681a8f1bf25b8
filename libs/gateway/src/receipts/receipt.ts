import type { Currency } from '@quittance/money';
import type { Instant } from '@quittance/kernel';
import type { DisputeStage } from '../disputes/provider-dispute.js';

/** `unreadable` names neither an amount nor what it was about · `dispute` is at the provider. */
export const RECEIPT_KINDS = ['capture', 'refund', 'unreadable', 'dispute'] as const;

/** A verified webhook about money that could not be booked: nothing is invisible. */
export interface Receipt {
  readonly id: string;
  readonly version: number;
  readonly kind: (typeof RECEIPT_KINDS)[number];
  readonly provider: string;
  /** The provider's payment, refund or dispute, or the body's hash when it names none. */
  readonly providerObjectId: string;
  readonly providerPaymentId: string | null;
  readonly eventId: string | null;
  /** The provider's name of the event. */
  readonly type: string;
  /** SHA-256 of the body. */
  readonly bodyHash: string;
  /** Minor units; null when unreadable. */
  readonly amount: bigint | null;
  readonly currency: Currency | null;
  /** The invoice it claims to be for; it need not exist. */
  readonly invoiceId: string | null;
  /** The payment in the books that is disputed, where it is there. */
  readonly paymentId: string | null;
  readonly reason: string;
  /** All that was told of a dispute; of nothing else. */
  readonly stages: readonly DisputeStage[];
  readonly evidenceDueBy: Instant | null;
  /** The provider's own word for why a payment is disputed. */
  readonly providerReason: string | null;
  readonly status: 'open' | 'resolved';
  readonly note: string | null;
  readonly resolvedAt: Instant | null;
  readonly resolvedBy: { readonly kind: string; readonly id: string | null; name: string } | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}
