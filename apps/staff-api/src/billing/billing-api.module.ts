import { ScheduleCreditsController } from './schedule-credits.controller.js';
import { Module } from '@nestjs/common';
import { BillingModule } from '@quittance/billing/host';
import { ReceivablesModule } from '@quittance/receivables';
import { AccountProofController } from '../receivables/payments/account-proof.controller.js';
import { BillingRunsController } from './billing-runs.controller.js';
import { BillingScheduleStatesController } from './billing-schedule-states.controller.js';
import { BillingSchedulesController } from './billing-schedules.controller.js';
import { CreditNoteIrnController } from '../receivables/credit-notes/credit-note-irn.controller.js';
import { CreditNoteLinesController } from '../receivables/credit-notes/credit-note-lines.controller.js';
import { CreditNoteStatesController } from '../receivables/credit-notes/credit-note-states.controller.js';
import { CreditNotesController } from '../receivables/credit-notes/credit-notes.controller.js';
import { InvoiceDisputesController } from '../receivables/invoices/invoice-disputes.controller.js';
import { InvoiceFiguresController } from '../receivables/invoices/invoice-figures.controller.js';
import { InvoiceImportController } from '../receivables/invoices/invoice-import.controller.js';
import { InvoiceIrnController } from '../receivables/invoices/invoice-irn.controller.js';
import { InvoiceLinesController } from '../receivables/invoices/invoice-lines.controller.js';
import { InvoiceMassController } from '../receivables/invoices/invoice-mass.controller.js';
import { InvoicePaymentsController } from '../receivables/payments/invoice-payments.controller.js';
import { InvoiceStatesController } from '../receivables/invoices/invoice-states.controller.js';
import { InvoiceUsageController } from './invoice-usage.controller.js';
import { SubscriptionBillingController } from './subscription-billing.controller.js';
import { TaxModule } from '@quittance/tax';
import { InvoicesController } from '../receivables/invoices/invoices.controller.js';
import { OrderInvoicesController } from '../receivables/invoices/order-invoices.controller.js';
import { DepositRefundsController } from '../receivables/deposits/deposit-refunds.controller.js';
import { DepositsController } from '../receivables/deposits/deposits.controller.js';
import { InvoiceDepositsController } from '../receivables/deposits/invoice-deposits.controller.js';
import { PaymentsController } from '../receivables/payments/payments.controller.js';

@Module({
  imports: [BillingModule, ReceivablesModule, TaxModule],
  controllers: [
    InvoicesController,
    InvoiceFiguresController,
    AccountProofController,
    InvoiceImportController,
    InvoiceLinesController,
    InvoiceIrnController,
    InvoiceMassController,
    InvoiceStatesController,
    OrderInvoicesController,
    DepositsController,
    DepositRefundsController,
    InvoiceDepositsController,
    InvoiceDisputesController,
    InvoicePaymentsController,
    PaymentsController,
    CreditNotesController,
    CreditNoteIrnController,
    CreditNoteLinesController,
    CreditNoteStatesController,
    BillingSchedulesController,
    BillingScheduleStatesController,
    ScheduleCreditsController,
    BillingRunsController,
    InvoiceUsageController,
    SubscriptionBillingController,
  ],
})
export class BillingApiModule {}
