import type { Entity, Migration } from '@quittance/database';
import { CreditApplicationEntity, CreditNoteEntity } from './credit-notes/credit-note.entity.js';
import { InvoiceLineEntity, InvoiceEntity } from './invoices/invoice.entity.js';
import { Invoice1764000500001 } from './migrations/1764000500001-invoice.js';
import { Payment1764000500002 } from './migrations/1764000500002-payment.js';
import { CreditNote1764000500003 } from './migrations/1764000500003-credit-note.js';
import { Schedule1764000500004 } from './migrations/1764000500004-schedule.js';
import { BillingRun1764000500005 } from './migrations/1764000500005-billing-run.js';
import { CheckBooks1764000500006 } from './migrations/1764000500006-check-books.js';
import { registerBillingDocuments } from './numbered-documents.js';
import { PaymentAllocationEntity, PaymentEntity, RefundEntity } from './payments/payment.entity.js';

registerBillingDocuments();

export {
  INVOICE_STATUSES,
  isOverdue,
  settledStatus,
  type InvoiceStatus,
} from './invoices/invoice.js';
export { PAYMENT_METHODS, PAYMENT_STATUSES, type PaymentMethod } from './payments/payment.js';
export {
  recordProviderRefund,
  type ProviderRefund,
  type ProviderRefundOutcome,
} from './payments/record-provider-refund.js';
export { bookCapture, type Capture, type CaptureOutcome } from './payments/book-capture.js';

export { ImportInvoices, type InvoiceImport } from './import/import-invoices.js';
export type { InvoiceImportSummary } from './import/import-tally.js';
export { importNotReadable, importNotValid } from './import/import.errors.js';
export { IMPORT_FORMATS, type ImportFormat } from './import/invoice-file.js';
export { billingInvariants } from './verify/billing-invariants.js';
export {
  checkInvariants,
  type CheckedInvariant,
  type Invariant,
  type OwnerQuery,
  type Violation,
} from './verify/invariant.js';

export const billingMigrations: readonly Migration[] = [
  Invoice1764000500001,
  Payment1764000500002,
  CreditNote1764000500003,
  Schedule1764000500004,
  BillingRun1764000500005,
  CheckBooks1764000500006,
];

export const billingEntities: readonly Entity[] = [
  InvoiceEntity,
  InvoiceLineEntity,
  PaymentEntity,
  PaymentAllocationEntity,
  RefundEntity,
  CreditNoteEntity,
  CreditApplicationEntity,
];
