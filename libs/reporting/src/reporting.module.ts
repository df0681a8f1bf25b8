import { Module } from '@nestjs/common';
import { ReceivablesModule } from '@quittance/receivables';
import { ReadCollections } from './collections/read-collections.js';
import { UtilisationRates } from './credit/utilisation-rates.js';
import { ReadDistanceSales } from './tax/read-distance-sales.js';
import { ReadTaxReport } from './tax/read-tax-report.js';
import { ReadStatement } from './statements/read-statement.js';

const OPERATIONS = [
  ReadCollections,
  ReadDistanceSales,
  ReadStatement,
  ReadTaxReport,
  UtilisationRates,
];

/** Reads over the documents of a company: what is owed, what came in, and how soon. */
@Module({ imports: [ReceivablesModule], providers: OPERATIONS, exports: OPERATIONS })
export class ReportingModule {}
