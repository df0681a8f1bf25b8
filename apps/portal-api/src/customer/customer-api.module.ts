import { Module, type Provider } from '@nestjs/common';
import { CONFIG, type Config } from '@quittance/config';
import { CreditModule } from '@quittance/credit';
import { CrmModule } from '@quittance/crm/host';
import { DocumentsModule } from '@quittance/documents';
import { DirectoryStore, FileStore } from '@quittance/objects/host';
import { CustomerPortalModule } from '@quittance/portal/host';
import { ReceivablesModule } from '@quittance/receivables';
import { ReportingModule } from '@quittance/reporting/host';
import { SalesModule } from '@quittance/sales';
import { join } from 'node:path';
import { CustomerRecords } from './customer-records.js';
import { CustomerCreditController } from './home/credit.controller.js';
import { CustomerHomeController } from './home/home.controller.js';
import { CustomerStatementController } from './home/statement.controller.js';
import { CustomerInvoicesController } from './invoices/invoices.controller.js';
import { CustomerAssetsController } from './papers/assets.controller.js';
import { CustomerDocumentsController } from './papers/documents.controller.js';
import { CustomerCreditNotesController } from './payments/credit-notes.controller.js';
import { CustomerAnswersController } from './payments/pay.controller.js';
import { CustomerCheckouts } from './payments/customer-checkouts.js';
import { CustomerCheckoutsController } from './payments/checkouts.controller.js';
import { CustomerPaymentsController } from './payments/payments.controller.js';
import { CustomerOrdersController } from './sales/orders.controller.js';
import { CustomerQuotesController } from './sales/quotes.controller.js';
import { CustomerSubscriptionsController } from './sales/subscriptions.controller.js';
import { CaseOperations, CustomerCasesController } from './support/cases.controller.js';
import { CustomerKnowledgeController } from './support/knowledge.controller.js';

/** Where documents are, as the staff host has them. */
const files: Provider = {
  provide: FileStore,
  inject: [CONFIG],
  useFactory: (config: Config) => new DirectoryStore(join(config.dataDir, 'documents')),
};

/** The customer's portal: what they read, answer and pay. */
@Module({
  imports: [
    CreditModule,
    CrmModule,
    CustomerPortalModule,
    DocumentsModule,
    ReceivablesModule,
    ReportingModule,
    SalesModule,
  ],
  providers: [CaseOperations, CustomerCheckouts, CustomerRecords, files],
  controllers: [
    CustomerAnswersController,
    CustomerAssetsController,
    CustomerCasesController,
    CustomerCheckoutsController,
    CustomerCreditController,
    CustomerCreditNotesController,
    CustomerDocumentsController,
    CustomerHomeController,
    CustomerInvoicesController,
    CustomerKnowledgeController,
    CustomerOrdersController,
    CustomerPaymentsController,
    CustomerQuotesController,
    CustomerStatementController,
    CustomerSubscriptionsController,
  ],
})
export class CustomerApiModule {}
