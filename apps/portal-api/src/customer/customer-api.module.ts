import { Module } from '@nestjs/common';
import { DocumentsModule } from '@quittance/documents';
import { CustomerPortalModule } from '@quittance/portal';
import { ReceivablesModule } from '@quittance/receivables';
import { ReportingModule } from '@quittance/reporting/host';
import { SalesModule } from '@quittance/sales';
import { StorefrontModule } from '@quittance/storefront';
import { CustomerApprovalRulesController } from './approvals/approval-rules.controller.js';
import { CustomerApprovalsController } from './approvals/approvals.controller.js';
import { CustomerRecords } from './customer-records.js';
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
import { CustomerCartController } from './shop/cart.controller.js';
import { CustomerCatalogueController } from './shop/catalogue.controller.js';
import { CustomerCheckoutController } from './shop/checkout.controller.js';
import { CustomerFavouritesController } from './shop/favourites.controller.js';
import { CustomerFillController } from './shop/fill.controller.js';

/** The customer's portal: what they read, answer and pay. */
@Module({
  imports: [
    CustomerPortalModule,
    DocumentsModule,
    ReceivablesModule,
    ReportingModule,
    SalesModule,
    StorefrontModule,
  ],
  providers: [CustomerCheckouts, CustomerRecords],
  controllers: [
    CustomerAnswersController,
    CustomerCartController,
    CustomerCatalogueController,
    CustomerApprovalRulesController,
    CustomerApprovalsController,
    CustomerCheckoutController,
    CustomerCheckoutsController,
    CustomerCreditNotesController,
    CustomerFavouritesController,
    CustomerFillController,
    CustomerHomeController,
    CustomerInvoicesController,
    CustomerOrdersController,
    CustomerPaymentsController,
    CustomerQuotesController,
    CustomerStatementController,
    CustomerSubscriptionsController,
  ],
})
export class CustomerApiModule {}
