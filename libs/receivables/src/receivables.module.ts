import { Module } from '@nestjs/common';
import { CreditModule } from '@quittance/credit';
import { Database } from '@quittance/database';
import { NotificationsModule } from '@quittance/notifications';
import { DocumentsModule } from '@quittance/documents';
import { CustomizationModule, ListCatalogue } from '@quittance/customization';
import { CompanyModels, ObjectCatalogue } from '@quittance/metadata';
import { ObjectsModule } from '@quittance/objects';
import { DebtSettlement, SalesModule } from '@quittance/sales';
import { TaxModule } from '@quittance/tax';
import { DebtsModule } from './debts/debts.module.js';
import { settledSubscriptions, settleDebtsWith } from './debts/settled-subscriptions.js';
import { registerDocuments } from './numbered-documents.js';
import { CompanyCalendar } from './company-calendar.js';
import { ImportDraftInvoices } from './import/import-draft-invoices.js';
import { ImportInvoices } from './import/import-invoices.js';
import { AddCreditNoteLine } from './credit-notes/add-credit-note-line.js';
import { ApplyCreditNote } from './credits/apply-credit-note.js';
import { CancelCreditNoteRegistration } from './registrations/cancel-credit-note-registration.js';
import { RegisterCreditNote } from './registrations/register-credit-note.js';
import { CreateCreditNote } from './credit-notes/create-credit-note.js';
import { CreditNoteQueries } from './credit-notes/credit-note.queries.js';
import { IssueCreditNote } from './credit-notes/issue-credit-note.js';
import { RemoveCreditNoteLine } from './credit-notes/remove-credit-note-line.js';
import { UnapplyCreditNote } from './credits/unapply-credit-note.js';
import { UpdateCreditNote } from './credit-notes/update-credit-note.js';
import { UpdateCreditNoteLine } from './credit-notes/update-credit-note-line.js';
import { VoidCreditNote } from './credit-notes/void-credit-note.js';
import { AddInvoiceLine } from './invoice-lines/add-invoice-line.js';
import { BulkUpdateInvoices } from './invoice-records/bulk-update-invoices.js';
import { CancelInvoice } from './invoices/cancel-invoice.js';
import { CloneInvoice } from './invoices/clone-invoice.js';
import { CreateInvoice } from './invoices/create-invoice.js';
import { DisputeInvoice } from './disputes/dispute-invoice.js';
import { DocumentsWithin } from './invoices/documents-within.js';
import { InvoiceFields } from './invoice-records/invoice-fields.js';
import { InvoiceFigures } from './reports/invoice-figures.js';
import { invoiceListSource } from './invoice-records/invoice-list-source.js';
import { invoiceObject } from './invoice-records/invoice-object.js';
import { InvoiceQueries } from './invoices/invoice.queries.js';
import { MailInvoice } from './printing/mail-invoice.js';
import { ResendInvoice } from './printing/resend-invoice.js';
import { ProveAccount } from './proofs/prove-account.js';
import { RecalculateTax } from './invoice-lines/recalculate-tax.js';
import { CancelInvoiceRegistration } from './registrations/cancel-invoice-registration.js';
import { RegisterInvoice } from './registrations/register-invoice.js';
import { RemoveInvoiceLine } from './invoice-lines/remove-invoice-line.js';
import { PrintableQueries } from './printing/printable.queries.js';
import { RenderPdf } from './printing/render-pdf.js';
import { DisputeMessages } from './disputes/dispute-message.js';
import { ResolveInvoice } from './disputes/resolve-invoice.js';
import { ReviewDispute } from './disputes/review-dispute.js';
import { WriteDisputeMessage } from './disputes/write-dispute-message.js';
import { ReturnInvoice } from './invoices/return-invoice.js';
import { SendInvoice } from './invoices/send-invoice.js';
import { SubmitInvoice } from './invoices/submit-invoice.js';
import { UpdateInvoice } from './invoices/update-invoice.js';
import { UpdateInvoiceLine } from './invoice-lines/update-invoice-line.js';
import { LateBills } from './late-charges/late-bills.js';
import { VoidInvoice } from './invoices/void-invoice.js';
import { refreshInvoices, writtenInvoices } from './invoice-records/written-invoices.js';
import { CancelPayment } from './payments/cancel-payment.js';
import { ClearPayment } from './payments/clear-payment.js';
import { PaymentQueries } from './payments/payment.queries.js';
import { RecordAccountPayment } from './payments/record-account-payment.js';
import { RecordPayment } from './payments/record-payment.js';
import { RefundPayment } from './payments/refund-payment.js';
import { CreditOfInvoices } from './exposure/invoice-exposure.js';
import { AskDeposit } from './deposits/ask-deposit.js';
import { DeductFromInvoice } from './deposits/deduct-from-invoice.js';
import { ReleaseDeposit } from './deposits/release-deposit.js';
import { DepositOrder } from './orders/deposit-order.js';
import { InvoiceOrder } from './orders/invoice-order.js';
import { InvoicesOfOrders } from './orders/invoices-of-order.js';
import { OnDepositPaid } from './orders/on-deposit-paid.js';
import { paidOrders, settlePaidOrders } from './orders/order-money.js';
import { StatePayment } from './stated-payments/state-payment.js';
import { WithdrawPayment } from './stated-payments/withdraw-payment.js';
import { UndoWriteOff } from './write-offs/undo-write-off.js';
import { WriteOffInvoice } from './write-offs/write-off-invoice.js';
import { ViewInvoice } from './invoices/view-invoice.js';
import { SweepOverdue } from './overdue/sweep-overdue.js';
import { SHOWN_BY_NUMBER } from './shown-by-number.js';

registerDocuments();

const providers = [
  CompanyCalendar,
  DocumentsWithin,
  InvoiceFields,
  InvoiceQueries,
  ViewInvoice,
  InvoiceFigures,
  PrintableQueries,
  RenderPdf,
  ProveAccount,
  CreateInvoice,
  CloneInvoice,
  BulkUpdateInvoices,
  UpdateInvoice,
  AddInvoiceLine,
  UpdateInvoiceLine,
  RecalculateTax,
  CancelInvoiceRegistration,
  RegisterInvoice,
  RemoveInvoiceLine,
  SubmitInvoice,
  ReturnInvoice,
  SendInvoice,
  MailInvoice,
  ResendInvoice,
  CancelInvoice,
  VoidInvoice,
  WriteOffInvoice,
  UndoWriteOff,
  LateBills,
  ImportDraftInvoices,
  ImportInvoices,
  DisputeInvoice,
  DisputeMessages,
  ResolveInvoice,
  ReviewDispute,
  WriteDisputeMessage,
  PaymentQueries,
  RecordPayment,
  StatePayment,
  WithdrawPayment,
  RecordAccountPayment,
  ClearPayment,
  CancelPayment,
  RefundPayment,
  CreditNoteQueries,
  CancelCreditNoteRegistration,
  CreateCreditNote,
  RegisterCreditNote,
  UpdateCreditNote,
  AddCreditNoteLine,
  UpdateCreditNoteLine,
  RemoveCreditNoteLine,
  IssueCreditNote,
  VoidCreditNote,
  ApplyCreditNote,
  UnapplyCreditNote,
  SweepOverdue,
  InvoiceOrder,
  DepositOrder,
  AskDeposit,
  DeductFromInvoice,
  ReleaseDeposit,
  InvoicesOfOrders,
  OnDepositPaid,
  CreditOfInvoices,
];

/** Invoices, credit notes and payments: what customers owe. */
@Module({
  imports: [
    ObjectsModule,
    CustomizationModule,
    TaxModule,
    DocumentsModule,
    NotificationsModule,
    CreditModule,
    DebtsModule,
    SalesModule,
  ],
  providers,
  exports: providers,
})
export class ReceivablesModule {
  constructor(
    catalogue: ObjectCatalogue,
    lists: ListCatalogue,
    models: CompanyModels,
    db: Database,
    subscriptions: DebtSettlement,
  ) {
    catalogue.register(invoiceObject);
    for (const target of SHOWN_BY_NUMBER) catalogue.registerShown(target);
    lists.registerSpecial(invoiceListSource(models));
    db.conclude(writtenInvoices, refreshInvoices(models));
    db.conclude(paidOrders, settlePaidOrders);
    // Last, as it waits for nobody and nothing may be waited for behind it.
    db.conclude(settledSubscriptions, settleDebtsWith(subscriptions));
  }
}
