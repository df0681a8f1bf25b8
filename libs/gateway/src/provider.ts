export type { DisputeStage } from './disputes/provider-dispute.js';
export { aboutThePast } from './providers/about-the-past.js';
export { makeOrAdopt } from './providers/make-or-adopt.js';
export {
  type CapturedPayment,
  type EventReference,
  type PaymentLinkRequest,
  type LinkSearch,
  type PaymentProvider,
  type ProviderAccount,
  type ProviderEvent,
  ProviderFailure,
  type ProviderLink,
  type ProviderNotice,
  type ProviderRefundState,
  type ProviderSettings,
  type DisputeFee,
  type RefundOrder,
  type WebhookHeaders,
} from './providers/payment-provider.port.js';
export {
  type CallTimes,
  connectionFailure,
  PassingFailure,
  repeatCall,
  USUAL_CALL_TIMES,
} from './providers/repeat-call.js';
export {
  amountFault,
  instantOf,
  type UntrustedJson,
  memberOf,
  untrustedObject,
  readObject,
  untrustedSentence,
  untrustedText,
  wireInteger,
} from './providers/untrusted-json.js';
export { fromWire, plainRule, type WireRule } from './providers/wire-amount.js';
export type {
  SandboxAction,
  SandboxDelivery,
  SandboxLink,
  SandboxPayment,
} from './sandbox/sandbox-link.js';
export { SandboxStore } from './sandbox/sandbox-store.js';
