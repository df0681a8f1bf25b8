import { Module } from '@nestjs/common';
import { CompanyModule } from '@quittance/company';
import { SalesModule } from '@quittance/sales/host';
import { SweepAgreements } from './sweep-agreements.js';
import { SweepQuotes } from './sweep-quotes.js';

@Module({ imports: [CompanyModule, SalesModule], providers: [SweepAgreements, SweepQuotes] })
export class SalesWorkerModule {}
