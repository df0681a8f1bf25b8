export { requireBilledLinks } from './debts/billed-links.js';
export type { DebtSource } from './debts/debt-source.port.js';
export { SubscriptionDunning } from './debts/subscription-dunning.js';
export { DebtSettlement } from './debts/debt-settlement.js';
export { SubscriptionDebts } from './debts/subscription-debts.js';
export { SubscriptionsModule } from './subscriptions.module.js';
export type { SubscriptionId } from './subscriptions/subscription.js';
export { type OrderInvoicing, OrderPorts } from './orders/order-ports.js';
export { orderedInvoices } from './orders/invoicing/ordered-invoices.js';
export type { InvoiceAsked, InvoicedPart } from './orders/invoicing/invoiced-parts.js';
export type { OrderLine } from './orders/lines/order-line.description.js';
export type { Order, OrderId } from './orders/order.description.js';
export type { LockedOrder } from './orders/change-order.js';
export { CustomerAgreements } from './customer-agreements.js';
export { SalesModule } from './sales.module.js';
export {
  type BilledItem,
  type BilledSubscription,
  billedSubscriptions,
} from './billed/billed-subscriptions.js';
export { DueSubscriptions } from './billed/due-subscriptions.js';
export type { RatedSpan } from './billed/rated-usage.js';
export { subscriptionGrid } from './billed/subscription-grid.js';
export { subscriptionUsage } from './billed/subscription-usage.js';
export type { PlanVersion } from './plans/plan-version.description.js';
export type { Period } from './subscriptions/grid.js';
export type { Stub } from './subscriptions/proration.js';
export type { ItemSettlement } from './subscriptions/changes/item-settlement.js';
export type { BilledState, PeriodSettlement } from './subscriptions/changes/period-settlement.js';
export {
  type SubscriptionFollower,
  SubscriptionFollowers,
  type SubscriptionMove,
} from './subscriptions/subscription-followers.js';
export {
  readSubscription,
  type WholeSubscription,
} from './subscriptions/subscription.repository.js';
export type { ChargedSpan } from './usage/charged-usage.js';
export type { RatedLine } from './usage/rate-usage.js';
export { ownApproval } from './sales.errors.js';
export { QuoteDesk } from './quotes/desk/quote-desk.js';
