import { Module } from '@nestjs/common';
import { ReceivablesModule } from '@quittance/receivables';
import { DocumentsModule } from '@quittance/documents';
import { CreditNoteDocumentsController } from './credit-note-documents.controller.js';
import { DocumentAnswers } from './document-answers.js';
import { InvoiceDocumentsController } from './invoice-documents.controller.js';

@Module({
  imports: [ReceivablesModule, DocumentsModule],
  controllers: [InvoiceDocumentsController, CreditNoteDocumentsController],
  providers: [DocumentAnswers],
})
export class DocumentsApiModule {}
