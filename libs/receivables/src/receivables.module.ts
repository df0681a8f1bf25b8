import { Module } from '@nestjs/common';
import { Database } from '@quittance/database';
import { NotificationsModule } from '@quittance/notifications';
import { DocumentsModule } from '@quittance/documents';
import { CustomizationModule, ListCatalogue } from '@quittance/customization';
import { CompanyModels, ObjectCatalogue, ObjectsModule } from '@quittance/objects';
import { TaxModule } from '@quittance/tax';
import { registerDocuments } from './numbered-documents.js';
import { CompanyCalendar } from './company-calendar.js';
import { ImportInvoices } from './import/import-invoices.js';
import { AddCreditNoteLine } from './credit-notes/add-credit-note-line.js';
import { ApplyCreditNote } from './credit-notes/apply-credit-note.js';
import { CancelCreditNoteRegistration } from './credit-notes/cancel-credit-note-registration.js';
import { RegisterCreditNote } from './credit-notes/register-credit-note.js';
import { CreateCreditNote } from './credit-notes/create-credit-note.js';
import { CreditNoteQueries } from './credit-notes/credit-note.queries.js';
import { IssueCreditNote } from './credit-notes/issue-credit-note.js';
import { RemoveCreditNoteLine } from './credit-notes/remove-credit-note-line.js';
import { UnapplyCreditNote } from './credit-notes/unapply-credit-note.js';
import { UpdateCreditNote } from './credit-notes/update-credit-note.js';
import { UpdateCreditNoteLine } from './credit-notes/update-credit-note-line.js';
import { VoidCreditNote } from './credit-notes/void-credit-note.js';
import { AddInvoiceLine } from './invoices/add-invoice-line.js';
import { BulkUpdateInvoices } from './invoices/bulk-update-invoices.js';
import { CancelInvoice } from './invoices/cancel-invoice.js';
import { CloneInvoice } from './invoices/clone-invoice.js';
import { CreateInvoice } from './invoices/create-invoice.js';
import { DisputeInvoice } from './invoices/dispute-invoice.js';
import { InvoiceFields } from './invoices/invoice-fields.js';
import { InvoiceFigures } from './invoices/invoice-figures.js';
import { invoiceListSource } from './invoices/invoice-list-source.js';
import { invoiceObject } from './invoices/invoice-object.js';
import { InvoiceQueries } from './invoices/invoice.queries.js';
import { MailInvoice } from './invoices/mail-invoice.js';
import { ProveAccount } from './invoices/prove-account.js';
import { RecalculateTax } from './invoices/recalculate-tax.js';
import { CancelInvoiceRegistration } from './invoices/cancel-invoice-registration.js';
import { RegisterInvoice } from './invoices/register-invoice.js';
import { RemoveInvoiceLine } from './invoices/remove-invoice-line.js';
import { PrintableQueries } from './invoices/printable.queries.js';
import { RenderPdf } from './invoices/render-pdf.js';
import { ResolveInvoice } from './invoices/resolve-invoice.js';
import { ReturnInvoice } from './invoices/return-invoice.js';
import { SendInvoice } from './invoices/send-invoice.js';
import { SubmitInvoice } from './invoices/submit-invoice.js';
import { UpdateInvoice } from './invoices/update-invoice.js';
import { UpdateInvoiceLine } from './invoices/update-invoice-line.js';
import { VoidInvoice } from './invoices/void-invoice.js';
import { keepInvoices, writtenInvoices } from './invoices/written-invoices.js';
import { CancelPayment } from './payments/cancel-payment.js';
import { ClearPayment } from './payments/clear-payment.js';
import { PaymentQueries } from './payments/payment.queries.js';
import { RecordAccountPayment } from './payments/record-account-payment.js';
import { RecordPayment } from './payments/record-payment.js';
import { RefundPayment } from './payments/refund-payment.js';
import { SweepOverdue } from './overdue/sweep-overdue.js';

registerDocuments();

const providers = [
  CompanyCalendar,
  InvoiceFields,
  InvoiceQueries,
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
  CancelInvoice,
  VoidInvoice,
  ImportInvoices,
  DisputeInvoice,
  ResolveInvoice,
  PaymentQueries,
  RecordPayment,
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
];

/** Invoices, credit notes and payments: what customers owe. */
@Module({
  imports: [ObjectsModule, CustomizationModule, TaxModule, DocumentsModule, NotificationsModule],
  providers,
  exports: providers,
})
export class ReceivablesModule {
  constructor(
    catalogue: ObjectCatalogue,
    lists: ListCatalogue,
    models: CompanyModels,
    db: Database,
  ) {
    catalogue.register(invoiceObject);
    lists.registerSpecial(invoiceListSource(models));
    db.conclude(writtenInvoices, keepInvoices(models));
  }
}
