import { Module } from '@nestjs/common';
import { DocumentsModule } from '@quittance/documents';
import { CustomerPortalModule, PortalDownloads } from '@quittance/portal/host';
import { ReceivablesModule } from '@quittance/receivables';
import { ReportingModule } from '@quittance/reporting/host';
import { SalesModule } from '@quittance/sales';
import { CustomerRecords } from './customer-records.js';
import { CustomerDownloads } from './downloads/customer-downloads.js';
import { CustomerDownloadsController } from './downloads/downloads.controller.js';
import { CustomerSearchController } from './found/search.controller.js';
import { CustomerHomeController } from './home/home.controller.js';
import { CustomerStatementController } from './home/statement.controller.js';
import { CustomerInvoicesController } from './invoices/invoices.controller.js';
import { CustomerCreditNotesController } from './payments/credit-notes.controller.js';
import { CustomerAnswersController } from './payments/pay.controller.js';
import { CustomerCheckouts } from './payments/customer-checkouts.js';
import { CustomerCheckoutsController } from './payments/checkouts.controller.js';
import { CustomerPaymentsController } from './payments/payments.controller.js';
import { CustomerOrdersController } from './sales/orders.controller.js';
import { CustomerQuotesController } from './sales/quotes.controller.js';
import { CustomerSubscriptionsController } from './sales/subscriptions.controller.js';

/** The customer's portal: what they read, answer and pay. */
@Module({
  imports: [CustomerPortalModule, DocumentsModule, ReceivablesModule, ReportingModule, SalesModule],
  providers: [CustomerCheckouts, CustomerDownloads, CustomerRecords, PortalDownloads],
  controllers: [
    CustomerAnswersController,
    CustomerCheckoutsController,
    CustomerCreditNotesController,
    CustomerDownloadsController,
    CustomerHomeController,
    CustomerInvoicesController,
    CustomerOrdersController,
    CustomerPaymentsController,
    CustomerQuotesController,
    CustomerSearchController,
    CustomerStatementController,
    CustomerSubscriptionsController,
  ],
})
export class CustomerApiModule {}
