import { Module } from '@nestjs/common';
import { BillingModule } from '@quittance/billing/host';
import { ReceivablesModule } from '@quittance/receivables';
import { AccountProofController } from './account-proof.controller.js';
import { BillingRunsController } from './billing-runs.controller.js';
import { BillingScheduleStatesController } from './billing-schedule-states.controller.js';
import { BillingSchedulesController } from './billing-schedules.controller.js';
import { CreditNoteIrnController } from './credit-note-irn.controller.js';
import { CreditNoteLinesController } from './credit-note-lines.controller.js';
import { CreditNoteStatesController } from './credit-note-states.controller.js';
import { CreditNotesController } from './credit-notes.controller.js';
import { InvoiceDisputesController } from './invoice-disputes.controller.js';
import { InvoiceFiguresController } from './invoice-figures.controller.js';
import { InvoiceImportController } from './invoice-import.controller.js';
import { InvoiceIrnController } from './invoice-irn.controller.js';
import { InvoiceLinesController } from './invoice-lines.controller.js';
import { InvoiceMassController } from './invoice-mass.controller.js';
import { InvoicePaymentsController } from './invoice-payments.controller.js';
import { InvoiceStatesController } from './invoice-states.controller.js';
import { TaxModule } from '@quittance/tax';
import { InvoicesController } from './invoices.controller.js';
import { PaymentsController } from './payments.controller.js';

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
    InvoiceDisputesController,
    InvoicePaymentsController,
    PaymentsController,
    CreditNotesController,
    CreditNoteIrnController,
    CreditNoteLinesController,
    CreditNoteStatesController,
    BillingSchedulesController,
    BillingScheduleStatesController,
    BillingRunsController,
  ],
})
export class BillingApiModule {}
