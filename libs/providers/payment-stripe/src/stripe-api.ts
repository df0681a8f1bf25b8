import { repeatCall, type CallTimes, type ProviderAccount } from '@quittance/gateway/provider';
import type { StripeAnswer, StripeCall } from './stripe-sdk.js';

/**
 * One request through the official SDK, repeated at most twice on connection failures and answers
 * that ask for it, under the same idempotency key. The SDK's own repetitions and telemetry are off,
 * and no redirect is followed with the secret key.
 * @throws StripeRefusal when Stripe said no, ProviderFailure when it is not known what it did
 */
export function callStripe(
  account: ProviderAccount,
  call: StripeCall,
  times: CallTimes,
  signal: AbortSignal,
): Promise<StripeAnswer> {
  return repeatCall(
    async () => {
      // Two hundred modules, for the companies that are paid through it.
      const { requestStripe } = await import('./stripe-sdk.js');
      return requestStripe(account, call, times, signal);
    },
    times,
    signal,
  );
}
