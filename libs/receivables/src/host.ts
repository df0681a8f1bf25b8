export { REFUND_KINDS, type RefundKind } from './payments/payment.js';
export { AddCreditNoteLine } from './credit-notes/add-credit-note-line.js';
export { ApplyCreditNote, type CreditApplicationInput } from './credits/apply-credit-note.js';
export { CancelCreditNoteRegistration } from './registrations/cancel-credit-note-registration.js';
export { CreateCreditNote } from './credit-notes/create-credit-note.js';
export { CREDIT_MOVEMENT_KINDS, type CreditNoteProof } from './proofs/credit-note-proof.js';
export {
  correctionMembers,
  creditNoteLineNoun,
} from './credit-notes/credit-note-line.description.js';
export { creditNoteNoun } from './credit-notes/credit-note.description.js';
export { creditNoteList } from './credit-notes/credit-note.lists.js';
export { type CreditNoteDetail, CreditNoteQueries } from './credit-notes/credit-note.queries.js';
export {
  CREDIT_NOTE_KINDS,
  CREDIT_NOTE_STATUSES,
  type CreditNoteKind,
  type CreditNoteStatus,
} from './credit-notes/credit-note.js';

export { IssueCreditNote } from './credit-notes/issue-credit-note.js';
export type { CreditNoteLineDraft, CreditNoteLineInput } from './credit-notes/price-credit-note.js';
export { RegisterCreditNote } from './registrations/register-credit-note.js';
export { RemoveCreditNoteLine } from './credit-notes/remove-credit-note-line.js';
export { type CreditUnapplicationInput, UnapplyCreditNote } from './credits/unapply-credit-note.js';
export { UpdateCreditNoteLine } from './credit-notes/update-credit-note-line.js';
export { UpdateCreditNote } from './credit-notes/update-credit-note.js';
export { VoidCreditNote } from './credit-notes/void-credit-note.js';
export { ImportDraftInvoices } from './import/import-draft-invoices.js';
export { ImportInvoices } from './import/import-invoices.js';
export { MOST_FAILURES } from './import/import-tally.js';
export { importNotReadable, importNotValid } from './import/import.errors.js';
export { AddInvoiceLine } from './invoice-lines/add-invoice-line.js';
export { BulkUpdateInvoices } from './invoice-records/bulk-update-invoices.js';
export {
  CancelInvoiceRegistration,
  type CancellationInput,
} from './registrations/cancel-invoice-registration.js';
export { CancelInvoice } from './invoices/cancel-invoice.js';
export { CloneInvoice } from './invoices/clone-invoice.js';
export { CreateInvoice, type InvoiceDraft } from './invoices/create-invoice.js';
export {
  type DisputeInput,
  DisputeInvoice,
  type DisputeLineInput,
} from './disputes/dispute-invoice.js';
export { disputeMembers, disputeNoun } from './disputes/dispute.description.js';
export { disputeList, disputesOfInvoice } from './disputes/dispute.lists.js';
export {
  DISPUTE_KINDS,
  type DisputeKind,
  type Resolution,
  RESOLUTIONS,
} from './disputes/dispute.js';
export {
  DISPUTE_SIDES,
  DisputeMessages,
  type DisputeMessageView,
  type DisputeSide,
} from './disputes/dispute-message.js';
export { ReviewDispute } from './disputes/review-dispute.js';
export { WriteDisputeMessage } from './disputes/write-dispute-message.js';
export { fallbackLineList, type FallbackLineView } from './reports/fallback-line.lists.js';
export { checkLinePeriod } from './invoices/invoice-dates.js';
export { invoiceLineNoun } from './invoice-lines/invoice-line.description.js';
export { invoiceNoun } from './invoices/invoice.description.js';
export { InvoiceFields } from './invoice-records/invoice-fields.js';
export { InvoiceFigures } from './reports/invoice-figures.js';
export { invoiceObject } from './invoice-records/invoice-object.js';
export { type InvoiceProof, SETTLEMENT_KINDS } from './proofs/invoice-proof.js';
export { findInvoiceSummaries } from './reports/invoice-summaries.js';
export { InvoiceWorkflows } from './invoice-records/invoice-workflows.js';
export { invoiceList, payableInvoiceList } from './invoices/invoice.lists.js';
export { InvoiceQueries } from './invoices/invoice.queries.js';
export { type InvoiceStatus, INVOICE_STATUSES, MOST_LINES } from './invoices/invoice.js';
export type { InvoiceView } from './invoices/invoice.view.js';
export type { InvoiceRegistration, RegistrationView } from './registrations/irn.js';
export type { ListedOverdueInvoice } from './reports/overdue.lists.js';
export type { InvoiceLineInput } from './invoice-lines/price-invoice.js';
export type { WrittenLine } from './invoice-lines/listed-prices.js';
export { PrintableQueries } from './printing/printable.queries.js';
export { type AccountProof, ProveAccount } from './proofs/prove-account.js';
export { RecalculateTax } from './invoice-lines/recalculate-tax.js';
export { RegisterInvoice } from './registrations/register-invoice.js';
export { RemoveInvoiceLine } from './invoice-lines/remove-invoice-line.js';
export { type RenderedFile, RenderPdf } from './printing/render-pdf.js';
export { ResolveInvoice } from './disputes/resolve-invoice.js';
export { ReturnInvoice } from './invoices/return-invoice.js';
export { SendInvoice } from './invoices/send-invoice.js';
export { ResendInvoice } from './printing/resend-invoice.js';
export { AGEING_BUCKETS, type InvoiceStatistics } from './reports/statistics.js';
export { SubmitInvoice } from './invoices/submit-invoice.js';
export {
  undeterminedLineList,
  type UndeterminedLineView,
} from './reports/undetermined-line.lists.js';
export { undisputedBalances } from './disputes/undisputed-balance.js';
export { UpdateInvoiceLine } from './invoice-lines/update-invoice-line.js';
export { UpdateInvoice } from './invoices/update-invoice.js';
export { ViewInvoice } from './invoices/view-invoice.js';
export { VoidInvoice } from './invoices/void-invoice.js';
export { UndoWriteOff } from './write-offs/undo-write-off.js';
export { WriteOffInvoice } from './write-offs/write-off-invoice.js';
export { accountDepositList, type AccountDepositView } from './deposits/account-deposit.lists.js';
export { type DepositDraft, AskDeposit, type DepositLine } from './deposits/ask-deposit.js';
export {
  type DeductionInput,
  DeductFromInvoice,
  type NamedDeposit,
} from './deposits/deduct-from-invoice.js';
export { ReleaseDeposit, type ReleaseInput } from './deposits/release-deposit.js';
export { DEDUCTIONS } from './orders/deduct-deposits.js';
export { type DepositInput, DepositOrder } from './orders/deposit-order.js';
export { OnDepositPaid } from './orders/on-deposit-paid.js';
export { InvoiceOrder, type OrderInvoiceInput } from './orders/invoice-order.js';
export { SweepOverdue } from './overdue/sweep-overdue.js';
export { CancelPayment } from './payments/cancel-payment.js';
export { ClearPayment } from './payments/clear-payment.js';
export {
  type PaymentDetail,
  paymentList,
  PaymentQueries,
  paymentsOfInvoice,
} from './payments/payment.queries.js';
export { accountPaymentMembers, paymentNoun } from './payments/payment.description.js';

export { type AccountPayment, RecordAccountPayment } from './payments/record-account-payment.js';
export { type InvoicePayment, RecordPayment } from './payments/record-payment.js';
export { StatePayment } from './stated-payments/state-payment.js';
export { withPending } from './stated-payments/pending-amounts.js';
export { WithdrawPayment } from './stated-payments/withdraw-payment.js';
export { type RefundInput, RefundPayment } from './payments/refund-payment.js';
export {
  accountMismatch,
  allocationsExceedPayment,
  creditAlreadyUsed,
  creditExceedsBalance,
  creditExceedsInvoice,
  creditExceedsLine,
  creditExceedsRemaining,
  creditExceedsTax,
  creditNotApplied,
  creditNoteEmpty,
  creditNoteHoldsPayment,
  creditNoteNotApplicable,
  creditNoteNotEditable,
  creditNoteNotVoidable,
  creditNoteRegistered,
  creditNoteReopenedOrder,
  creditNoteStatusConflict,
  creditNoteTotalNegative,
  currencyMismatch,
  depositNotAvailable,
  disputeAlreadyOpen,
  disputeExceedsBalance,
  invoiceCreditOpen,
  invoiceHasCreditNotes,
  invoiceHasNoLines,
  quantityZero,
  invoiceHasPayments,
  invoiceLinesCredited,
  invoiceNotEditable,
  invoiceNotVoidable,
  invoiceSentLately,
  invoiceOfOrder,
  invoicePartyFixed,
  invoiceRegistered,
  invoiceStatusConflict,
  invoiceTotalNegative,
  irnTaken,
  noDepositLeft,
  paymentAlreadyRecorded,
  paymentExceedsBalance,
  paymentNotCompleted,
  paymentNotPending,
  paymentNotRefundable,
  refundExceedsPayment,
  registrationCancelled,
  registrationMissing,
  registrationStands,
  taxUndetermined,
} from './receivables.errors.js';
export { receivablesEntities, receivablesMigrations } from './receivables.schema.js';
export { receivablesInvariants } from './verify/receivables-invariants.js';
