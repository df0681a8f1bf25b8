import type { Currency, Instant } from '@quittance/kernel';

/** A verified webhook about money that could not be booked: nothing is invisible. */
export interface Receipt {
  readonly id: string;
  readonly version: number;
  readonly kind: 'capture' | 'refund' | 'unreadable';
  readonly provider: string;
  /** The provider's payment or refund, or the body's hash when it names none. */
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
  readonly reason: string;
  readonly status: 'open' | 'resolved';
  readonly note: string | null;
  readonly resolvedAt: Instant | null;
  readonly resolvedBy: { readonly kind: string; readonly id: string | null; name: string } | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}
