export {
  previewChanged,
  scheduleAlreadyBilled,
  scheduleEnded,
  scheduleHasNoLines,
  scheduleLineConflict,
  scheduleNotEditable,
  scheduleStatusConflict,
} from './billing.errors.js';
export {
  accountMismatch,
  accountNotActive,
  allocationsExceedPayment,
  creditAlreadyUsed,
  creditExceedsBalance,
  creditExceedsInvoice,
  creditExceedsRemaining,
  creditNotApplied,
  creditNoteEmpty,
  creditNoteHoldsPayment,
  creditNoteNotApplicable,
  creditNoteNotEditable,
  creditNoteNotVoidable,
  creditNoteStatusConflict,
  creditNoteTotalNegative,
  currencyMismatch,
  disputeAlreadyOpen,
  disputeExceedsBalance,
  emailNotAvailable,
  emailRecipientMissing,
  emailTemplateUnusable,
  invoiceHasCreditNotes,
  invoiceHasNoLines,
  taxUndetermined,
  creditExceedsLine,
  invoiceHasPayments,
  invoiceLinesCredited,
  invoiceNotEditable,
  invoiceNotVoidable,
  invoicePartyFixed,
  invoiceRegistered,
  invoiceStatusConflict,
  creditNoteRegistered,
  irnTaken,
  registrationCancelled,
  registrationMissing,
  invoiceTotalNegative,
  paymentExceedsBalance,
  paymentNotPending,
  paymentNotRefundable,
  providerRefundNotAvailable,
  refundExceedsPayment,
  refundInProgress,
} from './receivables.errors.js';
export { BillingModule } from './billing.module.js';
export { ReceivablesModule } from './receivables.module.js';
export { CompanyCalendar } from './company-calendar.js';
export { AddCreditNoteLine } from './credit-notes/add-credit-note-line.js';
export { ApplyCreditNote, type CreditApplicationInput } from './credit-notes/apply-credit-note.js';
export { CancelCreditNoteRegistration } from './credit-notes/cancel-credit-note-registration.js';
export { RegisterCreditNote } from './credit-notes/register-credit-note.js';
export { CreateCreditNote, type CreditNoteDraft } from './credit-notes/create-credit-note.js';
export {
  CREDIT_NOTE_KINDS,
  CREDIT_NOTE_STATUSES,
  type CreditNoteKind,
  type CreditNoteStatus,
} from './credit-notes/credit-note.js';
export { creditNoteList } from './credit-notes/credit-note.lists.js';
export { CREDIT_MOVEMENT_KINDS, type CreditNoteProof } from './credit-notes/credit-note-proof.js';
export {
  creditNoteDetail,
  CreditNoteQueries,
  type CreditNoteDetail,
} from './credit-notes/credit-note.queries.js';
export {
  findCreditNote,
  linesOfNote,
  type CreditNote,
  type CreditNoteLine,
} from './credit-notes/credit-note.repository.js';
export type { CreditNoteView } from './credit-notes/credit-note.view.js';
export { IssueCreditNote } from './credit-notes/issue-credit-note.js';
export type { CreditNoteLineInput } from './credit-notes/price-credit-note.js';
export { RemoveCreditNoteLine } from './credit-notes/remove-credit-note-line.js';
export {
  UnapplyCreditNote,
  type CreditUnapplicationInput,
} from './credit-notes/unapply-credit-note.js';
export { UpdateCreditNote, type CreditNotePatch } from './credit-notes/update-credit-note.js';
export { UpdateCreditNoteLine } from './credit-notes/update-credit-note-line.js';
export { VoidCreditNote } from './credit-notes/void-credit-note.js';
export { AddInvoiceLine } from './invoices/add-invoice-line.js';
export { CancelInvoice } from './invoices/cancel-invoice.js';
export { BulkUpdateInvoices } from './invoices/bulk-update-invoices.js';
export { CloneInvoice } from './invoices/clone-invoice.js';
export { CreateInvoice, type InvoiceDraft } from './invoices/create-invoice.js';
export {
  DISPUTE_OUTCOMES,
  RESOLUTIONS,
  disputedAmount,
  type Dispute,
  type DisputeOutcome,
  type Resolution,
} from './invoices/dispute.js';
export { DisputeInvoice, type DisputeInput } from './invoices/dispute-invoice.js';
export { checkLinePeriod } from './invoices/invoice-dates.js';
export { disputeList, disputesOfInvoice, type DisputeListItem } from './invoices/dispute.lists.js';
export {
  disputedAmountOf,
  undisputedBalanceOf,
  undisputedBalances,
} from './invoices/undisputed-balance.js';
export { InvoiceFigures } from './invoices/invoice-figures.js';
export { MOVEMENT_KINDS, type InvoiceProof } from './invoices/invoice-proof.js';
export { ProveAccount, type AccountProof } from './invoices/prove-account.js';
export type { OverdueInvoice } from './invoices/overdue.lists.js';
export { AGEING_BUCKETS, type InvoiceStatistics } from './invoices/statistics.js';
export { balanceAsOf, disputedAsOf, joinMoneyAsOf, type AsOf } from './invoices/as-of.sql.js';
export {
  CancelInvoiceRegistration,
  type CancellationInput,
} from './invoices/cancel-invoice-registration.js';
export type { InvoiceRegistration, RegistrationView } from './invoices/irn.js';
export { RegisterInvoice } from './invoices/register-invoice.js';
export { InvoiceFields } from './invoices/invoice-fields.js';
export { invoiceObject } from './invoices/invoice-object.js';
export { InvoiceWorkflows } from './invoices/invoice-workflows.js';
export { invoiceList, literal } from './invoices/invoice.lists.js';
export { printableHead, type PrintFacts } from './invoices/printable-invoice.js';
export { refuseUndeterminedDrafts } from './invoices/undetermined.js';
export {
  undeterminedLineList,
  type UndeterminedLineView,
} from './invoices/undetermined-line.lists.js';
export { findInvoice, InvoiceQueries } from './invoices/invoice.queries.js';
export {
  INVOICE_STATUSES,
  isOverdue,
  MOST_LINES,
  settledStatus,
  type InvoiceStatus,
} from './invoices/invoice.js';
export { lockFreeInvoices, type Invoice, type InvoiceLine } from './invoices/invoice.repository.js';
export {
  invoiceSummary,
  invoiceView,
  type InvoiceHead,
  type InvoiceView,
} from './invoices/invoice.view.js';
export { MailInvoice } from './invoices/mail-invoice.js';
export { findInvoiceSummaries, type InvoiceSummary } from './invoices/invoice-summaries.js';
export { markViewed } from './invoices/mark-viewed.js';
export type { InvoiceLineInput } from './invoices/price-invoice.js';
export { fallbackLineList, type FallbackLineView } from './invoices/fallback-line.lists.js';
export { RecalculateTax } from './invoices/recalculate-tax.js';
export { PaymentLinks } from './invoices/payment-links.port.js';
export { PrintableQueries, type PrintOptions } from './invoices/printable.queries.js';
export { RenderPdf, type RenderedFile } from './invoices/render-pdf.js';
export { RemoveInvoiceLine } from './invoices/remove-invoice-line.js';
export { ResolveInvoice, type ResolutionInput } from './invoices/resolve-invoice.js';
export { ReturnInvoice } from './invoices/return-invoice.js';
export { SendInvoice } from './invoices/send-invoice.js';
export { SubmitInvoice } from './invoices/submit-invoice.js';
export { UpdateInvoice, type InvoicePatch } from './invoices/update-invoice.js';
export { UpdateInvoiceLine } from './invoices/update-invoice-line.js';
export { VoidInvoice } from './invoices/void-invoice.js';
export { CancelPayment } from './payments/cancel-payment.js';
export { ClearPayment } from './payments/clear-payment.js';
export {
  paymentList,
  PaymentQueries,
  paymentsOfInvoice,
  type PaymentDetail,
} from './payments/payment.queries.js';
export type { PaymentView } from './payments/payment.view.js';
export {
  ProviderRefunds,
  type AskProvider,
  type ProviderRefundRequest,
} from './payments/provider-refunds.port.js';
export { RecordAccountPayment, type AccountPayment } from './payments/record-account-payment.js';
export { RecordPayment, recordPayment, type InvoicePayment } from './payments/record-payment.js';
export { RefundPayment, type RefundInput } from './payments/refund-payment.js';
export {
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
  type PaymentMethod,
  type PaymentStatus,
} from './payments/payment.js';
export {
  lockProviderRefunds,
  type LockedProviderRefunds,
} from './payments/lock-provider-refunds.js';
export {
  recordProviderRefund,
  type ProviderRefund,
  type ProviderRefundOutcome,
} from './payments/record-provider-refund.js';
export {
  companiesOfProviderPayment,
  findProviderPayment,
  invoiceOfProviderPayment,
} from './payments/known-payment.js';
export { bookCapture, bookCaptures } from './payments/book-capture.js';
export type { Capture, CaptureOutcome } from './payments/capture.js';

export { SweepOverdue } from './overdue/sweep-overdue.js';
export { RUN_STATUSES, type RunStatus } from './run/billing-run.js';
export {
  billingRunList,
  readRun,
  runFailureList,
  type RunFailure,
  type RunWithFailures,
} from './run/billing-run.queries.js';
export type { RunView } from './run/billing-run.view.js';
export { CreateBillingRun, type RunRequest } from './run/create-billing-run.js';
export { ExecuteRun, type RunWork } from './run/execute-run.js';
export { ForecastSchedule } from './run/forecast-schedule.js';
export { OpenRuns, type OpenRun } from './run/open-runs.js';
export { PreviewBillingRun } from './run/preview-billing-run.js';
export { QueueSweep } from './run/queue-sweep.js';
export { ActivateSchedule } from './schedules/activate-schedule.js';
export { CancelSchedule } from './schedules/cancel-schedule.js';
export { CreateSchedule } from './schedules/create-schedule.js';
export { PauseSchedule } from './schedules/pause-schedule.js';
export { ReachLine } from './schedules/reach-line.js';
export { ReleaseLine } from './schedules/release-line.js';
export type { ScheduleDraft, ScheduleLineInput } from './schedules/schedule-input.js';
export {
  LINE_TRIGGERS,
  SCHEDULE_STATUSES,
  type LineTrigger,
  type ScheduleLineId,
  type ScheduleStatus,
} from './schedules/schedule.js';
export { findSchedule, scheduleList } from './schedules/schedule.queries.js';
export type { ScheduleHead, ScheduleView } from './schedules/schedule.view.js';
export { UpdateSchedule, type SchedulePatch } from './schedules/update-schedule.js';
export { ImportInvoices, type InvoiceImport } from './import/import-invoices.js';
export { MOST_FAILURES, type InvoiceImportSummary } from './import/import-tally.js';
export { importNotReadable, importNotValid } from './import/import.errors.js';
export { IMPORT_FORMATS, type ImportFormat } from './import/invoice-file.js';
export { receivablesInvariants } from './verify/receivables-invariants.js';
export { scheduleInvariants } from './verify/schedules.sql.js';
export {
  checkInvariants,
  type CheckedInvariant,
  type Invariant,
  type OwnerQuery,
  type Violation,
} from './verify/invariant.js';
export { receivablesMigrations, receivablesEntities } from './receivables.schema.js';
export { billingMigrations, billingEntities } from './billing.schema.js';
