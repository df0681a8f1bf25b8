export { CheckoutMeans } from './checkouts/checkout-means.js';
export { moneyUnderWay } from './checkouts/money-under-way.js';
export { payableLink } from './checkouts/payable-link.js';
export { disputedByPayers } from './disputes/disputed-by-payers.js';
export { openChargebacks } from './disputes/open-chargebacks.js';
export { letterLinks } from './pay-links/letter-links.js';
export { invalidSignature } from './gateway.errors.js';
export { ReceiveWebhook } from './webhooks/receive-webhook.js';
export { WEBHOOK_REASONS, type WebhookReason } from './webhooks/webhook.js';
