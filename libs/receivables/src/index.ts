export { CompanyCalendar } from './company-calendar.js';
export { BankDisputes } from './disputes/bank-disputes.port.js';
export { OF_DOCUMENT } from './document-reach.js';
export { LateBills } from './late-charges/late-bills.js';
export { moneyAsOf } from './reports/as-of.sql.js';
export { type CollectableInvoice, collectableInvoices } from './invoices/collectable-invoice.js';
export { billableAccount } from './invoices/create-invoice.js';
export { DocumentsWithin, type MadeDocument } from './invoices/documents-within.js';
export { findInvoice } from './invoices/invoice.queries.js';
export { type Invoice, lockFreeInvoices } from './invoices/invoice.repository.js';
export { invoiceShown } from './invoices/invoice.view.js';
export { PaymentLinks } from './printing/payment-links.port.js';
export { newInvoice } from './invoices/new-invoice.js';
export { draftsInsert } from './invoices/store-drafts.js';
export { refuseUndeterminedDrafts } from './invoice-lines/undetermined.js';
export { openOverdue, type OverdueFacts } from './overdue/overdue-invoices.js';
export { bookCaptures } from './payments/book-capture.js';
export type { Capture, CaptureOutcome } from './payments/capture.js';
export { providerPayments } from './payments/provider-payments.js';
export type { PaymentId } from './payments/payment-id.js';
export { PAYMENT_METHODS, type PaymentMethod } from './payments/payment.js';
export { type ProviderRefundRequest, ProviderRefunds } from './payments/provider-refunds.port.js';
export {
  madeRefunds,
  type ProviderRefund,
  type ProviderRefundOutcome,
} from './payments/record-provider-refund.js';
export { invoicePricing } from './price-lines.js';
export {
  accountNotActive,
  providerRefundNotAvailable,
  refundInProgress,
} from './receivables.errors.js';
export { ReceivablesModule } from './receivables.module.js';
export {
  type InvoiceMoney,
  type PaidInvoice,
  settledInvoices,
} from './settled/settled-invoices.js';
