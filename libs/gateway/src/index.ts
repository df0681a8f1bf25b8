export {
  CHECKOUT_STATUSES,
  type CheckoutAnswer,
  type CheckoutStatus,
} from './checkouts/checkout.js';
export { CheckoutQueries, checkoutList, type CheckoutView } from './checkouts/checkout.queries.js';
export { livePaymentLinks } from './checkouts/live-payment-links.js';
export { StartCheckout, type StartCheckoutInput } from './checkouts/start-checkout.js';
export { SweepCheckouts } from './checkouts/sweep-checkouts.js';
export type { ConnectorInput } from './connectors/connector-input.js';
export { ConnectorQueries, type ConnectorsView } from './connectors/connector.queries.js';
export type { ConnectorSettings, ConnectorView } from './connectors/connector.js';
export { DeletePaymentConnector } from './connectors/delete-payment-connector.js';
export { PutPaymentConnector } from './connectors/put-payment-connector.js';
export {
  RotateWebhookSecret,
  type RotateWebhookSecretInput,
} from './connectors/rotate-webhook-secret.js';
export type { KeyRing } from '@quittance/config';
export { ServingAccounts, type ServingAccount } from './connectors/serving-account.js';
export {
  TestPaymentConnector,
  type ConnectorTestResult,
} from './connectors/test-payment-connector.js';
export {
  amountNotRepresentable,
  invalidSignature,
  invoiceHasNoBalance,
  paymentInProgress,
  paymentProviderNotConfigured,
  paymentProviderUnavailable,
  providerRefundRefused,
  receiptAlreadyResolved,
} from './gateway.errors.js';
export { GatewayModule, type AdapterFactory } from './gateway.module.js';
export type { GatewayEnvironment } from './gateway.settings.js';
export { OnInvoiceClosed } from './on-invoice-closed.js';
export { OpenPayLink, type OpenPayLinkInput } from './pay-links/open-pay-link.js';
export { aboutThePast } from './providers/about-the-past.js';
export { CALL_DEADLINE_MS, callProvider } from './providers/call-provider.js';
export { makeOrAdopt } from './providers/make-or-adopt.js';
export {
  ProviderFailure,
  type CapturedPayment,
  type CredentialField,
  type EventReference,
  type FailureKind,
  type LinkMetadata,
  type LinkRequest,
  type LinkSearch,
  type PaymentProvider,
  type ProviderAccount,
  type ProviderEvent,
  type ProviderLink,
  type ProviderNotice,
  type ProviderRefundState,
  type ProviderSettings,
  type RefundOrder,
  type WebhookHeaders,
} from './providers/payment-provider.port.js';
export { PAYMENT_PROVIDERS, PaymentProviders } from './providers/payment-providers.js';
export {
  PassingFailure,
  USUAL_TIMES,
  connectionFailure,
  repeatCall,
  type CallTimes,
} from './providers/repeat-call.js';
export {
  amountFault,
  instantOf,
  memberOf,
  objectOf,
  readObject,
  sentenceOf,
  textOf,
  wireInteger,
  type Json,
} from './providers/untrusted-json.js';
export {
  fromWire,
  plainRule,
  toWire,
  type WireAmount,
  type WireRule,
} from './providers/wire-amount.js';
export {
  DISPUTE_STAGES,
  type DisputeFacts,
  type DisputeStage,
} from './disputes/provider-dispute.js';
export { RECEIPT_KINDS } from './receipts/receipt.js';
export { receiptList, receiptView, type ReceiptView } from './receipts/receipt.queries.js';
export { ResolveReceipt } from './receipts/resolve-receipt.js';
export {
  REFUND_REQUEST_STATUSES,
  type RefundRequestStatus,
  type RefundRequestView,
} from './refunds/refund-request.js';
export { refundRequestList } from './refunds/refund-request.repository.js';
export { SweepRefunds } from './refunds/sweep-refunds.js';
export type {
  SandboxAction,
  SandboxDelivery,
  SandboxLink,
  SandboxPayment,
} from './sandbox/sandbox-link.js';
export { SandboxSecrets } from './sandbox/sandbox-secrets.js';
export { SandboxStore, type DeliveryAttempt } from './sandbox/sandbox-store.js';
export { gatewayInvariants } from './verify/gateway-invariants.js';
export { sealedPaymentCredentials } from './verify/sealed-credentials.sql.js';
export { ReceiveWebhook } from './webhooks/receive-webhook.js';
export { webhookDeliveryList, type WebhookDelivery } from './webhooks/webhook.queries.js';
export {
  WEBHOOK_REASONS,
  type IncomingWebhook,
  type WebhookAnswer,
  type WebhookReason,
} from './webhooks/webhook.js';
export { gatewayMigrations, gatewayEntities } from './gateway.schema.js';
