import { Module } from '@nestjs/common';
import { DocumentsModule } from '@quittance/documents';
import { CustomerPortalModule } from '@quittance/portal/host';
import { ReceivablesModule } from '@quittance/receivables';
import { ReportingModule } from '@quittance/reporting/host';
import { SalesModule } from '@quittance/sales';
import { CustomerApprovalRulesController } from './approvals/approval-rules.controller.js';
import { CustomerApprovalsController } from './approvals/approvals.controller.js';
import { CommittedQuotesController } from './approvals/committed-quotes.controller.js';
import { SubscriptionChangesController } from './approvals/subscription-changes.controller.js';
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

/** The customer's portal: what they read, answer and pay. */
@Module({
  imports: [CustomerPortalModule, DocumentsModule, ReceivablesModule, ReportingModule, SalesModule],
  providers: [CustomerCheckouts, CustomerRecords],
  controllers: [
    CommittedQuotesController,
    CustomerAnswersController,
    CustomerApprovalRulesController,
    CustomerApprovalsController,
    CustomerCheckoutsController,
    CustomerCreditNotesController,
    CustomerHomeController,
    CustomerInvoicesController,
    CustomerOrdersController,
    CustomerPaymentsController,
    CustomerQuotesController,
    CustomerStatementController,
    CustomerSubscriptionsController,
    SubscriptionChangesController,
  ],
})
export class CustomerApiModule {}
