import { readOrderReferences } from './order-references.js';
import { quantityText, valueOf } from '../lines/quantities.js';
import { depositExceedsOrder } from '../order.errors.js';
import { invoicedParts, shareText } from './invoiced-parts.js';
import {
  giveBackInvoiced,
  keepPaymentStatus,
  lockOrderToInvoice,
  storeInvoicedParts,
} from './invoicing.js';

/** What whoever invoices orders does with them. */
export const orderedInvoices = {
  /** What is invoiced next. Pure. */
  parts: invoicedParts,
  /** Net and tax of what is still agreed of a line. Pure. */
  valueOf,
  quantityText,
  shareText,
  depositExceedsOrder,
  lock: lockOrderToInvoice,
  store: storeInvoicedParts,
  giveBack: giveBackInvoiced,
  keepPaymentStatus,
  /** What orders have the invoices of their schedules say. */
  references: readOrderReferences,
} as const;
