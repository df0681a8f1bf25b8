import { Module } from '@nestjs/common';
import { CompanyModule } from '@quittance/company';
import { SetupParts } from '@quittance/configuration';
import { CheckAddress } from './addresses/check-address.js';
import { CalculateTax } from './calculation/calculate-tax.js';
import { CreateTaxCode } from './codes/create-tax-code.js';
import { DeleteTaxCode } from './codes/delete-tax-code.js';
import { UpdateTaxCode } from './codes/update-tax-code.js';
import { CreateTaxExemption } from './exemptions/create-tax-exemption.js';
import { DeleteTaxExemption } from './exemptions/delete-tax-exemption.js';
import { UpdateTaxExemption } from './exemptions/update-tax-exemption.js';
import { CreateTaxJurisdiction } from './jurisdictions/create-tax-jurisdiction.js';
import { DeleteTaxJurisdiction } from './jurisdictions/delete-tax-jurisdiction.js';
import { UpdateTaxJurisdiction } from './jurisdictions/update-tax-jurisdiction.js';
import { TaxQuotes } from './quotes/tax-quotes.js';
import { RateBooks } from './rate-books/rate-books.js';
import { CreateTaxRate } from './rates/create-tax-rate.js';
import { DeleteTaxRate } from './rates/delete-tax-rate.js';
import { UpdateTaxRate } from './rates/update-tax-rate.js';
import { LoadSeedRates } from './seed/load-seed-rates.js';
import { taxCodePart } from './set-up-parts/tax-code-part.js';
import { taxJurisdictionPart } from './set-up-parts/tax-jurisdiction-part.js';
import { taxRatePart } from './set-up-parts/tax-rate-part.js';
import { TaxQueries } from './tax.queries.js';
import { TaxRecorder } from './transactions/tax-recorder.js';

const providers = [
  RateBooks,
  TaxQuotes,
  TaxRecorder,
  CalculateTax,
  CheckAddress,
  TaxQueries,
  CreateTaxCode,
  UpdateTaxCode,
  DeleteTaxCode,
  CreateTaxJurisdiction,
  UpdateTaxJurisdiction,
  DeleteTaxJurisdiction,
  CreateTaxRate,
  UpdateTaxRate,
  DeleteTaxRate,
  CreateTaxExemption,
  UpdateTaxExemption,
  DeleteTaxExemption,
  LoadSeedRates,
];

@Module({ imports: [CompanyModule], providers, exports: providers })
export class TaxModule {
  constructor(parts: SetupParts) {
    parts.register(taxCodePart, taxJurisdictionPart, taxRatePart);
  }
}
