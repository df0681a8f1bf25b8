export { CancelCheckout } from './checkouts/cancel-checkout.js';
export type { CheckoutStatus } from './checkouts/checkout-status.js';
export { checkoutList, CheckoutQueries } from './checkouts/checkout.queries.js';
export { checkoutNoun } from './checkouts/checkout.description.js';
export type { CheckoutAnswer } from './checkouts/checkout.js';
export { MOST_INVOICES } from './checkouts/collectable-invoice.js';
export { SweepCheckouts } from './checkouts/sweep-checkouts.js';
export { ConnectorQueries } from './connectors/connector.queries.js';
export type { ConnectorSettings, ConnectorView } from './connectors/connector.js';
export { DeletePaymentConnector } from './connectors/delete-payment-connector.js';
export { PutPaymentConnector } from './connectors/put-payment-connector.js';
export { RotateWebhookSecret } from './connectors/rotate-webhook-secret.js';
export {
  type ConnectorTestResult,
  TestPaymentConnector,
} from './connectors/test-payment-connector.js';
export {
  amountNotRepresentable,
  invoiceHasNoBalance,
  partialPaymentNotAllowed,
  paymentBelowMinimum,
  paymentInProgress,
  paymentProviderNotConfigured,
  paymentProviderUnavailable,
  receiptAlreadyResolved,
  tooManyInvoices,
  disputeDecided,
  disputeEvidenceLimit,
  disputeEvidenceMissing,
  disputeEvidenceSubmitted,
} from './gateway.errors.js';
export { GatewayModule } from './gateway.module.js';
export { gatewayEntities, gatewayMigrations } from './gateway.schema.js';
export {
  type DisputeDetail,
  DisputeQueries,
  disputesOnly,
} from './disputes/provider-dispute.queries.js';
export { EVIDENCE_STATES, type EvidenceView } from './disputes/dispute-evidence.js';
export { type EvidenceInput, GatherEvidence } from './disputes/gather-evidence.js';
export { RemindOfEvidence } from './disputes/remind-of-evidence.js';
export { OnDisputedPayment } from './disputes/on-disputed-payment.js';
export { OnInvoiceClosed } from './on-invoice-closed.js';
export { StartCheckout } from './checkouts/start-checkout.js';
export { OpenPayLink } from './pay-links/open-pay-link.js';
export { PAYMENT_PROVIDERS } from './providers/payment-providers.js';
export { toWire } from './providers/wire-amount.js';
export { receiptList } from './receipts/receipt.queries.js';
export { receiptNoun } from './receipts/receipt.description.js';
export { ResolveReceipt } from './receipts/resolve-receipt.js';
export { refundRequestList } from './refunds/refund-request.repository.js';
export { refundRequestNoun } from './refunds/refund-request.description.js';
export { SweepRefunds } from './refunds/sweep-refunds.js';
export { SandboxSecrets } from './sandbox/sandbox-secrets.js';
export { gatewayInvariants } from './verify/gateway-invariants.js';
export { sealedPaymentCredentials } from './verify/sealed-credentials.sql.js';
export { PurgeDeliveries } from './webhooks/purge-deliveries.js';
export { type WebhookDelivery, webhookDeliveryList } from './webhooks/webhook.queries.js';
export { unappliedFigures } from './receipts/receipt-figures.queries.js';
