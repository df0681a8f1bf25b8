import { Module } from '@nestjs/common';
import { ReceivablesModule } from '@quittance/receivables';
import { DocumentsModule } from '@quittance/documents';
import { SalesModule } from '@quittance/sales/host';
import { CreditNoteDocumentsController } from './credit-note-documents.controller.js';
import { DocumentAnswers } from './document-answers.js';
import { InvoiceDocumentsController } from './invoice-documents.controller.js';
import { OrderDocumentsController, OrderEmailsController } from './order-documents.controller.js';
import { QuoteDocumentsController } from './quote-documents.controller.js';

@Module({
  imports: [ReceivablesModule, DocumentsModule, SalesModule],
  controllers: [
    InvoiceDocumentsController,
    CreditNoteDocumentsController,
    OrderDocumentsController,
    OrderEmailsController,
    QuoteDocumentsController,
  ],
  providers: [DocumentAnswers],
})
export class DocumentsApiModule {}
