import { formatMinor, type Currency } from '@quittance/money';
import type { Instant } from '@quittance/kernel';
import type { PaymentId } from '@quittance/receivables';

/**
 * `requested`: stored, and nobody knows yet whether the provider took it. `pending`: the provider
 * is returning the money. `confirmed`: it has, and the refund is in the books.
 */
export const REFUND_REQUEST_STATUSES = ['requested', 'pending', 'confirmed', 'failed'] as const;
export type RefundRequestStatus = (typeof REFUND_REQUEST_STATUSES)[number];

/** A refund that a provider was asked to make; its id is the idempotency key. */
export interface RefundRequest {
  readonly id: string;
  readonly version: number;
  readonly paymentId: PaymentId;
  readonly provider: string;
  readonly providerPaymentId: string;
  readonly providerRefundId: string | null;
  /** Minor units. */
  readonly amount: bigint;
  readonly wireAmount: bigint;
  readonly currency: Currency;
  readonly reason: string;
  /** Who asked for it under which key, so that the same request begins nothing more. */
  readonly askedAs: string | null;
  readonly status: RefundRequestStatus;
  readonly lastError: string | null;
  readonly sweeps: number;
  readonly nextSweepAt: Instant | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A request as the API shows it. */
export function refundRequestView(request: RefundRequest) {
  return {
    id: request.id,
    version: request.version,
    paymentId: request.paymentId,
    provider: request.provider,
    providerPaymentId: request.providerPaymentId,
    providerRefundId: request.providerRefundId,
    amount: formatMinor(request.amount, request.currency),
    currency: request.currency,
    reason: request.reason,
    status: request.status,
    lastError: request.lastError,
    createdAt: request.createdAt,
    updatedAt: request.updatedAt,
  };
}

export type RefundRequestView = ReturnType<typeof refundRequestView>;
