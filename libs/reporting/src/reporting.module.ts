import { Module } from '@nestjs/common';
import { CompanyModule } from '@quittance/company';
import { ReceivablesModule } from '@quittance/receivables';
import { ReadCollections } from './collections/read-collections.js';
import { UtilisationRates } from './credit/utilisation-rates.js';
import { ReadDistanceSales } from './tax/read-distance-sales.js';
import { ReadTaxReport } from './tax/read-tax-report.js';
import { WatchDistanceSales } from './tax/watch-distance-sales.js';
import { ReadStatement } from './statements/read-statement.js';

const OPERATIONS = [
  ReadCollections,
  ReadDistanceSales,
  ReadStatement,
  ReadTaxReport,
  UtilisationRates,
  WatchDistanceSales,
];

/** Reads over the documents of a company: what is owed, what came in, and how soon. */
@Module({ imports: [CompanyModule, ReceivablesModule], providers: OPERATIONS, exports: OPERATIONS })
export class ReportingModule {}
