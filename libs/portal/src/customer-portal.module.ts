import { Module } from '@nestjs/common';
import { InvoiceSummary } from './invoices/invoice-summary.js';

/** What customers read in their portal that no other lib answers. */
@Module({ providers: [InvoiceSummary], exports: [InvoiceSummary] })
export class CustomerPortalModule {}
