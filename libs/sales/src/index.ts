export { requireBilledSubscription } from './debts/billed-subscription.js';
export type { Debt } from './debts/debt.js';
export type { DebtSource } from './debts/debt-source.port.js';
export { SubscriptionDunning } from './debts/subscription-dunning.js';
export { DebtSettlement } from './debts/debt-settlement.js';
export { SubscriptionDebts } from './debts/subscription-debts.js';
export { SubscriptionsModule } from './subscriptions.module.js';
export type { SubscriptionId } from './subscriptions/subscription.js';
export { type OrderInvoicing, OrderPorts, type OrderWithLines } from './orders/order-ports.js';
export {
  giveBackInvoiced,
  keepPaymentStatus,
  lockOrderToInvoice,
  type MoneyOfOrder,
  storeInvoicedParts,
} from './orders/invoicing/invoicing.js';
export {
  type InvoiceAsked,
  type InvoicedPart,
  invoicedParts,
  shareText,
} from './orders/invoicing/invoiced-parts.js';
export type { OrderLine, OrderLineId } from './orders/lines/order-line.description.js';
export { quantityText, valueOf as orderLineValue } from './orders/lines/quantities.js';
export { depositExceedsOrder } from './orders/order.errors.js';
export type { Order, OrderId } from './orders/order.description.js';
export type { LockedOrder } from './orders/change-order.js';
export { SalesModule } from './sales.module.js';
