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
