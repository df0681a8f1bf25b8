import { Module } from '@nestjs/common';
import { CompanyModule } from '@quittance/company';
import { SetupParts } from '@quittance/configuration';
import { CheckAddress } from './addresses/check-address.js';
import { CalculateTax } from './calculation/calculate-tax.js';
import { TaxQuotes } from './quotes/tax-quotes.js';
import { RateBooks } from './rate-books/rate-books.js';
import { LoadSeedRates } from './seed/load-seed-rates.js';
import { taxCodePart } from './set-up-parts/tax-code-part.js';
import { taxJurisdictionPart } from './set-up-parts/tax-jurisdiction-part.js';
import { taxRatePart } from './set-up-parts/tax-rate-part.js';
import { CreateTaxRecord } from './set-up/create-tax-record.js';
import { DeleteTaxRecord } from './set-up/delete-tax-record.js';
import { UpdateTaxRecord } from './set-up/update-tax-record.js';
import { TaxQueries } from './tax.queries.js';
import { TaxRecorder } from './transactions/tax-recorder.js';

const providers = [
  RateBooks,
  TaxQuotes,
  TaxRecorder,
  CalculateTax,
  CheckAddress,
  TaxQueries,
  CreateTaxRecord,
  UpdateTaxRecord,
  DeleteTaxRecord,
  LoadSeedRates,
];

@Module({ imports: [CompanyModule], providers, exports: providers })
export class TaxModule {
  constructor(parts: SetupParts) {
    parts.register(taxCodePart, taxJurisdictionPart, taxRatePart);
  }
}
