import { ProviderFailure, type ProviderRefundState } from '@quittance/gateway/provider';

const STATUSES: Readonly<Record<string, ProviderRefundState['status']>> = {
  pending: 'pending',
  processed: 'processed',
  failed: 'failed',
};

/**
 * A refund as Razorpay answers it.
 * @throws ProviderFailure of kind `unknown` when it is not understood
 */
export function readRazorpayRefund({ id, status }: Record<string, unknown>): ProviderRefundState {
  const known = typeof status === 'string' && Object.hasOwn(STATUSES, status) && STATUSES[status];
  if (typeof id !== 'string' || !known) {
    throw new ProviderFailure('unknown', 'The answer of Razorpay is not understood.');
  }
  return { providerRefundId: id, status: known };
}
