import { Module } from '@nestjs/common';
import { BillingModule } from '@quittance/billing';
import { InvoiceImportController } from './invoice-import.controller.js';
import { InvoiceLinesController } from './invoice-lines.controller.js';
import { InvoiceStatesController } from './invoice-states.controller.js';
import { InvoicesController } from './invoices.controller.js';

@Module({
  imports: [BillingModule],
  controllers: [
    InvoicesController,
    InvoiceImportController,
    InvoiceLinesController,
    InvoiceStatesController,
  ],
})
export class BillingApiModule {}
