import { Module } from '@nestjs/common';
import { ReceivablesModule } from '@quittance/receivables';
import { DocumentsModule } from '@quittance/documents';
import { ReportingModule } from '@quittance/reporting/host';
import { SalesModule } from '@quittance/sales/host';
import { DocumentAnswers } from '../documents/document-answers.js';
import { DistanceSalesController } from './distance-sales.controller.js';
import { OrderReportsController } from './order-reports.controller.js';
import { ReportPeriods } from './report-periods.js';
import { ReportsController } from './reports.controller.js';
import { RevenueReportsController } from './revenue-reports.controller.js';
import { TaxReportsController } from './tax-reports.controller.js';
import { StatementsController } from './statements.controller.js';

@Module({
  imports: [ReceivablesModule, DocumentsModule, ReportingModule, SalesModule],
  providers: [DocumentAnswers, ReportPeriods],
  controllers: [
    DistanceSalesController,
    OrderReportsController,
    ReportsController,
    RevenueReportsController,
    StatementsController,
    TaxReportsController,
  ],
})
export class ReportingApiModule {}
