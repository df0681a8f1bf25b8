import type { LocalDate } from '@quittance/calendar';
import { invoicesWithin, portalObject, type Says } from '@quittance/portal';
import { invoiceNoun, payableInvoiceList, type InvoiceView } from '@quittance/receivables/host';

const HEAD = {
  id: 'plain',
  version: 'nobody',
  number: 'plain',
  status: 'plain',
  accountId: 'plain',
  currency: 'price',
  issueDate: 'plain',
  dueDate: 'plain',
  periodStart: 'plain',
  periodEnd: 'plain',
  salesOrderId: 'orders',
  scheduleId: 'nobody',
  subscriptionId: 'plain',
  contractId: 'plain',
  billTo: 'plain',
  poNumber: 'plain',
  notes: 'plain',
  pricesIncludeTax: 'price',
  taxRounding: 'nobody',
  subtotal: 'price',
  taxTotal: 'price',
  total: 'price',
  paidAmount: 'price',
  creditedAmount: 'price',
  balance: 'price',
  disputedAmount: 'price',
  pendingAmount: 'price',
  isOverdue: 'plain',
  sentAt: 'plain',
  viewedAt: 'plain',
  dispute: {
    id: 'plain',
    amount: 'price',
    lineIds: 'plain',
    reason: 'plain',
    openedAt: 'plain',
    openedBy: 'nobody',
    closedAt: 'plain',
    closedBy: 'nobody',
    outcome: 'plain',
    note: 'nobody',
  },
  voidReason: 'nobody',
  externalReference: 'nobody',
  createdAt: 'nobody',
  updatedAt: 'nobody',
} as const;

/** An invoice as its customer reads it. */
export interface CustomerInvoiceView extends InvoiceView {
  /** What is said to be paid and nobody has seen yet. */
  readonly pendingAmount: string;
}

/** Of each member of an invoice who of a customer sees it. */
export const SHOWN_INVOICE: Says<CustomerInvoiceView> = {
  ...HEAD,
  irn: 'nobody',
  lines: {
    id: 'plain',
    position: 'plain',
    productId: 'plain',
    sku: 'plain',
    description: 'plain',
    hsnCode: 'plain',
    quantity: 'plain',
    unit: 'plain',
    unitPrice: 'price',
    discount: 'price',
    discountAmount: 'price',
    net: 'price',
    taxCode: 'nobody',
    taxRate: 'price',
    taxFallback: 'nobody',
    taxCategory: 'nobody',
    taxReason: 'nobody',
    taxUndetermined: 'nobody',
    tax: 'price',
    total: 'price',
    periodStart: 'plain',
    periodEnd: 'plain',
  },
};

/** Invoices as a customer finds them; which are overdue depends on the company's date. */
export const portalInvoices = (today: LocalDate) =>
  portalObject(invoiceNoun, {
    name: 'invoice',
    list: payableInvoiceList(today),
    within: invoicesWithin,
    says: HEAD,
  });
