import { Module } from '@nestjs/common';
import { CompanyModule } from '@quittance/company';
import { SalesModule } from '@quittance/sales/host';
import { SweepQuotes } from './sweep-quotes.js';

@Module({ imports: [CompanyModule, SalesModule], providers: [SweepQuotes] })
export class SalesWorkerModule {}
