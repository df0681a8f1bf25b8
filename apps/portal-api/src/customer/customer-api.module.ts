import { Module } from '@nestjs/common';
import { BillingModule } from '@quittance/billing/host';
import { CreditModule } from '@quittance/credit';
import { CrmModule } from '@quittance/crm/host';
import { DocumentsModule } from '@quittance/documents';
import { CustomerPortalModule } from '@quittance/portal';
import { QuoteRequestsModule } from '@quittance/portal/host';
import { ReceivablesModule } from '@quittance/receivables';
import { ReportingModule } from '@quittance/reporting/host';
import { SalesModule } from '@quittance/sales';
import { StorefrontModule } from '@quittance/storefront';
import { DownloadsApiModule } from '../downloads/downloads-api.module.js';
import { UploadsApiModule } from '../uploads/uploads-api.module.js';
import { CustomerApprovalRulesController } from './approvals/approval-rules.controller.js';
import { CustomerApprovalsController } from './approvals/approvals.controller.js';
import { CommittedQuotesController } from './approvals/committed-quotes.controller.js';
import { SubscriptionChangesController } from './approvals/subscription-changes.controller.js';
import { CustomerPointedRecords } from './pointed/pointed-records.js';
import { CustomerRecords } from './customer-records.js';
import { CustomerDownloadsController } from './downloads/downloads.controller.js';
import { RequiredFile } from './downloads/required-file.js';
import { CustomerSearchController } from './found/search.controller.js';
import { CustomerCreditController } from './home/credit.controller.js';
import { CustomerHomeController } from './home/home.controller.js';
import { CustomerStatementController } from './home/statement.controller.js';
import { CustomerInvoices } from './invoices/customer-invoices.js';
import { CustomerInvoiceFilesController } from './invoices/invoice-files.controller.js';
import { CustomerInvoicesController } from './invoices/invoices.controller.js';
import { CustomerAssetsController } from './papers/assets.controller.js';
import { CustomerDocumentsController } from './papers/documents.controller.js';
import { CustomerCreditNotesController } from './payments/credit-notes.controller.js';
import { CustomerAnswersController } from './payments/pay.controller.js';
import { CustomerCheckouts } from './payments/customer-checkouts.js';
import {
  BareCheckoutController,
  CustomerCheckoutsController,
} from './payments/checkouts.controller.js';
import { CustomerPaymentsController } from './payments/payments.controller.js';
import { ReachedParts } from './payments/reached-parts.js';
import { CustomerContractsController } from './requests/contracts.controller.js';
import { CustomerQuoteRequestsController } from './requests/quote-requests.controller.js';
import { RequestedFields } from './requests/requested-fields.js';
import { CustomerOrdersController } from './sales/orders.controller.js';
import { CustomerQuotesController } from './sales/quotes.controller.js';
import { CustomerUsageController } from './sales/subscription-usage.controller.js';
import { CustomerSubscriptionsController } from './sales/subscriptions.controller.js';
import { CustomerCartController } from './shop/cart.controller.js';
import { CustomerCatalogueController } from './shop/catalogue.controller.js';
import { CustomerCheckoutController } from './shop/checkout.controller.js';
import { CustomerFavouritesController } from './shop/favourites.controller.js';
import { CustomerProductImagesController } from './shop/product-images.controller.js';
import { CustomerPlansController } from './shop/plans.controller.js';
import { CustomerFillController } from './shop/fill.controller.js';
import { SaidOrders } from './shop/said-orders.js';
import { CustomerCartRequestController } from './shop/request-quote.controller.js';
import { CaseOperations, CustomerCasesController } from './support/cases.controller.js';
import { CustomerKnowledgeController } from './support/knowledge.controller.js';

/** The customer's portal: what they read, answer and pay. */
@Module({
  imports: [
    BillingModule,
    CreditModule,
    CrmModule,
    CustomerPortalModule,
    DocumentsModule,
    DownloadsApiModule,
    QuoteRequestsModule,
    ReceivablesModule,
    ReportingModule,
    SalesModule,
    StorefrontModule,
    UploadsApiModule,
  ],
  providers: [
    CaseOperations,
    CustomerCheckouts,
    ReachedParts,
    CustomerInvoices,
    CustomerPointedRecords,
    CustomerRecords,
    RequestedFields,
    RequiredFile,
    SaidOrders,
  ],
  controllers: [
    BareCheckoutController,
    CommittedQuotesController,
    CustomerAnswersController,
    CustomerApprovalRulesController,
    CustomerApprovalsController,
    CustomerAssetsController,
    CustomerCartController,
    CustomerCartRequestController,
    CustomerCasesController,
    CustomerCatalogueController,
    CustomerCheckoutController,
    CustomerCheckoutsController,
    CustomerContractsController,
    CustomerCreditController,
    CustomerCreditNotesController,
    CustomerDownloadsController,
    CustomerFavouritesController,
    CustomerFillController,
    CustomerDocumentsController,
    CustomerHomeController,
    CustomerInvoiceFilesController,
    CustomerInvoicesController,
    CustomerKnowledgeController,
    CustomerOrdersController,
    CustomerPaymentsController,
    CustomerPlansController,
    CustomerProductImagesController,
    CustomerQuoteRequestsController,
    CustomerQuotesController,
    CustomerSearchController,
    CustomerStatementController,
    CustomerSubscriptionsController,
    CustomerUsageController,
    SubscriptionChangesController,
  ],
})
export class CustomerApiModule {}
