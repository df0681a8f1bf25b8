import { Module } from '@nestjs/common';
import { CustomerHome } from './home/dashboard.js';
import { InvoiceSummary } from './invoices/invoice-summary.js';

const OPERATIONS = [CustomerHome, InvoiceSummary];

/** What customers read in their portal that no other lib answers. */
@Module({ providers: OPERATIONS, exports: OPERATIONS })
export class CustomerPortalModule {}
