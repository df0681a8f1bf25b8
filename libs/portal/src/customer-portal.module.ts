import { Module } from '@nestjs/common';
import { CustomerHome } from './home/dashboard.js';
import { SumUpInvoices } from './invoices/sum-up-invoices.js';

const OPERATIONS = [CustomerHome, SumUpInvoices];

/** What customers read in their portal that no other lib answers. */
@Module({ providers: OPERATIONS, exports: OPERATIONS })
export class CustomerPortalModule {}
