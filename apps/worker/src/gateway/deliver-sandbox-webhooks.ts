import { SandboxDeliverer } from '@quittance/payment-sandbox/host';
import { runningLoop } from '../running-loop.js';

/** Carries the sandbox's webhooks to the portal host, as a provider's own machines would. */
export const deliverSandboxWebhooks = runningLoop({
  by: SandboxDeliverer,
  work: (deliverer) => deliverer.deliverOnce(),
  failure: 'sandbox webhooks could not be delivered',
  firstPauseMs: 100,
  longestPauseMs: 500,
});
