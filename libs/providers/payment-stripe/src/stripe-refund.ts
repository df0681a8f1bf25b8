import {
  ProviderFailure,
  untrustedText,
  type UntrustedJson,
  type ProviderRefundState,
} from '@quittance/gateway/provider';

/** By Stripe's word for it. Only `succeeded` is money that has gone back. */
export const REFUND_STATUSES: ReadonlyMap<unknown, ProviderRefundState['status']> = new Map([
  ['pending', 'pending'],
  ['requires_action', 'pending'],
  ['succeeded', 'processed'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
]);

/**
 * A refund as Stripe answers it.
 * @throws ProviderFailure of kind `unknown` when it is not understood
 */
export function readStripeRefund(refund: UntrustedJson): ProviderRefundState {
  const providerRefundId = untrustedText(refund.id);
  const status = REFUND_STATUSES.get(refund.status);
  if (!providerRefundId || !status) {
    throw new ProviderFailure('unknown', 'The answer of Stripe is not understood.');
  }
  return { providerRefundId, status };
}
