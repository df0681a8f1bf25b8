import { Module } from '@nestjs/common';
import { TaxModule } from '@quittance/tax';
import { TaxCodesController } from './tax-codes.controller.js';
import { TaxController } from './tax.controller.js';
import { TaxExemptionsController } from './tax-exemptions.controller.js';
import { TaxJurisdictionsController } from './tax-jurisdictions.controller.js';
import { TaxRatesController } from './tax-rates.controller.js';

@Module({
  imports: [TaxModule],
  controllers: [
    TaxController,
    TaxCodesController,
    TaxJurisdictionsController,
    TaxRatesController,
    TaxExemptionsController,
  ],
})
export class TaxApiModule {}
