import { Module } from '@nestjs/common';
import { ReadActivity } from './home/activity.js';
import { CustomerHome } from './home/dashboard.js';
import { SumUpInvoices } from './invoices/sum-up-invoices.js';

const OPERATIONS = [CustomerHome, ReadActivity, SumUpInvoices];

/** What customers read in their portal that no other lib answers. */
@Module({ providers: OPERATIONS, exports: OPERATIONS })
export class CustomerPortalModule {}
